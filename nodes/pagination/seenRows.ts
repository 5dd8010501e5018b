import type { IDataObject } from 'n8n-workflow';

/** Names of the field that is an id wherever there is one. */
export const ID_FIELDS = ['id', '_id', 'uuid'];
const ID_NAME = /(id|key)$/i;

/**
 * Which rows of a list have come. A row is told apart by the field that is its id: `id`, `_id`,
 * `uuid`, or another named so that every row of page 0 has and no two share; else by its content.
 * The same id with other content is another row, or the same one changed meanwhile: nothing may be
 * lost, so both are let through, and the doubt says so.
 */
export class SeenRows {
	private readonly rows = new Map<unknown, IDataObject | true>();

	private idField: string | undefined;

	private shared: unknown;

	private equal = 0;

	/** @param repeats All rows are let through; no more than their ids is kept. */
	constructor(private readonly repeats: boolean) {}

	/** How many different rows came. */
	count = 0;

	get hasIds(): boolean {
		return this.idField !== undefined;
	}

	/** The rows that are let through. */
	take(rows: IDataObject[]): IDataObject[] {
		if (this.rows.size === 0) this.idField = idFieldOf(rows);
		const keys = rows.map((row) => this.keyOf(row));
		// Without an id, equal rows of one page are several.
		const isKnown = keys.map((key) => !this.hasIds && this.rows.has(key));
		return rows.filter((row, n) => {
			const known = this.rows.get(keys[n]);
			const isRepeat = this.hasIds ? known !== undefined : isKnown[n];
			if (!isRepeat) this.rows.set(keys[n], this.repeats || row);
			if (!isRepeat) this.count++;
			if (this.repeats || !isRepeat) return true;
			if (this.hasIds && JSON.stringify(known) !== JSON.stringify(row)) {
				this.shared ??= keys[n];
				return true;
			}
			if (!this.hasIds) this.equal++;
			return false;
		});
	}

	/** Whether there is a row among them that has not come before. */
	hasNew = (rows: IDataObject[]): boolean => rows.some((row) => !this.rows.has(this.keyOf(row)));

	isSame = (one: IDataObject | undefined, other: IDataObject): boolean =>
		one !== undefined && this.keyOf(one) === this.keyOf(other);

	/** What is uncertain of the rows that were let through. */
	get incompleteReason(): string | undefined {
		if (this.shared !== undefined) {
			return `The service sent different entries with the same id (the first of them: ${String(this.shared)}). All are kept: they may be several entries, or one that changed while the list was read.`;
		}
		if (this.equal === 0) return undefined;
		return `${this.equal} entries without an id equal earlier ones and were left out: they may be the same, or several that are alike.`;
	}

	private keyOf(row: IDataObject): unknown {
		const id = this.idField === undefined ? undefined : row[this.idField];
		if (id === undefined || id === null) return JSON.stringify(row);
		return typeof id === 'object' ? JSON.stringify(id) : id;
	}
}

/** The field that tells these rows apart; undefined where only their content does. */
function idFieldOf(rows: IDataObject[]): string | undefined {
	// Of a single row every field is its own.
	const others = rows.length > 1 ? Object.keys(rows[0]).filter((name) => ID_NAME.test(name)) : [];
	return [...ID_FIELDS, ...others].find((name) => {
		const ids = rows
			.map((row) => row[name])
			.filter((id) => !['', null, undefined].includes(id as null));
		return new Set(ids.map((id) => JSON.stringify(id))).size === rows.length;
	});
}
