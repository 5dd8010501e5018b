import { companyProfileIdOption } from '../../descriptions/fields';
import type { Property } from './parameters';
import type { ListOptions } from '../../pagination/list';

/** Properties and their reading that several operations share. */

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

/** Ways to say which one: from a list that the editor asks for with this method, or by its id. */
export const listOrId = (searchListMethod: string) =>
	({
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
				placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
			},
		],
	}) as const satisfies Partial<Property>;

export const requestBody = {
	displayName: 'Request Body (JSON)',
	name: 'requestBody',
	type: 'json',
	default: '{}',
	description:
		'JSON object to send with the request, for services that expect more than an empty one',
} as const satisfies Property;

type WithProfile<O extends readonly Property[]> = readonly [...O, typeof companyProfileIdOption];

/** What most people never touch: every operation has it, for each can work with another profile. */
export const optionsOf = <const O extends readonly Property[]>(options: O) =>
	({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options, companyProfileIdOption].sort(
			byDisplayName,
		) as readonly Property[] as WithProfile<O>,
	}) as const;

const byDisplayName = (a: Property, b: Property) => (a.displayName < b.displayName ? -1 : 1);

interface Bounds {
	returnAll: boolean;
	limit: number;
}

/** How many rows are wanted; undefined for all. */
const wantedRows = ({ returnAll: all, limit: most }: Bounds): number | undefined =>
	all ? undefined : most;

export const listOptions = (
	parameters: Bounds & { options: { pageSize?: number } },
): ListOptions => ({
	limit: wantedRows(parameters),
	pageSize: parameters.options.pageSize,
});

/** The first rows of a list that came in one piece. */
export const cutToLimit = <T>(rows: T[], bounds: Bounds): T[] => rows.slice(0, wantedRows(bounds));
