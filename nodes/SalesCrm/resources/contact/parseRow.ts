import type { PersonalInfo } from '../../../api/types';
import { callingCodeOf, hasTrunkZero } from '../../../utils/countries';
import { folded, shown } from '../../../utils/text';
import { type Column, isOfAddress, type PersonalInfoName } from './columns';
import type { FieldPart } from './columnWords';
import { addressesIn, isSamePhone, keysOf, phonesIn } from './keys';
import { personNameOf, wordsIn } from './personName';
import { cellText, faultOf } from './values';

/**
 * A row, parsed once: which of its cells are sent, and what it is compared by.
 *
 * 1. Of several columns of a field the first that is filled (columns.ts has their order); of an email or a phone the
 *    first that holds one. Of several addresses the first that has more than a country.
 * 2. An infix goes in front of the last name, an addition behind the house number, a second line behind the street; what
 *    stands there already is not written twice.
 * 3. All emails and phones are compared, but those of a role where another is sent.
 * 4. What is not sent, and means something else, is a warning; where extra columns are added, it goes out under its name.
 * 5. An object where text is expected, and a damaged value, keep the row from being sent.
 */

/** What people should look at, though the row is sent. */
export interface Warning {
	/** What such a row has: each is one hint. */
	readonly kind: string;
	readonly text: string;
	/** Whose values are not sent. */
	readonly columns?: readonly string[];
}

type Known = Column & { readonly meaning: NonNullable<Column['meaning']> };

interface Cell {
	readonly column: Known;
	readonly text: string;
}

type Values = Partial<Record<PersonalInfoName, string>>;

export type ParsedRow = ReturnType<ReturnType<typeof rowParser>>;

/**
 * How rows with these columns are parsed, by their values at the places of the columns.
 * @param addsOthers Whether what is not sent otherwise goes out under its own name.
 */
export function rowParser(columns: readonly Column[], addsOthers: boolean) {
	const known = columns
		.filter((column): column is Known => column.meaning !== undefined)
		.sort((one, other) => one.meaning.rank - other.meaning.rank || one.place - other.place);
	const unknown = columns.filter(
		({ name, meaning, isDeclined }) => addsOthers && name.trim() && !meaning && !isDeclined,
	);
	return (values: readonly unknown[]) => {
		const faults: unknown[] = [];
		/** Those of the columns that are filled. */
		const cellsOf = <C extends Column>(some: readonly C[]) =>
			some.flatMap((column) => {
				const value = values[column.place];
				const text = cellText(value);
				const fault = faultOf(column.name, value, text);
				if (fault) faults.push(fault);
				return text ? [{ column, text }] : [];
			});
		const { sent, unsent, compared, warnings } = choose(cellsOf(known), known);
		const others = [...cellsOf(unknown), ...(addsOthers ? unsent : [])];
		if (!addsOthers && unsent.length > 0) {
			const told = unsent.map(({ column, text }) => `'${shown(column.name)}' (${shown(text)})`);
			const names = unsent.map(({ column }) => column.name);
			const text = `Not sent: ${told.join(', ')}`;
			warnings.unshift({ kind: 'values that are not sent', text, columns: names });
		}
		const infos = Object.entries(sent).flatMap(([name, value]) => (value ? [{ name, value }] : []));
		const added = others.map(({ column, text }) => ({ name: column.name, value: text }));
		return {
			/** There is nothing in it at all. */
			isEmpty: values.every((value) => cellText(value) === ''),
			infos: [...infos, ...added],
			keys: keysOf([...infos, ...compared]),
			name: personNameOf(infos),
			warnings,
			/** Why it cannot be sent. */
			problem: faults[0],
		};
	};
}

/**
 * @param filled In the order in which they count.
 * @param columns Filled or not.
 * @returns `sent` in the service's order; `compared`: what counts beside it, first of all the country, though it be a
 * calling code.
 */
function choose(filled: readonly Cell[], columns: readonly Known[]) {
	const cellsOf = ofOneAddress(filled, columns);
	const first = (field: PersonalInfoName, part?: FieldPart) => cellsOf(field, part)[0]?.text;
	const emails = cellsOf('E-mailadres');
	const isEmail = ({ text }: Cell) => addressesIn(text).length > 0;
	const email = emails.find(isEmail);
	const [address, ...more] = addressesIn(email?.text ?? '');
	const phones = cellsOf('Telefoonnummer');
	const hasDigit = ({ text }: Cell) => /\d/.test(text);
	const phone = phones.find(({ text }) => phonesIn(text).length > 0) ?? phones.find(hasDigit);
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
		'E-mailadres': address,
		Telefoonnummer: phone?.text,
		Straatnaam: [number ? street : withAdditions(street, additions), ...lines]
			.filter(Boolean)
			.join(', '),
		Huisnummer: withAdditions(number, additions),
		Postcode: first('Postcode') ?? postcode,
		Plaats: first('Plaats') ?? town,
		Land: isCallingCode ? '' : country,
	};

	const noEmails = emails.filter((cell) => !isEmail(cell));
	const noPhones = phones.filter((cell) => !hasDigit(cell));
	const told = [email, ...noEmails, ...noPhones, ...(number || street ? additions : [])];
	const unsent = filled.filter(
		(cell) => !told.includes(cell) && !meansTheSame(cell, sent, country),
	);
	const comparable = filled.filter(({ column, text }) => {
		const { field, part, isRole } = column.meaning;
		return !part && !isRole && text !== sent[field];
	});
	const compared: PersonalInfo[] = [
		{ name: 'Land', value: country },
		...comparable.map(({ column, text }) => ({ name: column.meaning.field, value: text })),
	];
	const warnings: Warning[] = [
		...noEmails.map((cell) => isNot(cell, 'an email address')),
		...noPhones.map((cell) => isNot(cell, 'a phone number')),
		...doubts(more, phone?.text ?? '', country),
	];
	return { sent, unsent, compared, warnings };
}

/** What may not be meant in what is sent. */
function* doubts(more: string[], phone: string, country: string): Generator<Warning> {
	const others = more.map(shown).join(', ');
	const kind = 'several email addresses in a cell';
	if (others) yield { kind, text: `Only the first address is sent, not ${others}` };
	const lost = 'may have lost its leading 0';
	if (lostZero(phone, country))
		yield { kind: `a phone number that ${lost}`, text: `The phone number ${shown(phone)} ${lost}` };
}

/** Of an address the cells of the one that counts, where it has such a column (rule 1). */
function ofOneAddress(filled: readonly Cell[], columns: readonly Known[]) {
	const ofAddress = filled.filter(({ column }) => isOfAddress(column.meaning.field));
	const one = ofAddress.find(({ column }) => column.meaning.field !== 'Land') ?? ofAddress[0];
	return (field: PersonalInfoName, part?: FieldPart): Cell[] => {
		const isSuch = ({ meaning }: Known) => meaning.field === field && meaning.part === part;
		const isOfOne = ({ meaning }: Known) => meaning.address === one?.column.meaning.address;
		const cells = filled.filter(({ column }) => isSuch(column));
		const hasOwn = isOfAddress(field) && columns.some((own) => isSuch(own) && isOfOne(own));
		return hasOwn ? cells.filter(({ column }) => isOfOne(column)) : cells;
	};
}

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

const isNot = ({ column, text }: Cell, what: string): Warning => ({
	kind: `a text that is not ${what}`,
	text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
});

/** Whether a value says nothing beyond what is sent. */
function meansTheSame({ column, text }: Cell, sent: Values, country: string): boolean {
	const { field } = column.meaning;
	const value = sent[field] ?? '';
	if (` ${value} `.includes(` ${text} `)) return true;
	if (field === 'E-mailadres')
		return addressesIn(text).every((one) => one.toLowerCase() === value.toLowerCase());
	if (field === 'Telefoonnummer') {
		const [phones, others] = [text, value].map((one) => phonesIn(one, country));
		const isSent = (phone: string) => others.some((other) => isSamePhone(phone, other));
		return phones.length > 0 && phones.every(isSent);
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
		/^(?:(?:NL|DE?|BE?)-?\s?)?(\d{4}\s?[A-Z]{2}|\d{4,5})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/iu.exec(
			text,
		);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
}

function lostZero(phone: string, country: string): boolean {
	const code = callingCodeOf(country);
	const digits = phone.replace(/\D/g, '');
	const isNational = /^\(?[1-9]/.test(phone) && digits.length >= 8 && digits.length <= 11;
	return code !== undefined && hasTrunkZero(code) && isNational && !digits.startsWith(code);
}
