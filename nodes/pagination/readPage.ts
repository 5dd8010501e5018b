import type { IDataObject } from 'n8n-workflow';

import { ABOUT_FIELDS } from '../transport/answer';
import { isObject } from '../utils/values';
import { textOf } from '../utils/text';
import type { Page } from './types';

/**
 * Reads one page of a list whose envelope is not known (`listContacts`, `listQuotations`):
 *
 * 1. A list is an array, or an object of objects with nothing but whole-number keys: PHP writes lists
 *    so from which something was left out.
 * 2. The rows are a bare list, or one that an object holds, at most two objects deep. Example:
 *    `{ data: { contacts: [ … ], total: 3 } }`. What stands beside a list, such as messages, is never
 *    taken for its rows.
 * 3. Of several lists it is one of the expected name, else of a usual name, else any; of these the
 *    outermost; of these the only one that holds objects, else that is empty, else that is there at all.
 * 4. Where it stood on one page it is read on all. Where nothing stands there, and no rows elsewhere, a
 *    page is empty. A null list is empty, and so is a total of 0.
 * 5. Total and mark stand in the envelope, or in an object right inside it.
 */

/** Names of envelopes that usually hold the rows. */
const USUAL_NAMES = ['content', 'data', 'items', 'results', 'records', 'rows', 'list', 'elements'];

const TOTAL_NAME = /^total(_?(elements|count|items))?$/i;
const LAST_NAME = /^(is_?)?last(_?page)?$/i;
const MORE_NAME = /^has_?(more|next(_?page)?)$/i;

type Found = { list: unknown[]; path: string[] };

/**
 * @param name The name that the list should have, such as `contacts`.
 * @param path Where the list stood on an earlier page.
 * @returns Undefined when the answer holds no list, several of which none can be preferred, or
 * something else where the list should be.
 */
export function readPage(answer: unknown, name: string, path?: string[]): Page | undefined {
	const metadata = isObject(answer) && !listFrom(answer) ? metadataOf(answer) : {};
	const found = path ? listAt(answer, path) : findList(answer, name);
	const isNull = isObject(answer) && [name, ...USUAL_NAMES].some((key) => answer[key] === null);
	if (!found && metadata.total !== 0 && !isNull) return undefined;
	const rows = (found?.list ?? []).map((row) =>
		isObject(row) ? row : ({ value: row } as IDataObject),
	);
	return { rows, path: found?.path, ...metadata };
}

/** Whether an answer without a list may stand for an empty one: it is empty itself, or mere words. */
export const isMereWords = (answer: unknown): boolean =>
	isObject(answer ?? {}) && Object.keys(answer ?? {}).every((name) => ABOUT_FIELDS.test(name));

/** Whether an answer that could not be read holds rows all the same. */
export const holdsRows = (answer: unknown): boolean => listsIn(answer).some(hasObjects);

/** Rule 1; undefined for what is no list. */
function listFrom(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isObject(value)) return undefined;
	const entries = Object.entries(value);
	const isKeyed = entries.every(([key, row]) => /^\d+$/.test(key) && isObject(row));
	return isKeyed && entries.length > 0 ? Object.values(value) : undefined;
}

/** Rule 2. */
function listsIn(value: unknown, path: string[] = []): Found[] {
	const list = listFrom(value);
	if (list) return [{ list, path }];
	if (!isObject(value) || path.length > 2) return [];
	return Object.entries(value).flatMap(([key, inside]) =>
		listFrom(inside) && ABOUT_FIELDS.test(key) ? [] : listsIn(inside, [...path, key]),
	);
}

const hasObjects = ({ list }: Found): boolean => list.some(isObject);

/** Rule 3. */
function findList(answer: unknown, name: string): Found | undefined {
	const lists = listsIn(answer);
	const named = (...names: string[]) =>
		lists.filter(({ path }) => path.some((key) => names.includes(key)));
	const preferred = firstFilled(named(name), named(...USUAL_NAMES), lists);
	const depth = Math.min(...preferred.map(({ path }) => path.length));
	const outermost = preferred.filter(({ path }) => path.length === depth);
	const empty = outermost.filter(({ list }) => list.length === 0);
	const candidates = firstFilled(outermost.filter(hasObjects), empty, outermost);
	return candidates.length === 1 ? candidates[0] : undefined;
}

const firstFilled = (...groups: Found[][]): Found[] =>
	groups.find(({ length }) => length > 0) ?? [];

/** Rule 4. */
function listAt(answer: unknown, path: string[]): Found | undefined {
	const there = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), answer);
	const list = listFrom(there);
	if (list) return { list, path };
	const isNothing = path.length === 0 || ['', '{}'].includes(textOf(there));
	return isNothing && !holdsRows(answer) ? { list: [], path } : undefined;
}

/** Rule 5. */
function metadataOf(envelope: IDataObject): Pick<Page, 'total' | 'more'> {
	const places = [envelope, ...Object.values(envelope).filter(isObject)];
	const fields = places.flatMap((place) => Object.entries(place));
	const first = (name: RegExp, value: RegExp) =>
		fields.find(([key, it]) => name.test(key) && value.test(textOf(it)))?.[1];

	const total = first(TOTAL_NAME, /^\d{1,15}$/) ?? first(/^count$/, /^\d{1,15}$/);
	const last = first(LAST_NAME, /^(true|false)$/);
	const more = first(MORE_NAME, /^(true|false)$/);
	return {
		...(total !== undefined && { total: Number(total) }),
		...(last !== undefined && { more: String(last) === 'false' }),
		...(more !== undefined && { more: String(more) === 'true' }),
	};
}
