import { folded } from '../../../../utils/text';
import type { KnownColumn } from '../columns/columns';
import { isOfAddress } from '../columns/header';
import type { FieldPart, PersonalInfoName } from '../columns/words';
import { addressesIn, phonesIn } from './keys';

/** A value of a row, with the column that it stands in and so the field that it is of. */
export interface Cell {
	readonly column: KnownColumn;
	readonly text: string;
}

/** A value to send, empty for none, and the cells that it comes from. */
export interface Chosen {
	readonly value: string;
	readonly from: readonly Cell[];
}

const chosen = (value = '', ...from: Array<Cell | undefined>): Chosen =>
	value ? { value, from: from.filter((cell) => cell !== undefined) } : { value, from: [] };

const whole = (cell: Cell | undefined): Chosen => chosen(cell?.text, cell);

/** The filled cells of a field, the first choice first. */
export type CellsOf = (field: PersonalInfoName, part?: FieldPart) => readonly Cell[];

/**
 * Of several addresses the first with more than a country counts, for each field that it has a column of.
 * @param filled In the order in which they count.
 * @param columns Filled or not.
 */
export function cellsByField(filled: readonly Cell[], columns: readonly KnownColumn[]): CellsOf {
	const ofAddress = filled.filter(({ column }) => isOfAddress(column.field));
	const first = ofAddress.find(({ column }) => column.field !== 'Land') ?? ofAddress[0];
	const isOfFirst = ({ address }: KnownColumn) => address === first.column.address;
	return (field, part) => {
		const isSuch = (column: KnownColumn) => column.field === field && column.part === part;
		const cells = filled.filter(({ column }) => isSuch(column));
		if (cells.length === 0 || !isOfAddress(field)) return cells;
		const hasOwn = columns.some((column) => isOfFirst(column) && isSuch(column));
		return hasOwn ? cells.filter(({ column }) => isOfFirst(column)) : cells;
	};
}

export type ChosenFields = Readonly<Record<PersonalInfoName, Chosen>>;

/** How each field is chosen: of several columns the first that is filled, of an email or phone that contains one. */
export const chooseFields = (cellsOf: CellsOf): ChosenFields => ({
	Voornaam: whole(cellsOf('Voornaam')[0]),
	Achternaam: lastName(cellsOf('Achternaam')[0], cellsOf('Achternaam', 'infix')[0]),
	'E-mailadres': email(cellsOf('E-mailadres')),
	Telefoonnummer: phone(cellsOf('Telefoonnummer')),
	...street(cellsOf),
	...place(cellsOf),
	Land: country(cellsOf('Land')[0]),
});

/** An infix goes in front, unless it stands there. */
function lastName(last: Cell | undefined, infix: Cell | undefined): Chosen {
	if (!infix || !last) return whole(last ?? infix);
	const [lower, name] = [infix.text.toLowerCase(), last.text.toLowerCase()];
	const stands = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return chosen(stands ? last.text : `${infix.text} ${last.text}`, last, infix);
}

function email(cells: readonly Cell[]): Chosen {
	const cell = cells.find(({ text }) => addressesIn(text).length > 0);
	return chosen(cell && addressesIn(cell.text)[0], cell);
}

const phone = (cells: readonly Cell[]): Chosen =>
	whole(cells.find(({ text }) => phonesIn(text).length > 0) ?? cells.find(hasDigit));

const hasDigit = ({ text }: Cell): boolean => /\d/.test(text);

/** Whether it cannot be sent as its field: an email without an address, a phone without a digit. */
export const isMisfit = (cell: Cell): boolean =>
	cell.column.field === 'E-mailadres'
		? addressesIn(cell.text).length === 0
		: cell.column.field === 'Telefoonnummer' && !hasDigit(cell);

/** An addition stands behind the house number, or behind the street if that has it; a second line behind the street. */
function street(cellsOf: CellsOf): Record<'Straatnaam' | 'Huisnummer', Chosen> {
	const [first] = cellsOf('Straatnaam');
	const lines = cellsOf('Straatnaam', 'secondLine');
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const own = cellsOf('Huisnummer')[0] ?? ends.find(isHouseNumber);
	const [, name = first?.text, number = own?.text] =
		(!own && first?.column.hasNumber && STREET_AND_NUMBER.exec(first.text)) || [];
	const additions = ends.filter((cell) => cell !== own);
	const inStreet = number || !name ? [] : additions;
	const texts = [withAdditions(name, inStreet), ...lines.map(({ text }) => text)];
	return {
		Straatnaam: chosen(texts.filter(Boolean).join(', '), first, ...lines, ...inStreet),
		Huisnummer: chosen(withAdditions(number, additions), own ?? first, ...additions),
	};
}

/** "Lange Weg 12-2 A" is Lange Weg and 12-2 A; "Plein 1944 12" is Plein 1944 and 12. */
const STREET_AND_NUMBER =
	/^(.*?\p{L}.*?)[\s,]+(\d{1,5}(?:\s?\p{L}{1,5}(?!\p{L}))?(?:\s?[-/+]\s?[\p{L}\d]{1,5})*(?:\s\p{L}{1,5})?)$/u;

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

/** `12A` and `A` is `12A`. */
const withAdditions = (number: string | undefined, additions: readonly Cell[]) =>
	additions.reduce((all, { text }) => {
		const isThere = /^\p{L}/u.test(text) && /\d/.test(all ?? '');
		return !all || (isThere && folded(all).endsWith(folded(text))) ? all : `${all} ${text}`;
	}, number);

/** Postcode and town may stand in one column. */
function place(cellsOf: CellsOf): Record<'Postcode' | 'Plaats', Chosen> {
	const [both] = cellsOf('Postcode', 'withTown');
	const [postcode] = cellsOf('Postcode');
	const [town] = cellsOf('Plaats');
	const apart = both ? postcodeAndTown(both.text) : {};
	return {
		Postcode: postcode ? whole(postcode) : chosen(apart.postcode, both),
		Plaats: town ? whole(town) : chosen(apart.town, both),
	};
}

/** Told apart if it is plainly a Dutch, German or Belgian postcode. */
function postcodeAndTown(text: string): { postcode?: string; town?: string } {
	const both =
		/^(?:(?:NL|DE?|BE?)-?\s?)?(\d{4}\s?[A-Z]{2}|\d{4,5})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/iu.exec(
			text,
		);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
}

/** A telephone code is not a country. */
const country = (cell: Cell | undefined): Chosen =>
	cell && /^(\+|00)?\d+$/.test(cell.text) ? { value: '', from: [cell] } : whole(cell);
