import type { IDataObject } from 'n8n-workflow';

export interface Taken {
	/** The rows that are let through. */
	fresh: IDataObject[];
	/** The first id that came with other content. */
	twofold?: unknown;
	/** Whether there was a row among them that had not come before. */
	isNew: boolean;
	/** Whether rows were let through that had come before. */
	repeated?: boolean;
}

/**
 * Lets every row through once. Rows that are inserted or removed while a list is read push others
 * to a second page; they are told by their id and content. The same id with other content is
 * another row, or the same one changed meanwhile: nothing may be lost, so both are let through.
 */
export class RowsOnce {
	/** By id: the row, or, once a second one came, the contents of all. */
	private readonly seen = new Map<unknown, IDataObject | Set<string>>();

	take(rows: IDataObject[]): Taken {
		let twofold: unknown;
		const fresh = rows.filter((row) => {
			const id = idOf(row);
			if (id === undefined) return true;
			const known = this.seen.get(id);
			if (known === undefined) {
				this.seen.set(id, row);
				return true;
			}
			const contents = known instanceof Set ? known : new Set([JSON.stringify(known)]);
			const content = JSON.stringify(row);
			if (contents.has(content)) return false;
			this.seen.set(id, contents.add(content));
			twofold ??= id;
			return true;
		});
		return { fresh, twofold, isNew: fresh.length > 0 };
	}

	/** Whether all of them have ids, and none is new. */
	knows(rows: IDataObject[]): boolean {
		return rows.every((row) => this.seen.has(idOf(row)));
	}
}

/** Lets all rows through, and knows of each no more than its id. */
export class IdsOnce {
	private readonly seen = new Set<unknown>();

	take(rows: IDataObject[]): Taken {
		let isNew = false;
		let repeated = false;
		for (const row of rows) {
			const id = idOf(row);
			if (this.seen.has(id)) repeated = true;
			else isNew = true;
			if (id !== undefined) this.seen.add(id);
		}
		return { fresh: rows, isNew, repeated };
	}

	knows(rows: IDataObject[]): boolean {
		return rows.every((row) => this.seen.has(idOf(row)));
	}
}

/** Whether two pages show the same rows: by their ids where all have one, else by content. */
export function sameRows(one: IDataObject[], other: IDataObject[]): boolean {
	if (one.length !== other.length) return false;
	const byId = haveIds(one) && haveIds(other);
	const mark = (row: IDataObject) => (byId ? idOf(row) : JSON.stringify(row));
	return one.every((row, n) => mark(row) === mark(other[n]));
}

/** Whether there is a row among them that the others do not have, told as in `sameRows`. */
export const adds = (rows: IDataObject[] = [], others: IDataObject[]): boolean =>
	!rows.every(isAmong(others));

/** Whether there is a row among them that the others have, too. */
export const shares = (rows: IDataObject[], others: IDataObject[]): boolean =>
	rows.some(isAmong(others));

function isAmong(others: IDataObject[]) {
	const mark = (row: IDataObject) => idOf(row) ?? JSON.stringify(row);
	const known = new Set(others.map(mark));
	return (row: IDataObject) => known.has(mark(row));
}

const haveIds = (rows: IDataObject[]): boolean => rows.every((row) => idOf(row) !== undefined);

/** Undefined where the row has none. */
function idOf({ id }: IDataObject): unknown {
	if (id === null) return undefined;
	return typeof id === 'object' ? JSON.stringify(id) : id;
}
