import { folded } from '../utils/text';
import { addressParts } from './address';
import type { KnownColumn } from './columns';
import { ADDRESS_FIELDS } from './headers';
import { PERSONAL_INFO_NAMES } from './personalInfos';
import type { FieldPart, PersonalInfoName } from './words';
import { isAlike } from './personName';

export interface Cell {
	readonly column: KnownColumn;
	/** Those of its column, or of a part of its text. */
	readonly field: PersonalInfoName;
	readonly part?: FieldPart;
	readonly text: string;
	/** What it has for its field, the first one to send; empty if it cannot be sent. */
	readonly values: readonly string[];
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

const whole = (cell: Cell | undefined): Chosen => chosen(cell?.values[0], cell);

/**
 * A cell with several fields of an address becomes one cell for each, behind those of columns of their own. A street
 * stays whole if another column says otherwise, and if it is not the first one.
 */
function takenApart(cells: readonly Cell[]): Cell[] {
	const street = cells.find(({ field, part }) => field === 'Straatnaam' && !part);
	const further: Cell[] = [];
	const first = cells.map((cell) => {
		const { column, field, part, values } = cell;
		const parts = addressParts(field, part, values[0]);
		const contradicts = (other: Cell) =>
			!(other.part || other.field === 'Straatnaam' || other.field === 'Land') &&
			parts[other.field] !== undefined &&
			!isAlike(parts[other.field]!, other.values[0]);
		if (field === 'Straatnaam' && (cell !== street || cells.some(contradicts))) return cell;
		const pieces = Object.entries(parts).map(
			([name, text]): Cell => ({ column, field: name as PersonalInfoName, text, values: [text] }),
		);
		const own = part ? undefined : pieces.find((piece) => piece.field === field);
		further.push(...pieces.filter((piece) => piece !== own));
		return own ?? cell;
	});
	return [...first, ...further];
}

/** The filled cells of a field, the first choice first. */
type CellsOf = (field: PersonalInfoName, part?: FieldPart) => readonly Cell[];

/**
 * Columns with the same qualifier words are one address (`Business Street`, `Business City`). The first address with a
 * value is sent. Others only add fields for which the first has no column.
 */
function cellsByField(filled: readonly Cell[], columns: readonly KnownColumn[]): CellsOf {
	const first = filled.find(({ field }) => ADDRESS_FIELDS.includes(field));
	const isOfFirst = ({ qualifierWords }: KnownColumn) =>
		qualifierWords === first?.column.qualifierWords;
	return (field, part) => {
		const isSuch = (one: Cell | KnownColumn) => one.field === field && one.part === part;
		const cells = filled.filter(isSuch);
		if (cells.length === 0 || (!ADDRESS_FIELDS.includes(field) && field !== 'Land')) return cells;
		const ofFirst = cells.filter(({ column }) => isOfFirst(column));
		const hasColumn = columns.some((column) => isSuch(column) && isOfFirst(column));
		return ofFirst.length > 0 || hasColumn ? ofFirst : cells;
	};
}

export type ChosenFields = Readonly<Record<PersonalInfoName, Chosen>>;

const FIELDS = Object.keys(PERSONAL_INFO_NAMES) as PersonalInfoName[];

/** The value to send for each field. @param filled The most important cell first. @param columns All known columns. */
export function chooseFields(
	filled: readonly Cell[],
	columns: readonly KnownColumn[],
): ChosenFields {
	const sendable = filled.filter(({ values }) => values.length > 0);
	const cellsOf = cellsByField(takenApart(sendable), columns);
	const composed: Partial<ChosenFields> = {
		Achternaam: lastName(cellsOf),
		...streetFields(cellsOf),
	};
	const fields = {} as Record<PersonalInfoName, Chosen>;
	for (const field of FIELDS) fields[field] = composed[field] ?? whole(cellsOf(field)[0]);
	return fields;
}

/** Puts the infix in front, unless the last name already contains it. */
function lastName(cellsOf: CellsOf): Chosen {
	const [[last], [infix]] = [cellsOf('Achternaam'), cellsOf('Achternaam', 'infix')];
	if (!last) return whole(infix);
	const [name, first] = [last.values[0], cellsOf('Voornaam')[0]?.values[0]];
	// A whole name beside the first name repeats it.
	const bare = last.column.isWhole && first ? without(name, first) : name;
	if (!infix) return chosen(bare, last);
	const hasInfix = without(bare, infix.text) !== bare;
	return chosen(hasInfix ? bare : `${infix.text} ${bare}`, last, infix);
}

/** A name without a part of it: `Jan de Wit` and `Wit, Jan` without `Jan`. */
function without(name: string, part: string): string {
	const [lower, own] = [name.toLowerCase(), part.toLowerCase()];
	if (lower === own) return '';
	if (lower.startsWith(`${own} `)) return name.slice(own.length).trim();
	return lower.endsWith(`, ${own}`) ? name.slice(0, -own.length).replace(/,\s*$/, '') : name;
}

/** An addition follows the house number, or the street if that includes the number; a second line follows the street. */
function streetFields(cellsOf: CellsOf): Record<'Straatnaam' | 'Huisnummer', Chosen> {
	const [street] = cellsOf('Straatnaam');
	const ends = cellsOf('Huisnummer', 'addition');
	// "Huisnummer + toevoeging" may be one column.
	const isBoth = ({ column, text }: Cell) =>
		/^\d/.test(text) && /^(huis|haus|house)/i.test(column.name);
	const number = cellsOf('Huisnummer')[0] ?? ends.find(isBoth);
	const additions = ends.filter((cell) => cell !== number);
	const inStreet = number || !street ? [] : additions;
	const name = withAdditions(street && withoutNumber(street.values[0], number), inStreet);
	const lines = cellsOf('Straatnaam', 'secondLine').filter(
		({ text }) => !` ${name} `.includes(` ${text} `),
	);
	const texts = [name, ...lines.map(({ text }) => text)];
	return {
		Straatnaam: chosen(texts.filter(Boolean).join(', '), street, ...lines, ...inStreet),
		Huisnummer: chosen(withAdditions(number?.values[0], additions), number, ...additions),
	};
}

/** A street that ends with the number beside it repeats it. */
function withoutNumber(street: string, number: Cell | undefined): string {
	const end = number && ` ${number.values[0]}`;
	return end && street.length > end.length && street.endsWith(end)
		? street.slice(0, -end.length).replace(/[\s,]+$/, '')
		: street;
}

/** `12` and `A` become `12 A`, but `12A` and `A` stay `12A`. */
const withAdditions = (start: string | undefined, additions: readonly Cell[]) =>
	additions.reduce((all, { values: [text] }) => {
		const isIncluded = /^\p{L}/u.test(text) && /\d/.test(all ?? '');
		return !all || (isIncluded && folded(all).endsWith(folded(text))) ? all : `${all} ${text}`;
	}, start);
