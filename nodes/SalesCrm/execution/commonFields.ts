import type { IDataObject } from 'n8n-workflow';

import type { ListOptions } from '../../pagination/list';
import { type Call, type LeftOut, type Output, outputs } from './operation';
import type { Property } from '../../parameters/property';

export const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies Property;

export const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
} as const satisfies Property;

/** A record, chosen from a list that the editor loads, or by its ID. */
export const listOrId = (searchListMethod: string) =>
	({
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 3f2504e0-…',
			},
		],
	}) as const satisfies Partial<Property>;

export const ifNotFound = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'item',
	options: [
		{ name: 'Fail', value: 'error', description: 'Stop with an error' },
		{
			name: 'Return an Item',
			value: 'item',
			description: "Return one item with 'found' set to false",
		},
		{ name: 'Return Nothing', value: 'nothing', description: 'Return no item' },
	],
} as const satisfies Property;

interface LimitParameters {
	returnAll: boolean;
	limit: number;
}

const wantedRows = ({ returnAll: all, limit: most }: LimitParameters): number =>
	all ? Infinity : most;

export const listOptions = (
	parameters: LimitParameters & { options: { pageSize?: number } },
): ListOptions => ({
	limit: wantedRows(parameters),
	pageSize: parameters.options.pageSize,
});

type LimitedCall = Pick<Call<LimitParameters>, 'parameters'>;

/** The first rows of an unpaged list, as items. */
export function limited<Row>(
	rows: Iterable<Row>,
	{ parameters }: LimitedCall,
	itemOf: (row: Row) => IDataObject,
): Array<Output | LeftOut> {
	const most = wantedRows(parameters);
	const items: Array<Output | LeftOut> = [];
	let leftOut = 0;
	for (const row of rows) {
		if (items.length < most) items.push({ json: itemOf(row) });
		else leftOut++;
	}
	if (leftOut > 0) items.push({ leftOut });
	return items;
}

/** The same for a paged list, whose rest is not counted. @param itemOf Returns an empty list for an unwanted row. */
export async function* limitedPages<Row>(
	pages: AsyncIterable<Row[]>,
	{ parameters }: LimitedCall,
	itemOf: (row: Row) => IDataObject | [],
): AsyncGenerator<Array<Output | LeftOut>> {
	let left = wantedRows(parameters);
	for await (const rows of pages) {
		const items = outputs(rows.flatMap<IDataObject>(itemOf).slice(0, left));
		left -= items.length;
		yield items;
		if (left === 0) break;
	}
	if (left === 0) yield [{ leftOut: Infinity }];
}
