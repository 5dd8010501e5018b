import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../utils/text';

export const ID_FIELDS = ['id', '_id', 'uuid'];

/**
 * The rows received so far, by ID or content. Inserted rows push others to the beginning of the next page. If a row appears
 * again elsewhere, it may have moved, or be another one that looks the same, so the list is reported as uncertain.
 */
export class SeenRows {
	private readonly keys = new Set<string>();

	private doubtful = 0;

	count = 0;

	constructor(private readonly idField: string | undefined) {}

	take(rows: IDataObject[]): IDataObject[] {
		const fresh = rows.filter(this.isNew);
		const pushedHere = this.idField ? rows.indexOf(fresh[0]) : 0;
		this.doubtful += rows.length - fresh.length - pushedHere;
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
		return (this.idField && textOf(row[this.idField])) || textOf(row);
	}
}

/** The ID of the record itself, never of an object inside it. */
export function recordId(record: IDataObject): string | undefined {
	const field = idFieldOf([record]);
	return field && textOf(record[field]);
}

/** The first ID field that each of these rows has with a value of its own. */
export const idFieldOf = (rows: IDataObject[]): string | undefined =>
	ID_FIELDS.find(
		(name) => new Set(rows.map((row) => textOf(row[name])).filter(Boolean)).size === rows.length,
	);
