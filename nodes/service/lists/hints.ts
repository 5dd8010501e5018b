import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../values/json';
import type { PageHints } from './page';

const TOTALS = [
	'total',
	'totalElements',
	'total_elements',
	'totalCount',
	'total_count',
	'totalItems',
];

/** Reads what an envelope, or an object right inside it, says of the whole list. */
export function readHints(envelope: IDataObject): PageHints {
	const places = [envelope, ...Object.values(envelope).filter(isObject)];
	const first = <T>(keys: string[], fits: (value: unknown) => value is T): T | undefined =>
		places.flatMap((place) => keys.map((key) => place[key])).find(fits) as T | undefined;
	const isCount = (value: unknown): value is number =>
		Number.isInteger(value) && Number(value) >= 0;
	const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

	const last = first(['last', 'isLast', 'is_last', 'lastPage'], isFlag);
	const more = first(['hasMore', 'has_more', 'hasNext', 'has_next', 'hasNextPage'], isFlag);
	return { total: first(TOTALS, isCount), more: more ?? (last === undefined ? last : !last) };
}
