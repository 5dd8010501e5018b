import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../values/json';

/** Finds the list in an answer whose envelope the interface does not show. */

/** What the envelope of a page says about the list, as far as it says anything. */
export interface PageHints {
	/** Number of rows in the whole list. */
	total?: number;
	/** Whether more pages follow. */
	more?: boolean;
}

export interface Page {
	rows: IDataObject[];
	hints: PageHints;
}

/** Names of envelopes that usually hold the rows, tried before any other array. */
const USUAL_NAMES = ['content', 'data', 'items', 'results', 'records', 'rows', 'list', 'elements'];

const TOTALS = [
	'total',
	'totalElements',
	'total_elements',
	'totalCount',
	'total_count',
	'totalItems',
];

/**
 * The rows of an answer: a bare array, or the array that an object holds, at most two objects deep.
 * @param name The name the interface would give it, such as `contacts`; preferred when it is there.
 * @returns Undefined when the answer holds no list, or several of which none can be preferred.
 */
export function readPage(answer: unknown, name: string): Page | undefined {
	if (answer === undefined || answer === null) return { rows: [], hints: {} };
	const list = findList(answer, name, 2);
	if (list === undefined) return undefined;
	const rows = list.map((row) => (isObject(row) ? row : ({ value: row } as IDataObject)));
	return { rows, hints: isObject(answer) ? readHints(answer) : {} };
}

function findList(value: unknown, name: string, depth: number): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isObject(value)) return undefined;
	for (const key of [name, ...USUAL_NAMES]) {
		const inside =
			Array.isArray(value[key]) || depth > 0 ? findList(value[key], name, depth - 1) : undefined;
		if (inside) return inside;
	}
	const arrays = Object.values(value).filter(Array.isArray);
	if (arrays.length > 0) return onlyList(arrays);
	const nested = Object.values(value).filter(isObject);
	if (depth === 0 || nested.length === 0) return undefined;
	return onlyList(
		nested.flatMap((inner) => [findList(inner, name, depth - 1)].filter(Array.isArray)),
	);
}

/** Beside a list of objects, an array of plain values (such as sort keys) is no second candidate. */
function onlyList(arrays: unknown[][]): unknown[] | undefined {
	if (arrays.length === 1) return arrays[0];
	const ofObjects = arrays.filter((array) => array.some(isObject));
	return ofObjects.length === 1 ? ofObjects[0] : undefined;
}

function readHints(envelope: IDataObject): PageHints {
	const places = [envelope, ...Object.values(envelope).filter(isObject)];
	const first = <T>(keys: string[], fits: (value: unknown) => value is T): T | undefined =>
		places.flatMap((place) => keys.map((key) => place[key])).find(fits) as T | undefined;
	const isCount = (value: unknown): value is number =>
		Number.isInteger(value) && Number(value) >= 0;
	const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

	const last = first(['last', 'isLast', 'is_last', 'lastPage'], isFlag);
	const more = first(['hasMore', 'has_more', 'hasNext', 'has_next', 'hasNextPage'], isFlag);
	const hints: PageHints = {};
	const total = first(TOTALS, isCount);
	if (total !== undefined) hints.total = total;
	if (more !== undefined || last !== undefined) hints.more = more ?? !last;
	return hints;
}
