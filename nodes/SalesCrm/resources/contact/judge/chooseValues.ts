import { type PersonalInfo, PERSONAL_INFO_NAMES } from '../../../../api/types';
import { folded, shown } from '../../../../utils/text';
import { isOfAddress, type KnownColumn, type PersonalInfoName } from '../columns/columns';
import type { FieldPart } from '../columns/words';
import { addressesIn, isSamePhone, numberInStreet, phonesIn } from './keys';
import { wordsIn } from './personName';

/**
 * Which cells of a row are sent as which field.
 *
 * Of several columns of a field the first that is filled is sent (columns.ts has their order); of an email or a phone the
 * first that contains one; of several addresses the first that has more than a country. An infix goes in front of the
 * last name, an addition behind the house number, a second line behind the street; what is already there is not written
 * twice. All emails and phones are compared, but those of a role only if they are sent.
 */

/** What people should know, though the row is sent. */
export interface Warning {
	/** What such a row has: each is one hint. */
	readonly kind: string;
	readonly text: string;
	/** Nothing may be wrong: it is told for all rows together, and not of each. */
	readonly isOrdinary?: boolean;
}

/** A value of a row, with the column that it stands in. */
export interface Cell {
	readonly column: KnownColumn;
	readonly text: string;
}

/** A value to send, and the cells that it comes from. */
interface Chosen {
	readonly value: string;
	readonly from: readonly Cell[];
}

/** The filled cells of a field, the first choice first. */
type CellsOf = (field: PersonalInfoName, part?: FieldPart) => readonly Cell[];

const chosen = (value: string | undefined, ...from: Array<Cell | undefined>): Chosen =>
	value ? { value, from: from.filter((cell) => cell !== undefined) } : { value: '', from: [] };

/**
 * @param filled In the order in which they count.
 * @param columns Filled or not, in the same order.
 * @returns `sent` in the service's order; `unsent`: cells that mean something else; `compared`: what counts beside what
 * is sent.
 */
export function chooseValues(filled: readonly Cell[], columns: readonly KnownColumn[]) {
	const cellsOf = ofOneAddress(filled, columns);
	const [last] = cellsOf('Achternaam');
	const [infix] = cellsOf('Achternaam', 'infix');
	const [country] = cellsOf('Land');
	const land = country?.text ?? '';
	const emails = cellsOf('E-mailadres');
	const email = emails.find(isEmail);
	const [address, ...more] = addressesIn(email?.text ?? '');
	const phones = cellsOf('Telefoonnummer');
	const phone = phones.find(({ text }) => phonesIn(text).length > 0) ?? phones.find(hasDigit);
	const fields: Record<PersonalInfoName, Chosen> = {
		Voornaam: first(cellsOf('Voornaam')),
		Achternaam: chosen(withInfix(infix?.text, last?.text), last, infix),
		'E-mailadres': chosen(address, email),
		Telefoonnummer: chosen(phone?.text, phone),
		...chooseStreet(cellsOf),
		...choosePlace(cellsOf),
		Land: /^(\+|00)?\d+$/.test(land) ? chosen('') : chosen(land, country),
	};
	const entries = Object.entries(fields) as Array<[PersonalInfoName, Chosen]>;
	const sent = Object.fromEntries(entries.map(([field, { value }]) => [field, value])) as Values;
	const used = new Set(entries.flatMap(([, { from }]) => from));

	const noEmails = emails.filter((cell) => !isEmail(cell));
	const noPhones = phones.filter((cell) => !hasDigit(cell));
	const isTold = (cell: Cell) =>
		used.has(cell) || noEmails.includes(cell) || noPhones.includes(cell);
	const unsent = filled.filter((cell) => !isTold(cell) && !meansTheSame(cell, sent));
	const comparable = filled.filter(({ column, text }) => {
		const { field, part, isRole } = column.meaning;
		return !part && !isRole && text !== sent[field];
	});
	const compared: PersonalInfo[] = comparable.map(({ column, text }) => ({
		name: column.meaning.field,
		value: text,
	}));
	const warnings: Warning[] = [
		...noEmails.map((cell) => isNot(cell, 'an email address')),
		...noPhones.map((cell) => isNot(cell, 'a phone number')),
		...doubts(more, sent.Telefoonnummer, land),
		...entries.flatMap(([field, { from }]) => [...secondChoice(field, from, columns)]),
		...ofHouseNumber(fields),
	];
	return { sent, used, unsent, compared, warnings };
}

type Values = Record<PersonalInfoName, string>;

const first = ([cell]: readonly Cell[]): Chosen => chosen(cell?.text, cell);

const isEmail = ({ text }: Cell): boolean => addressesIn(text).length > 0;
const hasDigit = ({ text }: Cell): boolean => /\d/.test(text);

/** Of an address the cells of the one that counts, if it has such a column. */
function ofOneAddress(filled: readonly Cell[], columns: readonly KnownColumn[]): CellsOf {
	const ofAddress = filled.filter(({ column }) => isOfAddress(column.meaning.field));
	const one = ofAddress.find(({ column }) => column.meaning.field !== 'Land') ?? ofAddress[0];
	return (field, part) => {
		const isSuch = ({ meaning }: KnownColumn) => meaning.field === field && meaning.part === part;
		const isOfOne = ({ meaning }: KnownColumn) => meaning.address === one?.column.meaning.address;
		const cells = filled.filter(({ column }) => isSuch(column));
		const hasOwn = isOfAddress(field) && columns.some((own) => isSuch(own) && isOfOne(own));
		return hasOwn ? cells.filter(({ column }) => isOfOne(column)) : cells;
	};
}

function chooseStreet(cellsOf: CellsOf): Record<'Straatnaam' | 'Huisnummer', Chosen> {
	const [street] = cellsOf('Straatnaam');
	const lines = cellsOf('Straatnaam', 'secondLine');
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const own = cellsOf('Huisnummer')[0] ?? ends.find(isHouseNumber);
	const [, name, number] =
		(!own && street?.column.meaning.hasNumber && STREET_AND_NUMBER.exec(street.text)) || [];
	const additions = ends.filter((cell) => cell !== own);
	const [before, at] = [name ?? street?.text, own?.text ?? number];
	const whole = [at ? before : withAdditions(before, additions), ...lines.map(({ text }) => text)];
	return {
		Straatnaam: chosen(
			whole.filter(Boolean).join(', '),
			street,
			...lines,
			...(at || !before ? [] : additions),
		),
		Huisnummer: chosen(withAdditions(at, additions), own ?? street, ...additions),
	};
}

/** "Lange Weg 12-2 A" is Lange Weg and 12-2 A; "Plein 1944 12" is Plein 1944 and 12. */
const STREET_AND_NUMBER =
	/^(.*?\p{L}.*?)[\s,]+(\d{1,5}(?:\s?\p{L}{1,5}(?!\p{L}))?(?:\s?[-/+]\s?[\p{L}\d]{1,5})*(?:\s\p{L}{1,5})?)$/u;

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

function choosePlace(cellsOf: CellsOf): Record<'Postcode' | 'Plaats', Chosen> {
	const [both] = cellsOf('Postcode', 'withTown');
	const { postcode, town } = apart(both?.text);
	const [own, ownTown] = [first(cellsOf('Postcode')), first(cellsOf('Plaats'))];
	return {
		Postcode: own.value ? own : chosen(postcode, both),
		Plaats: ownTown.value ? ownTown : chosen(town, both),
	};
}

/** A postcode and a town in one value, where it is plainly a Dutch, German or Belgian one. */
function apart(text = ''): { postcode?: string; town?: string } {
	const both =
		/^(?:(?:NL|DE?|BE?)-?\s?)?(\d{4}\s?[A-Z]{2}|\d{4,5})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/iu.exec(
			text,
		);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
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

/** Whether a value says nothing beyond what is sent. */
function meansTheSame({ column, text }: Cell, sent: Values): boolean {
	const { field } = column.meaning;
	const value = sent[field];
	if (` ${value} `.includes(` ${text} `)) return true;
	if (field === 'E-mailadres')
		return addressesIn(text).every((one) => one.toLowerCase() === value.toLowerCase());
	if (field === 'Telefoonnummer') {
		const [phones, others] = [text, value].map(phonesIn);
		const isSent = (phone: string) => others.some((other) => isSamePhone(phone, other));
		return phones.length > 0 && phones.every(isSent);
	}
	const known = new Set(wordsIn(Object.values(sent).join(' ')));
	return wordsIn(text.slice(0, 1_000)).every((word) => known.has(word));
}

const isNot = ({ column, text }: Cell, what: string): Warning => ({
	kind: `a text that is not ${what}`,
	text: `'${shown(column.name)}' (${shown(text)}) is not ${what}, so it is not sent`,
});

/** What may not be meant in what is sent. */
function* doubts(more: string[], phone: string, country: string): Generator<Warning> {
	const others = more.map(shown).join(', ');
	const kind = 'several email addresses in a cell';
	if (others) yield { kind, text: `Only the first address is sent, not ${others}` };
	const lost = 'may have lost its leading 0';
	if (lostZero(phone, country))
		yield { kind: `a phone number that ${lost}`, text: `The phone number ${shown(phone)} ${lost}` };
}

/** Dutch numbers have ten digits, of which a spreadsheet drops the first. */
const lostZero = (phone: string, country: string): boolean =>
	/^[1-9]\d{8}$/.test(phone.replace(/[\s()./-]/g, '')) && DUTCH.test(folded(country).trim());

const DUTCH =
	/^(|NL|(THE )?NETHERLANDS|NEDERLAND|HOLLAND|NIEDERLANDE|PAYS-BAS|HOLANDIA|PAISES BAJOS|PAESI BASSI|\+?31|0031)$/;

/** A column that is sent only if the first of its field is empty. */
function* secondChoice(
	field: PersonalInfoName,
	[cell]: readonly Cell[],
	columns: readonly KnownColumn[],
): Generator<Warning> {
	const isOfField = ({ meaning }: KnownColumn) => meaning.field === field && !meaning.part;
	if (!cell || !isOfField(cell.column) || cell.column === columns.find(isOfField)) return;
	const label = PERSONAL_INFO_NAMES[field].toLowerCase();
	const kind = `${/^e/.test(label) ? 'an' : 'a'} ${label} from '${shown(cell.column.name)}'`;
	yield { kind, text: shown(cell.text), isOrdinary: true };
}

/** Where the house number went. */
function* ofHouseNumber({ Straatnaam, Huisnummer }: Record<PersonalInfoName, Chosen>) {
	const [street] = Straatnaam.from;
	if (street && Huisnummer.from[0] === street) {
		const kind = `street and house number in '${shown(street.column.name)}'`;
		const text = `${shown(Straatnaam.value)} and ${shown(Huisnummer.value)}`;
		yield { kind, text, isOrdinary: true };
	} else if (!Huisnummer.value && numberInStreet(Straatnaam.value)) {
		const kind = 'the house number in the street';
		yield { kind, text: shown(Straatnaam.value), isOrdinary: true };
	}
}
