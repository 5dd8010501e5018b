import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../utils/text';

/** Names of the field that is an id wherever there is one. */
export const ID_FIELDS = ['id', '_id', 'uuid'];

/**
 * Which rows of a list have come, told apart by the one of these fields that every row of the first page has and no two
 * share, else by their content. Inserted rows push others on to the beginning of the next page. If a row appears again
 * further on, or without an id, it may have moved or be another one that looks the same: the list is uncertain.
 */
export class SeenRows {
	private readonly keys = new Set<string>();

	private doubtful = 0;

	count = 0;

	constructor(private readonly idField: string | undefined) {}

	/** @returns Those that did not come on an earlier page. */
	take(rows: IDataObject[]): IDataObject[] {
		const fresh = rows.filter(this.isNew);
		const pushedOn = this.idField ? rows.indexOf(fresh[0]) : 0;
		this.doubtful += rows.length - fresh.length - pushedOn;
		this.count += fresh.length;
		for (const row of fresh) this.keys.add(this.keyOf(row));
		return fresh;
	}

	isNew = (row: IDataObject): boolean => !this.keys.has(this.keyOf(row));

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

/** The field that tells these rows apart; undefined if only their content does. */
export const idFieldOf = (rows: IDataObject[]): string | undefined =>
	ID_FIELDS.find(
		(name) => new Set(rows.map((row) => textOf(row[name])).filter(Boolean)).size === rows.length,
	);
