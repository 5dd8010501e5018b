import { companyProfileIdOption, concurrency, pageSize } from '../../descriptions/fields';
import type { Property } from './parameters';
import { UserError } from '../../utils/userError';
import { quoted } from '../../utils/text';
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
	typeOptions: { minValue: 1 },
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
		options: [...options, companyProfileIdOption].sort(byDisplayName) as unknown as WithProfile<O>,
	}) as const;

const byDisplayName = (a: Property, b: Property) => (a.displayName < b.displayName ? -1 : 1);

/** A whole number of at least one, as a number or as text. @throws UserError naming the field. */
export function positiveInteger(value: unknown, field: string, most = Infinity): number {
	const number = typeof value === 'string' ? Number(value) : value;
	if (Number.isInteger(number) && Number(number) >= 1 && Number(number) <= most) {
		return Number(number);
	}
	const range = most === Infinity ? 'of at least 1' : `from 1 to ${most}`;
	throw new UserError(`'${field}' must be a whole number ${range}`, `Got ${quoted(value)}.`);
}

/** How many requests may be under way at a time, of items and of pages alike. @throws UserError */
export const requestsAtATime = (options: { concurrency?: unknown }): number =>
	positiveInteger(
		options.concurrency ?? concurrency.default,
		concurrency.displayName,
		concurrency.typeOptions.maxValue,
	);

type Choice<V extends string> = {
	readonly displayName: string;
	readonly options: ReadonlyArray<{ readonly value: V }>;
};

/**
 * One of the values that a field offers; an expression, or a model, may give any other.
 * @throws UserError naming the field and its values.
 */
export function chosenOption<V extends string>(value: unknown, field: Choice<V>): V {
	const values = field.options.map((option) => option.value);
	const chosen = values.find((one) => one === value);
	if (chosen !== undefined) return chosen;
	throw new UserError(
		`'${field.displayName}' must be one of ${values.join(', ')}`,
		`Got ${quoted(value)}.`,
	);
}

/** Undefined where nobody chose one. @throws UserError */
function chosenSize(options: ListParameters['options']): number | undefined {
	const chosen = options.pageSize ?? undefined;
	return chosen === undefined ? undefined : positiveInteger(chosen, pageSize.displayName);
}

interface Bounds {
	returnAll: boolean;
	limit: number;
}

interface ListParameters extends Bounds {
	options: { pageSize?: number; concurrency?: number };
}

/** How many rows are wanted; undefined for all. */
export const wantedRows = ({ returnAll: all, limit: most }: Bounds): number | undefined =>
	all ? undefined : positiveInteger(most, 'Limit');

export const listOptions = (parameters: ListParameters): ListOptions => ({
	limit: wantedRows(parameters),
	pageSize: chosenSize(parameters.options),
	concurrency: requestsAtATime(parameters.options),
});

/** The first rows of a list that came in one piece. */
export const cutToLimit = <T>(rows: T[], bounds: Bounds): T[] => rows.slice(0, wantedRows(bounds));

/** A switch; an expression, or a model, may give its value as text. @throws UserError naming it. */
export function yesOrNo(value: unknown, field: string): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new UserError(`'${field}' must be true or false`, `Got ${quoted(value)}.`);
}
