import type { PersonalInfo } from '../../../api/types';
import { folded } from '../../../utils/text';
import { type Column, isOfAddress, type PersonalInfoName } from './columns';
import type { FieldPart } from './columnWords';
import { callingCodeOf, hasTrunkZero } from './countries';
import { addressesIn, hasKey, isSamePhone, keysOf, phonesIn } from './keys';
import { wordsIn } from './personName';
import { shown } from './wording';

/**
 * Which cells of a row are sent.
 *
 * 1. Of several columns of a field the first that is filled (columns.ts has their order); of an email or a phone the
 *    first that holds one. Of several addresses the first that has more than a country.
 * 2. An infix goes in front of the last name, an addition behind the house number, a second line behind the street; what
 *    stands there already is not written twice.
 * 3. All emails and phones are compared, but those of a role where another is sent.
 * 4. What is not sent, and means something else, is told.
 */

/** What people should look at, though the row is sent; hints count each kind. */
export interface Warning {
	readonly kind: keyof typeof WARNINGS;
	readonly text: string;
	/** Whose values are not sent. */
	readonly columns?: readonly string[];
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

type Values = Partial<Record<PersonalInfoName, string>>;

export interface Choice {
	/** In the service's order. */
	readonly sent: Values;
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
 * @param filled In the order in which they count.
 * @param addressFields What each address has a column for, filled or not.
 */
export function choose(filled: readonly Cell[], addressFields: ReadonlySet<string>): Choice {
	const cellsOf = ofOneAddress(filled, addressFields);
	const first = (field: PersonalInfoName, part?: FieldPart) => cellsOf(field, part)[0]?.text;
	const emails = cellsOf('E-mailadres').map((cell) => ({ cell, found: addressesIn(cell.text) }));
	const email = emails.find(({ found }) => found.length > 0);
	const phones = cellsOf('Telefoonnummer');
	const phone =
		phones.find(({ text }) => phonesIn(text).length > 0) ??
		phones.find(({ text }) => /\d/.test(text));
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const whole = first('Huisnummer') ? undefined : ends.find(isHouseNumber);
	const additions = ends.filter((cell) => cell !== whole);
	const number = first('Huisnummer') ?? whole?.text;
	const [street, country = ''] = [first('Straatnaam'), first('Land')];
	const isCallingCode = /^(\+|00)?\d+$/.test(country);
	const { postcode, town } = apart(first('Postcode', 'withTown'));
	const lines = cellsOf('Straatnaam', 'secondLine').map(({ text }) => text);
	const sent: Values = {
		Voornaam: first('Voornaam'),
		Achternaam: withInfix(first('Achternaam', 'infix'), first('Achternaam')),
		'E-mailadres': email?.found[0],
		Telefoonnummer: phone?.text,
		Straatnaam: [number ? street : withAdditions(street, additions), ...lines]
			.filter(Boolean)
			.join(', '),
		Huisnummer: withAdditions(number, additions),
		Postcode: first('Postcode') ?? postcode,
		Plaats: first('Plaats') ?? town,
		Land: isCallingCode ? '' : country,
	};

	const noEmails = emails.flatMap(({ cell, found }) => (found.length === 0 ? [cell] : []));
	const noPhones = phones.filter(({ text }) => !/\d/.test(text));
	const done = new Set([
		email?.cell,
		...noEmails,
		...noPhones,
		...(number || street ? additions : []),
	]);
	if (isCallingCode) done.add(cellsOf('Land')[0]);
	const comparable = filled.filter((cell) => {
		const { field, part, isRole } = cell.column.meaning;
		return !part && (!isRole || cell === email?.cell) && cell.text !== sent[field];
	});
	return {
		sent,
		unsent: filled.filter((cell) => !done.has(cell) && !meansTheSame(cell, sent, country)),
		compared: [
			{ name: 'Land', value: country },
			...comparable.map(({ column, text }) => ({ name: column.meaning.field, value: text })),
		],
		warnings: [
			...noEmails.map((cell) => isNot(cell, 'noEmail', 'an email address')),
			...noPhones.map((cell) => isNot(cell, 'noPhone', 'a phone number')),
			...doubts(email?.found ?? [], phone?.text ?? '', country),
		],
	};
}

/** Of an address the cells of the one that counts, where it has such a column (rule 1). */
function ofOneAddress(filled: readonly Cell[], addressFields: ReadonlySet<string>) {
	const ofAddress = filled.filter(({ column }) => isOfAddress(column.meaning.field));
	const { column } =
		ofAddress.find((cell) => cell.column.meaning.field !== 'Land') ?? ofAddress[0] ?? {};
	const address = column?.meaning.address;
	return (field: PersonalInfoName, part?: FieldPart): Cell[] => {
		const cells = filled.filter(
			({ column: { meaning } }) => meaning.field === field && meaning.part === part,
		);
		const hasOwn =
			isOfAddress(field) && addressFields.has(fieldOfAddress({ field, part }, address));
		return hasOwn ? cells.filter((cell) => cell.column.meaning.address === address) : cells;
	};
}

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

/** What may not be meant in what is sent. */
function* doubts(emails: string[], phone: string, country: string): Generator<Warning> {
	const more = emails.slice(1).map(shown).join(', ');
	if (more) yield { kind: 'moreEmails', text: `Only the first address is sent, not ${more}` };
	if (!lostZero(phone, country)) return;
	yield {
		kind: 'lostZero',
		text: `The phone number ${shown(phone)} may have lost its leading 0`,
	};
}

const isNot = ({ column, text }: Cell, kind: Warning['kind'], what: string): Warning => ({
	kind,
	text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
});

/** Whether a value says nothing beyond what is sent. */
function meansTheSame({ column, text }: Cell, sent: Values, country: string): boolean {
	const { field } = column.meaning;
	if (` ${sent[field]} `.includes(` ${text} `)) return true;
	if (field === 'E-mailadres' || field === 'Telefoonnummer') {
		const keysIn = (value = '') =>
			keysOf([
				{ name: field, value },
				{ name: 'Land', value: country },
			]);
		const [keys, known] = [keysIn(text), keysIn(sent[field])];
		const isKnownPhone = (key: string) => known.phone.some((one) => isSamePhone(one, key));
		const isKnown = keys.email.every((key) => known.email.includes(key));
		return hasKey(keys) && isKnown && keys.phone.every(isKnownPhone);
	}
	const known = new Set(wordsIn(Object.values(sent).join(' ')));
	return wordsIn(text.slice(0, 1_000)).every((word) => known.has(word));
}

function withInfix(infix: string | undefined, last: string | undefined): string | undefined {
	if (!infix || !last) return last ?? infix;
	const [lower, name] = [infix.toLowerCase(), last.toLowerCase()];
	const stands = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return stands ? last : `${infix} ${last}`;
}

/** `12A` and `A` is `12A`. */
const withAdditions = (number: string | undefined, additions: readonly Cell[]) =>
	additions.reduce((all, { text }) => {
		const isThere = /^\p{L}/u.test(text) && /\d/.test(all ?? '');
		return !all || (isThere && folded(all).endsWith(folded(text))) ? all : `${all} ${text}`;
	}, number);

/** A postcode and a town in one value, where it is plainly a Dutch, German or Belgian one. */
function apart(text = ''): { postcode?: string; town?: string } {
	const both =
		/^(?:NL-?\s?)?(\d{4}\s?[A-Z]{2})[\s,]+(['’]?\p{L}.*)$/iu.exec(text) ??
		/^(?:D(?:E)?-?\s?)?(\d{5})[\s,]+(['’]?\p{L}.*)$/iu.exec(text) ??
		/^(?:B(?:E)?-?\s?)?(\d{4})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/u.exec(text);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
}

function lostZero(phone: string, country: string): boolean {
	const code = callingCodeOf(country);
	const digits = phone.replace(/\D/g, '');
	const isNational = /^\(?[1-9]/.test(phone) && digits.length >= 8 && digits.length <= 11;
	return code !== undefined && hasTrunkZero(code) && isNational && !digits.startsWith(code);
}
