import type { IDataObject } from 'n8n-workflow';

import { ABOUT_FIELDS } from '../transport/answer';
import { textOf } from '../utils/text';
import { isObject } from '../utils/values';

export interface Page {
	rows: IDataObject[];
	/** How many rows the whole list has, if announced. */
	total?: number;
	/** Whether more pages follow, if the page says so. */
	more?: boolean;
	refusal?: string;
	noListError?: string;
}

/**
 * Reads a page whose envelope is not known: an array, or an array under any name of an object. The total and the mark of
 * the end are in the envelope, or in an object directly inside it.
 * @param name The expected name of the list, such as `contacts`.
 * @returns Undefined without a list of objects, or with several if none of them has that name.
 */
export function readPage(answer: unknown, name: string): Page | undefined {
	if (isList(answer)) return { rows: answer };
	if (!isObject(answer)) return undefined;
	const rows = rowsIn(answer, name);
	return rows && { rows, ...metadataOf(answer) };
}

const isList = (value: unknown): value is IDataObject[] =>
	Array.isArray(value) && value.every(isObject);

function rowsIn(envelope: IDataObject, name: string): IDataObject[] | undefined {
	const own = envelope[name] === null ? [] : envelope[name];
	if (isList(own)) return own;
	const others = Object.entries(envelope).filter(([key]) => !ABOUT_FIELDS.test(key));
	const lists = others.map(([, value]) => value).filter(isList);
	const filled = lists.filter(({ length }) => length > 0);
	return filled.length > 1 ? undefined : (filled[0] ?? lists[0]);
}

function metadataOf(envelope: IDataObject): Pick<Page, 'total' | 'more'> {
	const places = [envelope, ...Object.values(envelope).filter(isObject)];
	const fields = places.flatMap((place) => Object.entries(place));
	const first = (name: RegExp, value: RegExp): string | undefined =>
		fields.map(([key, it]) => (name.test(key) ? textOf(it) : '')).find((it) => value.test(it));
	const total = first(/^total(_?(elements|count|items))?$/i, /^\d{1,15}$/);
	const last = first(/^(is_?)?last(_?page)?$/i, /^(true|false)$/);
	const more =
		first(/^has_?(more|next(_?page)?)$/i, /^(true|false)$/) ?? (last && `${last === 'false'}`);
	return { total: total ? Number(total) : undefined, more: more ? more === 'true' : undefined };
}
