import { NAMED_FILTERS, type NamedFilter } from '../deals/filters';
import type { Property } from '../parameters/property';
import { DOCUMENT_STATUSES } from './triggerFields';

export const authentication = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{ name: 'API Token', value: 'apiToken' },
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Service Account (Deprecated)', value: 'serviceAccount' },
	],
	default: 'apiToken',
} as const satisfies Property;

const companyProfileIdOption = {
	displayName: 'Company Profile ID',
	name: 'companyProfileId',
	type: 'string',
	// The credential's profile may belong to another customer.
	typeOptions: { needsValue: true },
	default: '',
	placeholder: 'e.g. 3f2504e0-…',
	hint: 'Leave empty to work with the company profile of the credential',
	description:
		'Another company profile to work with. To find its ID, open the profile in your Sales CRM: the address of the page usually contains it. You can paste the whole address if it contains no other ID.',
} as const satisfies Property;

/** All operations and triggers have the option of another profile. */
export const optionsOf = <const O extends ReadonlyArray<{ displayName: string }>>(options: O) =>
	({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options, companyProfileIdOption].sort((a, b) =>
			a.displayName < b.displayName ? -1 : 1,
		) as readonly unknown[] as readonly [...O, typeof companyProfileIdOption],
	}) as const;

export const audienceId = {
	displayName: 'Audience ID',
	name: 'audienceId',
	builderHint: {
		propertyHint:
			'A UUID that nothing in this package can list: never invent one. Ask the person for it, take it from the input, or leave it empty if the credential has a default.',
	},
	type: 'string',
	default: '',
	placeholder: 'e.g. 3f2504e0-…',
	hint: 'Leave empty to work with the default audience of the credential',
	description:
		'The audience to work with, if not the default one of the credential. To find its ID, open the audience in your Sales CRM: the address of the page usually contains it. You can paste the whole address if it contains no other ID.',
} as const satisfies Property;

export const pageSize = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description:
		'How many records to request per page. Defaults to 200, or to 50 if the Sales CRM refuses 200.',
} as const satisfies Property;

export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Property;

export const requestBody = {
	displayName: 'Request Body (JSON)',
	name: 'requestBody',
	type: 'json',
	default: '{}',
	description:
		'JSON object to send with the request, if your Sales CRM expects more than an empty one',
} as const satisfies Property;

export const concurrency = {
	displayName: 'Concurrent Requests',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 5,
	description: 'How many requests to send at the same time',
} as const satisfies Property;

const withListHint = (what: string) =>
	`${what} Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`;

/**
 * A choice of names from a list that the editor loads. The list has IDs, so without `allowArbitraryValues` a name that an
 * expression gives has a red mark: "The value is not supported" (n8n 2.41, `ParameterInput`).
 */
const idList =
	<const Name extends NamedFilter>(name: Name, loadOptionsMethod: string) =>
	(description: string) =>
		({
			displayName: NAMED_FILTERS[name].label,
			name,
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod },
			allowArbitraryValues: true,
			default: [],
			description: withListHint(description),
		}) as const;

export const statusIds = idList('statusIds', 'getStatuses');
export const toStatusIds = idList('toStatusIds', 'getStatuses');
export const fromStatusIds = idList('fromStatusIds', 'getStatuses');
export const assigneeIds = idList('assigneeIds', 'getUsers');
export const pipelineIds = idList(
	'pipelineIds',
	'getPipelines',
)('Only what belongs to these pipelines.');

/** @param propertyHint For AI assistants; a sentence on how to enter names is added. */
export const filtersOf = <const Options extends readonly unknown[]>(
	options: Options,
	propertyHint = '',
) =>
	({
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		builderHint: {
			propertyHint:
				`${propertyHint} Statuses, pipelines and assignees are arrays of names or IDs: labels of statuses, names of pipelines, names or emails of users. Leave a filter out to let everything pass.`.trim(),
		},
		options,
	}) as const;

/** A period that includes its start. @param which Precedes "at or after this time", such as "Only deals changed". */
export const bounds = <const After extends string, const Before extends string>(
	after: After,
	before: Before,
	label: string,
	which: string,
) =>
	[
		{
			displayName: `${label} After`.trim(),
			name: after,
			type: 'dateTime',
			default: '',
			description: `${which} at or after this time, in the time zone of the workflow`,
		},
		{
			displayName: `${label} Before`.trim(),
			name: before,
			type: 'dateTime',
			default: '',
			description: `${which} before this time, in the time zone of the workflow`,
		},
	] as const;

export const RECORD_TYPES = [
	{ name: 'Deal', value: 'deal' },
	{ name: 'Lead', value: 'lead' },
] as const;

/** To choose from. Others may exist, because as described none are named. */
export const documentStatuses = (values: readonly string[]) =>
	DOCUMENT_STATUSES.options.filter(({ value }) => values.includes(value));

const OF_QUOTATIONS = ['ACCEPTED', 'CREATED', 'DRAFT', 'REJECTED', 'SENT'];
export const QUOTATION_STATUSES = documentStatuses(OF_QUOTATIONS);
