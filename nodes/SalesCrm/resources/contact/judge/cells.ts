import type { KnownColumn } from '../columns/columns';
import { isOfAddress } from '../columns/header';
import type { FieldPart, PersonalInfoName } from '../columns/words';

/** A value of a row, with the column that it stands in and so the field that it is of. */
export interface Cell {
	readonly column: KnownColumn;
	readonly text: string;
}

/** A value to send, and the cells that it comes from. */
export interface Chosen {
	readonly value: string;
	readonly from: readonly Cell[];
}

export const chosen = (value: string | undefined, ...from: Array<Cell | undefined>): Chosen =>
	value ? { value, from: from.filter((cell) => cell !== undefined) } : { value: '', from: [] };

export const firstOf = ([cell]: readonly Cell[]): Chosen => chosen(cell?.text, cell);

/** Columns of a field, the first choice first; those of an address also by the address they belong to. */
export type ColumnsByField = ReadonlyMap<string, readonly KnownColumn[]>;

const keyOf = (field: PersonalInfoName, part: FieldPart | '' = '', address: number | '' = '') =>
	`${field} ${part} ${address}`;

/** @param columns In the order in which they count. */
export function columnsByField(columns: readonly KnownColumn[]): ColumnsByField {
	const byField = new Map<string, KnownColumn[]>();
	for (const column of columns) {
		const { field, part, address } = column;
		const keys = [keyOf(field, part), ...(isOfAddress(field) ? [keyOf(field, part, address)] : [])];
		for (const key of keys) byField.set(key, [...(byField.get(key) ?? []), column]);
	}
	return byField;
}

/** The filled cells of a field, the first choice first. */
export type CellsOf = (field: PersonalInfoName, part?: FieldPart) => readonly Cell[];

/** Of several addresses the first with more than a country counts, for each field that it has a column of. */
export function cellsByField(filled: readonly Cell[], columns: ColumnsByField): CellsOf {
	const byColumn = new Map(filled.map((cell) => [cell.column, cell]));
	const ofAddress = filled.filter(({ column }) => isOfAddress(column.field));
	const first = ofAddress.find(({ column }) => column.field !== 'Land') ?? ofAddress[0];
	return (field, part) => {
		const own = isOfAddress(field) && columns.get(keyOf(field, part, first?.column.address));
		const all = own || (columns.get(keyOf(field, part)) ?? []);
		return all.flatMap((column) => byColumn.get(column) ?? []);
	};
}

/** Whether it is of the column of its field that counts most. */
export const isFirstChoice = ({ column }: Cell, columns: ColumnsByField): boolean =>
	column === columns.get(keyOf(column.field))?.[0];
