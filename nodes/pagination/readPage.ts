import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../utils/json';
import { textOf } from '../utils/text';

/**
 * Reads one page of a list whose envelope is not known (`listContacts`, `listQuotations`):
 *
 * 1. A list is an array, or an object of objects with nothing but whole-number keys: PHP writes lists
 *    so from which something was left out.
 * 2. The rows are a bare list, or one that an object holds, at most two objects deep. Example:
 *    `{ data: { contacts: [ … ], total: 3 } }`.
 * 3. Of several lists it is the one of the expected name, else of a usual name, else the only one that
 *    holds objects. What stands beside a list, such as messages, is never taken for its rows.
 * 4. Where it stood on one page it is read on all. Where nothing stands there, and no rows elsewhere, a
 *    page is empty; something else in its place is odd. A null list is empty, and so is a total of 0.
 * 5. Total and mark stand in the envelope, or in an object right inside it.
 */

export interface PageRead {
	rows: IDataObject[];
	/** Names that lead from the answer to its list; none for a bare array, undefined where unsure. */
	path?: string[];
	/** Number of rows in the whole list, where the service announces it. */
	total?: number;
	/** Whether more pages follow, where the service says so. */
	more?: boolean;
	/** Whether something else stood in place of the list. */
	isOdd?: boolean;
}

/** Names of envelopes that usually hold the rows, tried before any other array. */
const USUAL_NAMES = ['content', 'data', 'items', 'results', 'records', 'rows', 'list', 'elements'];

/** Names of what stands beside a list. */
const FIELDS_BESIDE =
	/^_?(sort|sorts|sorting|filters?|messages?|errors?|warnings?|notices?|links?)$/i;

/** Names of what is said in place of a list. */
const WORD_FIELDS =
	/^_?(message|msg|info|details?|description|title|reason|hint|status|code|success|ok|result|type|timestamp|links?|meta|page|pagination)$/i;

const TOTAL_FIELDS = [
	'total',
	'totalElements',
	'total_elements',
	'totalCount',
	'total_count',
	'totalItems',
	'count',
];

interface Found {
	list: unknown[];
	path?: string[];
	isOdd?: boolean;
}

/**
 * @param name The name that the list should have, such as `contacts`.
 * @param path Where the list stood on an earlier page.
 * @returns Undefined when the answer holds no list, or several of which none can be preferred.
 */
export function readPage(answer: unknown, name: string, path?: string[]): PageRead | undefined {
	const metadata = isObject(answer) ? metadataOf(answer) : {};
	const found = path ? listAt(answer, name, path) : findList(answer, name, 2);
	const isEmpty = metadata.total === 0 || (isObject(answer) && hasNullList(answer, name));
	if (!found && !isEmpty) return undefined;
	const rows = (found?.list ?? []).map((row) =>
		isObject(row) ? row : ({ value: row } as IDataObject),
	);
	return { rows, path: found?.path, ...(found?.isOdd && { isOdd: true }), ...metadata };
}

/** Whether an answer without a list may stand for an empty one: it is empty itself, or mere words. */
export const isMereWords = (answer: unknown): boolean =>
	answer === undefined ||
	answer === null ||
	(isObject(answer) && Object.keys(answer).every((name) => WORD_FIELDS.test(name)));

/** Rule 1; undefined for what is no list. */
function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value);
	const isKeyed = entries.every(([key, row]) => /^\d+$/.test(key) && isObject(row));
	return isKeyed && entries.length > 0 ? Object.values(value) : undefined;
}

/** Rule 4. */
function listAt(answer: unknown, name: string, path: string[]): Found | undefined {
	const there = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), answer);
	const list = listIn(there);
	if (list) return { list, path };
	if (findList(answer, name, 2)?.list.some(isObject)) return undefined;
	const isNothing = there === undefined || there === null || textOf(there) === '{}';
	return { list: [], path, isOdd: path.length > 0 && !isNothing };
}

const hasNullList = (answer: IDataObject, name: string): boolean =>
	[name, ...USUAL_NAMES].some((key) => answer[key] === null);

/** Rules 2 and 3. */
function findList(value: unknown, name: string, depth: number): Found | undefined {
	const list = listIn(value);
	if (list) return { list, path: [] };
	if (!isObject(value)) return undefined;
	const below = (key: string): Found | undefined => {
		const inside = value[key];
		const found = listIn(inside) || depth > 0 ? findList(inside, name, depth - 1) : undefined;
		return found && { ...found, path: found.path && [key, ...found.path] };
	};
	for (const key of [name, ...USUAL_NAMES]) {
		const found = below(key);
		if (found?.path) return found;
	}
	const others = Object.keys(value).filter((key) => !FIELDS_BESIDE.test(key));
	const lists = others.filter((key) => listIn(value[key]));
	return onlyList((lists.length > 0 ? lists : others).flatMap((key) => below(key) ?? []));
}

/** Rows are objects, so beside them an array of plain values (such as columns) is no candidate. */
function onlyList(found: Found[]): Found | undefined {
	if (found.length < 2) return found[0];
	const ofObjects = found.filter(({ list }) => list.some(isObject));
	if (ofObjects.length > 0) return ofObjects.length === 1 ? ofObjects[0] : undefined;
	// Whichever of them is the list, it is empty; a later page shows which.
	return found.some(({ list }) => list.length === 0) ? { list: [] } : undefined;
}

/** Rule 5. */
function metadataOf(envelope: IDataObject): Pick<PageRead, 'total' | 'more'> {
	const places = [envelope, ...Object.values(envelope).filter(isObject)];
	const first = <T>(keys: string[], fits: (value: unknown) => value is T): T | undefined =>
		places.flatMap((place) => keys.map((key) => place[key])).find(fits) as T | undefined;
	const isCount = (value: unknown): value is number | string =>
		['number', 'string'].includes(typeof value) && /^\d{1,15}$/.test(String(value));
	const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

	const last = first(['last', 'isLast', 'is_last', 'lastPage'], isFlag);
	const more = first(['hasMore', 'has_more', 'hasNext', 'has_next', 'hasNextPage'], isFlag);
	const total = first(TOTAL_FIELDS, isCount);
	return {
		total: total === undefined ? undefined : Number(total),
		more: more ?? (last === undefined ? last : !last),
	};
}
