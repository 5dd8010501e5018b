import { folded } from '../utils/text';
import type { KnownColumn } from './columns';
import { isOfAddress } from './headers';
import type { FieldPart, PersonalInfoName } from './words';
import { addressesIn, phonesIn } from './keys';

export interface Cell {
	readonly column: KnownColumn;
	readonly text: string;
}

/** A value to send, empty for none, and the cells that it comes from. */
export interface Chosen {
	readonly value: string;
	readonly from: readonly Cell[];
}

const chosen = (value = '', ...from: Array<Cell | undefined>): Chosen => ({
	value,
	from: value ? from.filter((cell) => cell !== undefined) : [],
});

const whole = (cell: Cell | undefined): Chosen => chosen(cell?.text, cell);

/** The filled cells of a field, the first choice first. */
type CellsOf = (field: PersonalInfoName, part?: FieldPart) => readonly Cell[];

/**
 * Columns with the same qualifier words are one address (`Business Street`, `Business City`). The first address with a
 * value is sent. Others only add fields for which the first has no column.
 */
function cellsByField(filled: readonly Cell[], columns: readonly KnownColumn[]): CellsOf {
	const first = filled.find(({ column }) => isOfAddress(column.field));
	const isOfFirst = ({ qualifierWords }: KnownColumn) =>
		qualifierWords === first?.column.qualifierWords;
	return (field, part) => {
		const isSuch = (column: KnownColumn) => column.field === field && column.part === part;
		const cells = filled.filter(({ column }) => isSuch(column));
		if (cells.length === 0 || (!isOfAddress(field) && field !== 'Land')) return cells;
		const hasOwn = columns.some((column) => isSuch(column) && isOfFirst(column));
		return hasOwn ? cells.filter(({ column }) => isOfFirst(column)) : cells;
	};
}

export type ChosenFields = Readonly<Record<PersonalInfoName, Chosen>>;

/** The value to send for each field. @param filled The most important cell first. @param columns All known columns. */
export function chooseFields(
	filled: readonly Cell[],
	columns: readonly KnownColumn[],
): ChosenFields {
	const cellsOf = cellsByField(filled, columns);
	return {
		Voornaam: whole(cellsOf('Voornaam')[0]),
		Achternaam: lastName(cellsOf('Achternaam')[0], cellsOf('Achternaam', 'infix')[0]),
		'E-mailadres': email(cellsOf('E-mailadres')),
		Telefoonnummer: phone(cellsOf('Telefoonnummer')),
		...streetFields(cellsOf),
		...townFields(cellsOf),
		Land: whole(cellsOf('Land').find((cell) => !isMisfit(cell))),
	};
}

/** Puts the infix in front, unless the last name already contains it. */
function lastName(last: Cell | undefined, infix: Cell | undefined): Chosen {
	if (!infix || !last) return whole(last ?? infix);
	const [lower, name] = [infix.text.toLowerCase(), last.text.toLowerCase()];
	const hasInfix = name.startsWith(`${lower} `) || name.endsWith(`, ${lower}`);
	return chosen(hasInfix ? last.text : `${infix.text} ${last.text}`, last, infix);
}

function email(cells: readonly Cell[]): Chosen {
	const cell = cells.find(({ text }) => addressesIn(text).length > 0);
	return chosen(cell && addressesIn(cell.text)[0], cell);
}

const phone = (cells: readonly Cell[]): Chosen =>
	whole(cells.find(({ text }) => phonesIn(text).length > 0) ?? cells.find(hasDigit));

const hasDigit = ({ text }: Cell): boolean => /\d/.test(text);

/** Whether it cannot be sent as its field: an email without an address, a phone without a digit, a country of digits. */
export function isMisfit(cell: Cell): boolean {
	const { column, text } = cell;
	if (column.field === 'E-mailadres') return addressesIn(text).length === 0;
	if (column.field === 'Telefoonnummer') return !hasDigit(cell);
	return column.field === 'Land' && /^(\+|00)?\d+$/.test(text);
}

/** An addition follows the house number, or the street if that includes the number; a second line follows the street. */
function streetFields(cellsOf: CellsOf): Record<'Straatnaam' | 'Huisnummer', Chosen> {
	const [name] = cellsOf('Straatnaam');
	const lines = cellsOf('Straatnaam', 'secondLine');
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const number = cellsOf('Huisnummer')[0] ?? ends.find(isHouseNumber);
	const additions = ends.filter((cell) => cell !== number);
	const inStreet = number || !name ? [] : additions;
	const texts = [withAdditions(name, inStreet), ...lines.map(({ text }) => text)];
	return {
		Straatnaam: chosen(texts.filter(Boolean).join(', '), name, ...lines, ...inStreet),
		Huisnummer: chosen(withAdditions(number, additions), number, ...additions),
	};
}

const isHouseNumber = ({ column, text }: Cell): boolean =>
	/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);

/** `12` and `A` become `12 A`, but `12A` and `A` stay `12A`. */
const withAdditions = (cell: Cell | undefined, additions: readonly Cell[]) =>
	additions.reduce((all, { text }) => {
		const isIncluded = /^\p{L}/u.test(text) && /\d/.test(all ?? '');
		return !all || (isIncluded && folded(all).endsWith(folded(text))) ? all : `${all} ${text}`;
	}, cell?.text);

function townFields(cellsOf: CellsOf): Record<'Postcode' | 'Plaats', Chosen> {
	const [both] = cellsOf('Postcode', 'withTown');
	const [postcode] = cellsOf('Postcode');
	const [town] = cellsOf('Plaats');
	const split = both ? postcodeAndTown(both.text) : {};
	return {
		Postcode: postcode ? whole(postcode) : chosen(split.postcode, both),
		Plaats: town ? whole(town) : chosen(split.town, both),
	};
}

/** Splits `1234 AB Ede` if it begins with a Dutch, German or Belgian postcode. */
function postcodeAndTown(text: string): { postcode?: string; town?: string } {
	const both =
		/^(?:(?:NL|DE?|BE?)-?\s?)?(\d{4}\s?[A-Z]{2}|\d{4,5})[\s,]+(?![A-Z]{2}$)(['’]?\p{L}.*)$/iu.exec(
			text,
		);
	if (both) return { postcode: both[1], town: both[2] };
	return /\d/.test(text) ? { postcode: text } : { town: text };
}
