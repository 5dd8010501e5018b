import type { PersonalInfo } from '../../../api/types';
import { type Column, isOfAddress, type PersonalInfoName } from './columns';
import type { FieldPart } from './columnWords';
import { apart, lostZero, withAdditions, withInfix } from './joinValues';
import { addressesIn, phonesIn } from './keys';
import { shown } from './wording';

/**
 * Which cells of a row are sent.
 *
 * 1. Of several columns of a field the first that is filled (columns.ts has their order); of an email or a phone the
 *    first that holds one. Of several addresses the first that has more than a country.
 * 2. All emails and phones are compared, but those of a role where another is sent.
 * 3. An infix goes in front of the last name, an addition behind the house number, a second line behind the street.
 */

/** What people should look at, though the row is sent; hints count each kind. */
export interface Warning {
	readonly kind: keyof typeof WARNINGS;
	readonly text: string;
}

/** What is true of rows with a warning: of one, of several. */
export const WARNINGS = {
	notSent: ['contains', 'contain', 'values that are not sent'],
	noEmail: ['has', 'have', 'a text that is not an email address'],
	noPhone: ['has', 'have', 'a text that is not a phone number'],
	moreEmails: ['has', 'have', 'several email addresses in a cell'],
	lostZero: ['has', 'have', 'a phone number that may have lost its leading 0'],
} as const;

export type Known = Column & { readonly meaning: NonNullable<Column['meaning']> };

export interface Cell {
	readonly column: Known;
	readonly text: string;
}

export interface Choice {
	readonly sent: Map<PersonalInfoName, string>;
	readonly unsent: Cell[];
	/** What counts when rows are compared, beside what is sent: first of all the country, though it be a calling code. */
	readonly compared: PersonalInfo[];
	readonly warnings: Warning[];
}

export const fieldOfAddress = (
	{ field, part }: Pick<Known['meaning'], 'field' | 'part'>,
	address: string | undefined,
): string => `${field} ${part} ${address}`;

/**
 * Rules 1 to 3.
 * @param filled In the order in which they count.
 * @param addressFields What each address has a column for, filled or not.
 */
export function choose(filled: readonly Cell[], addressFields: ReadonlySet<string>): Choice {
	const sent = new Map<PersonalInfoName, string>();
	const left = new Set(filled);
	const ofAddress = filled.filter(({ column }) => isOfAddress(column.meaning.field));
	const { address } =
		(ofAddress.find(({ column }) => column.meaning.field !== 'Land') ?? ofAddress[0])?.column
			.meaning ?? {};
	/** Of an address those of the one that counts, where it has such a column. */
	const cellsOf = (field: PersonalInfoName, part?: FieldPart): Cell[] => {
		const cells = filled.filter(
			({ column: { meaning } }) => meaning.field === field && meaning.part === part,
		);
		const hasOwn =
			isOfAddress(field) && addressFields.has(fieldOfAddress({ field, part }, address));
		return hasOwn ? cells.filter(({ column }) => column.meaning.address === address) : cells;
	};
	const take = (cells: readonly Cell[]): string[] => {
		for (const cell of cells) left.delete(cell);
		return cells.map(({ text }) => text);
	};
	const send = (field: PersonalInfoName, text: string | undefined) => {
		if (text) sent.set(field, text);
	};
	const first = (field: PersonalInfoName, part?: FieldPart): string | undefined =>
		take(cellsOf(field, part).slice(0, 1))[0];

	const country = first('Land');
	if (!/^(\+|00)?\d+$/.test(country ?? '')) send('Land', country);
	send('Voornaam', first('Voornaam'));
	send('Achternaam', withInfix(first('Achternaam', 'infix'), first('Achternaam')));
	const additions = take(cellsOf('Huisnummer', 'addition'));
	const number = first('Huisnummer');
	send('Huisnummer', number && withAdditions(number, additions));
	const lines = take(cellsOf('Straatnaam', 'secondLine'));
	const street = first('Straatnaam');
	const whole = street && !number ? withAdditions(street, additions) : street;
	send('Straatnaam', [whole, ...lines].filter(Boolean).join(', '));
	const { postcode, town } = apart(first('Postcode', 'withTown'));
	send('Postcode', first('Postcode') ?? postcode);
	send('Plaats', first('Plaats') ?? town);

	const emails = chooseEmail(cellsOf('E-mailadres'));
	const phones = choosePhone(cellsOf('Telefoonnummer'), country);
	send('E-mailadres', emails.value);
	send('Telefoonnummer', phones.value);
	take([...emails.done, ...phones.done]);
	const unsent = [...left];
	const others = unsent.filter(({ column: { meaning } }) => !meaning.isRole && !meaning.part);
	const compared = others.map(({ column, text }) => ({ name: column.meaning.field, value: text }));
	if (emails.chosen) compared.push({ name: 'E-mailadres', value: emails.chosen.text });
	return {
		sent,
		unsent,
		compared: [{ name: 'Land', value: country ?? '' }, ...compared],
		warnings: [...emails.warnings, ...phones.warnings],
	};
}

const isNot = ({ column, text }: Cell, kind: keyof typeof WARNINGS, what: string): Warning => ({
	kind,
	text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
});

/** The first cell that holds one. */
interface Chosen {
	readonly chosen: Cell | undefined;
	readonly value: string | undefined;
	/** Cells of which nothing more is to be said. */
	readonly done: Cell[];
	readonly warnings: Warning[];
}

function chooseEmail(cells: readonly Cell[]): Chosen {
	const read = cells.map((cell) => ({ cell, found: addressesIn(cell.text) }));
	const chosen = read.find(({ found }) => found.length > 0);
	const warnings = read.flatMap(({ cell, found }): Warning[] => {
		if (found.length === 0) return [isNot(cell, 'noEmail', 'an email address')];
		const more = found.slice(1).map(shown).join(', ');
		return more
			? [{ kind: 'moreEmails', text: `Only the first address is sent, not ${more}` }]
			: [];
	});
	const done = read.filter((one) => one === chosen || one.found.length === 0);
	return {
		chosen: chosen?.cell,
		value: chosen?.found[0],
		done: done.map(({ cell }) => cell),
		warnings,
	};
}

function choosePhone(cells: readonly Cell[], country: string | undefined): Chosen {
	const withDigits = cells.filter(({ text }) => /\d/.test(text));
	const chosen = withDigits.find(({ text }) => phonesIn(text).length > 0) ?? withDigits[0];
	const others = cells.filter((cell) => !withDigits.includes(cell));
	const warnings = others.map((cell) => isNot(cell, 'noPhone', 'a phone number'));
	if (chosen && country && lostZero(chosen.text, country)) {
		const text = `The phone number ${shown(chosen.text)} may have lost its leading 0`;
		warnings.push({ kind: 'lostZero', text });
	}
	return { chosen, value: chosen?.text, done: chosen ? [chosen, ...others] : others, warnings };
}
