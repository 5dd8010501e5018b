import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../nodes/utils/json';

/** The sandbox's switch `idName`; `contactId` stands for `quotationId` as well. */
export type IdName = 'id' | '_id' | 'uuid' | 'contactId' | 'none';

const ID_NAMES: Record<string, IdName> = {
	id: 'id',
	_id: '_id',
	uuid: 'uuid',
	contactId: 'contactId',
	quotationId: 'contactId',
};

/** The field that every row has and no two share, of the names that the sandbox knows. */
const idFieldOf = (rows: readonly IDataObject[]): string | undefined =>
	Object.keys(ID_NAMES).find((name) => isId(rows, name));

/** The id of one row, where its name tells it. */
export const idOf = (row: unknown): unknown =>
	isObject(row) ? row[Object.keys(ID_NAMES).find((name) => name in row) ?? ''] : undefined;

function isId(rows: readonly IDataObject[], name: string): boolean {
	const ids = rows.map((row) => row[name]);
	const areThere = ids.every((id) => typeof id === 'string' || typeof id === 'number');
	return areThere && new Set(ids).size === ids.length;
}

/** Undefined where a field of another name may be the id, or there are no rows. */
export function idNameOf(rows: readonly IDataObject[]): IdName | undefined {
	if (rows.length === 0) return undefined;
	const field = idFieldOf(rows);
	if (field) return ID_NAMES[field];
	const others = Object.keys(rows[0]).filter((name) => /(id|uuid|guid|key)$/i.test(name));
	return others.some((name) => isId(rows, name)) ? undefined : 'none';
}

/**
 * The fields that differ in every row between two answers to one question, all others being the same.
 * Undefined where other rows came. Without ids more than one such field may mean just that.
 */
export function volatileFields(
	first: readonly IDataObject[],
	again: readonly IDataObject[],
): Set<string> | undefined {
	if (first.length === 0 || first.length !== again.length) return undefined;
	const names = new Set([...first, ...again].flatMap((row) => Object.keys(row)));
	const differing = [...names].map((name) => {
		const count = first.filter((row, n) => text(row[name]) !== text(again[n][name])).length;
		return { name, count };
	});
	const changed = differing.filter(({ count }) => count > 0);
	const id = idFieldOf(first);
	if (changed.some(({ name, count }) => name === id || count < first.length)) return undefined;
	return id === undefined && changed.length > 1
		? undefined
		: new Set(changed.map(({ name }) => name));
}

const text = (value: unknown) => JSON.stringify(value);

/** Whether two pages show the same rows: by their ids where all have one, else by content. */
export function sameRows(
	one: readonly IDataObject[],
	other: readonly IDataObject[],
	volatile: ReadonlySet<string> = new Set(),
): boolean {
	if (one.length !== other.length) return false;
	const field = idFieldOf(one);
	const id = field !== undefined && isId(other, field) ? field : undefined;
	const mark = (row: IDataObject) =>
		id === undefined
			? text(Object.entries(row).filter(([name]) => !volatile.has(name)))
			: text(row[id]);
	return one.every((row, n) => mark(row) === mark(other[n]));
}
