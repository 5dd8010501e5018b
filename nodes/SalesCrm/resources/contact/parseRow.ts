import { PERSONAL_INFO_NAMES, type PersonalInfo } from '../../../api/types';
import { folded } from '../../../utils/text';
import { type Column, isOfAddress, type PersonalInfoName } from './columns';
import type { FieldPart } from './columnWords';
import { callingCodeOf, hasTrunkZero } from './countries';
import { addressesIn, hasKey, isSamePhone, type Keys, keysOf, NO_KEYS, phonesIn } from './keys';
import { NO_NAME, type PersonName, personNameOf } from './personName';
import { cellText, damageOf, hasLostLetters, noText } from './values';
import { shown } from './wording';

/**
 * A row, parsed once: what is sent, and what it is compared by.
 *
 * 1. Of several columns of a field the first that is filled is sent (columns.ts has their order); of an email or a phone
 *    the first that holds one. Of several addresses the first that has more than a country.
 * 2. All emails and phones are compared, but those of a role where another is sent.
 * 3. An infix goes in front of the last name, an addition behind the house number, a second line behind the street.
 * 4. What is not sent, and means something else, is a warning; where extra columns are added, it goes out under its name.
 * 5. An object where text is expected, and a damaged value, keep the row from being sent.
 * 6. The personal infos stand in the service's order.
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

export interface ParsedRow {
	readonly infos: PersonalInfo[];
	readonly keys: Keys;
	readonly name: PersonName;
	readonly warnings: readonly Warning[];
	/** Letters were lost when its file was read. */
	readonly lostLetters: boolean;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
}

/** What cannot be read at all. */
export const UNREADABLE: Omit<ParsedRow, 'problem'> = {
	infos: [],
	keys: NO_KEYS,
	name: NO_NAME,
	warnings: [],
	lostLetters: false,
};

const FIELDS = Object.keys(PERSONAL_INFO_NAMES) as PersonalInfoName[];

type Known = Column & { readonly meaning: NonNullable<Column['meaning']> };

interface Cell {
	readonly column: Known;
	readonly text: string;
}

export type RowParser = (values: readonly unknown[]) => ParsedRow;

/**
 * How rows with these columns are parsed, by their values at the places of the columns.
 * @param addsOthers Whether what is not sent otherwise goes out under its own name.
 */
export function rowParser(columns: readonly Column[], addsOthers: boolean): RowParser {
	const known = columns
		.filter((column): column is Known => column.meaning !== undefined)
		.sort((one, other) => one.meaning.rank - other.meaning.rank || one.place - other.place);
	const addressFields = new Set(
		known.map(({ meaning }) => fieldOfAddress(meaning, meaning.address)),
	);
	const isNamed = ({ name }: Column) => name.trim() !== '';
	const added = columns.filter(
		(one) => addsOthers && isNamed(one) && !one.meaning && !one.isDeclined,
	);
	const unnamed = columns.filter((one) => !isNamed(one));
	return (values) => {
		const faults: unknown[] = [];
		let lostLetters = false;
		const read = ({ name, place }: Column): string => {
			const text = cellText(values[place]);
			if (text === undefined) faults.push(noText(`The column '${shown(name)}'`, values[place]));
			const damage = text ? damageOf(name, text) : undefined;
			if (damage) faults.push(damage);
			lostLetters ||= hasLostLetters(text ?? '');
			return text ?? '';
		};
		const filled = known.flatMap((column): Cell[] => {
			const text = read(column);
			return text ? [{ column, text }] : [];
		});
		const chosen = choose(filled, addressFields);
		const others: PersonalInfo[] = [];
		for (const column of added) {
			const text = read(column);
			if (text) others.push({ name: column.name, value: text });
		}
		const { sent, compared, warnings } = chosen;
		const unsent = chosen.unsent.filter((cell) => !meansTheSame(cell, sent, compared.slice(0, 1)));
		if (addsOthers) {
			for (const { column, text } of unsent) others.push({ name: column.name, value: text });
		} else if (unsent.length > 0) {
			const told = unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`);
			warnings.unshift({ kind: 'notSent', text: `Not sent: ${told.join(', ')}` });
		}
		const nameless = unnamed.map(({ place }) => cellText(values[place])).filter(Boolean);
		if (nameless.length > 0) {
			const told = nameless.map((text) => shown(text!)).join(', ');
			warnings.push({ kind: 'notSent', text: `Values without a column are not sent: ${told}` });
		}
		const infos = FIELDS.flatMap((name) => {
			const value = sent.get(name);
			return value ? [{ name, value }] : [];
		});
		return {
			infos: [...infos, ...others],
			keys: keysOf([...infos, ...compared]),
			name: personNameOf(infos),
			warnings,
			lostLetters,
			problem: faults[0],
		};
	};
}

interface Choice {
	readonly sent: Map<PersonalInfoName, string>;
	readonly unsent: Cell[];
	/** What counts when rows are compared, beside what is sent: first of all the country, though it be a calling code. */
	readonly compared: PersonalInfo[];
	readonly warnings: Warning[];
}

const fieldOfAddress = (
	{ field, part }: Pick<Known['meaning'], 'field' | 'part'>,
	address: string | undefined,
): string => `${field} ${part} ${address}`;

/**
 * Rules 1 to 3.
 * @param filled In the order in which they count.
 * @param addressFields What each address has a column for, filled or not.
 */
function choose(filled: readonly Cell[], addressFields: ReadonlySet<string>): Choice {
	const sent = new Map<PersonalInfoName, string>();
	const warnings: Warning[] = [];
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

	const emails = cellsOf('E-mailadres').map((cell) => ({ cell, found: addressesIn(cell.text) }));
	const email = emails.find(({ found }) => found.length > 0);
	if (email) send('E-mailadres', email.found[0]);
	for (const { cell, found } of emails) {
		if (found.length === 0) warnings.push(isNot(cell, 'noEmail', 'an email address'));
		else if (found.length > 1) {
			const more = found.slice(1).map(shown).join(', ');
			warnings.push({ kind: 'moreEmails', text: `Only the first address is sent, not ${more}` });
		}
		if (found.length === 0 || cell === email?.cell) left.delete(cell);
	}
	const phones = cellsOf('Telefoonnummer');
	const withDigits = phones.filter(({ text }) => /\d/.test(text));
	const phone = withDigits.find(({ text }) => phonesIn(text).length > 0) ?? withDigits[0];
	if (phone) send('Telefoonnummer', phone.text);
	for (const cell of phones) {
		if (!withDigits.includes(cell)) warnings.push(isNot(cell, 'noPhone', 'a phone number'));
		if (!withDigits.includes(cell) || cell === phone) left.delete(cell);
	}
	if (phone && country && lostZero(phone.text, country)) {
		const text = `The phone number ${shown(phone.text)} may have lost its leading 0`;
		warnings.push({ kind: 'lostZero', text });
	}
	const unsent = [...left];
	const others = unsent.filter(({ column: { meaning } }) => !meaning.isRole && !meaning.part);
	const compared = others.map(({ column, text }) => ({ name: column.meaning.field, value: text }));
	if (email) compared.push({ name: 'E-mailadres', value: email.cell.text });
	return {
		sent,
		unsent,
		compared: [{ name: 'Land', value: country ?? '' }, ...compared],
		warnings,
	};
}

const isNot = ({ column, text }: Cell, kind: keyof typeof WARNINGS, what: string): Warning => ({
	kind,
	text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
});

function withInfix(infix: string | undefined, last: string | undefined): string | undefined {
	if (!infix || !last) return last ?? infix;
	const [lower, name] = [infix.toLowerCase(), last.toLowerCase()];
	const stands = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return stands ? last : `${infix} ${last}`;
}

/** One that stands there is not written twice: `12A` and `A`. */
function withAdditions(number: string, additions: readonly string[]): string {
	return additions.reduce((text, addition) => {
		const isThere = /^\p{L}/u.test(addition) && folded(text).endsWith(folded(addition));
		return isThere && /\d/.test(text) ? text : `${text} ${addition}`;
	}, number);
}

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

/** Whether a value says nothing beyond what is sent. */
function meansTheSame(
	{ column, text }: Cell,
	sent: ReadonlyMap<PersonalInfoName, string>,
	country: readonly PersonalInfo[],
): boolean {
	const { field } = column.meaning;
	const keysIn = (value = '') => keysOf([{ name: field, value }, ...country]);
	if (field === 'E-mailadres' || field === 'Telefoonnummer') {
		const [keys, known] = [keysIn(text), keysIn(sent.get(field))];
		if (text === sent.get(field)) return true;
		const isKnownPhone = (key: string) => known.phone.some((one) => isSamePhone(one, key));
		const isKnown = keys.email.every((key) => known.email.includes(key));
		return hasKey(keys) && isKnown && keys.phone.every(isKnownPhone);
	}
	const wordsIn = (value: string) => folded(value).match(/[\p{L}\p{N}]+/gu) ?? [];
	const known = new Set(wordsIn([...sent.values()].join(' ')));
	return wordsIn(text.slice(0, 1_000)).every((word) => known.has(word));
}
