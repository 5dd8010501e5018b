import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../utils/text';

/** Names of the field that is an id wherever there is one. */
export const ID_FIELDS = ['id', '_id', 'uuid'];
const ID_NAME = /(id|key)$/i;

/**
 * Which rows of a list have come. A row is told apart by the field that is its id: `id`, `_id`, `uuid`,
 * or another named so that every row of page 0 has and no two share; else by its content.
 *
 * Rows that are inserted push others on to the beginning of the next page. One that comes again further
 * on is in doubt: the order of the list is not steady, or it is another row that looks the same. Without
 * an id that is true of each.
 */
export class SeenRows {
	private readonly keys = new Set<string>();

	/** Undefined where rows are told apart by their content. */
	idField: string | undefined;

	private doubtful = 0;

	/** How many different rows came. */
	count = 0;

	/** @param repeats Rows that came before are handed on, too. */
	constructor(private readonly repeats: boolean) {}

	/** The rows that are handed on. */
	take(rows: IDataObject[]): IDataObject[] {
		if (this.count === 0) this.idField = idFieldOf(rows);
		const keys = rows.map((row) => this.keyOf(row));
		const cameBefore = keys.map((key) => this.keys.has(key));
		const pushedOn = this.idField ? cameBefore.indexOf(false) : 0;
		this.doubtful += cameBefore.slice(pushedOn).filter(Boolean).length;
		const fresh = rows.filter((_row, n) => {
			// Without an id, equal rows of one page are several.
			const isRepeat = this.idField ? this.keys.has(keys[n]) : cameBefore[n];
			this.keys.add(keys[n]);
			return !isRepeat;
		});
		this.count += fresh.length;
		return this.repeats ? rows : fresh;
	}

	/** Whether there is a row among them that has not come before. */
	hasNew = (rows: IDataObject[]): boolean => rows.some((row) => !this.keys.has(this.keyOf(row)));

	isSame = (one: IDataObject | undefined, other: IDataObject): boolean =>
		one !== undefined && this.keyOf(one) === this.keyOf(other);

	get incompleteReason(): string | undefined {
		if (this.doubtful === 0) return undefined;
		return `${this.doubtful} entries were received more than once and count once. Others may be missing: the list changed while it was read, its order is not steady, or some entries look the same.`;
	}

	private keyOf(row: IDataObject): string {
		return (this.idField && textOf(row[this.idField])) || JSON.stringify(row);
	}
}

/** The ID of a listed record itself, never that of an object in it; undefined if it has none. */
export function recordId(record: IDataObject): string | undefined {
	const field = idFieldOf([record]);
	return field && textOf(record[field]);
}

/** The field that tells these rows apart; undefined where only their content does. */
export function idFieldOf(rows: IDataObject[]): string | undefined {
	// Of a single row every field is its own.
	const others = rows.length > 1 ? Object.keys(rows[0]).filter((name) => ID_NAME.test(name)) : [];
	return [...ID_FIELDS, ...others].find((name) => {
		const ids = rows.map((row) => textOf(row[name])).filter((id) => id !== '');
		return new Set(ids).size === rows.length;
	});
}
