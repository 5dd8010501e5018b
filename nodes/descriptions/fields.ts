import type { INodeProperties } from 'n8n-workflow';

/**
 * Fields that several nodes show: the way of signing in, profile and audience, how a list is asked for,
 * and choices of records by name.
 */

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{ name: 'API Token', value: 'apiToken' },
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Service Account (Deprecated)', value: 'serviceAccount' },
	],
	default: 'apiToken',
};

export const companyProfileIdOption = {
	displayName: 'Company Profile ID',
	name: 'companyProfileId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
	hint: 'Leave empty to work with the company profile of the credential',
	description:
		'Another company profile to work with. To find its ID, open the profile in your Sales CRM: the address of the page usually contains it. You can paste the whole address if it contains no other ID.',
} as const satisfies INodeProperties;

export const audienceId = {
	displayName: 'Audience ID',
	name: 'audienceId',
	builderHint: {
		propertyHint:
			'A UUID that nothing in this package can list: never invent one. Ask the person for it, or take it from the input.',
	},
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
	description:
		'The audience to work with. To find its ID, open the audience in your Sales CRM: the address of the page usually contains it. You can paste the whole address if it contains no other ID.',
} as const satisfies INodeProperties;

export const pageSize = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description:
		'How many records to request per page. Defaults to 200, or to 50 if the Sales CRM refuses 200.',
} as const satisfies INodeProperties;

export const concurrency = {
	displayName: 'Concurrent Requests',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 5,
	description: 'How many requests to send at the same time',
} as const satisfies INodeProperties;

const describe = (what: string) =>
	`${what} Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`;

/**
 * A choice of several records by name, from a list that the editor loads. An expression may give
 * an array of ids, or a text with commas.
 */
export const idList = <const Name extends string>(field: {
	name: Name;
	displayName: string;
	list: 'getStatuses' | 'getPipelines' | 'getUsers';
	description: string;
}) =>
	({
		displayName: field.displayName,
		name: field.name,
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: field.list },
		default: [],
		description: describe(field.description),
	}) as const;

export const pipelineIds = idList({
	name: 'pipelineIds',
	displayName: 'Pipeline Names or IDs',
	list: 'getPipelines',
	description: 'Only what belongs to these pipelines.',
});

/** Two ends of a time, the first within it. `which` completes "… at or after this time". */
export const bounds = <const After extends string, const Before extends string>(
	after: { name: After; displayName: string },
	before: { name: Before; displayName: string },
	which: string,
) =>
	[
		{
			...after,
			type: 'dateTime',
			default: '',
			description: `${which} at or after this time, in the time zone of the workflow`,
		},
		{
			...before,
			type: 'dateTime',
			default: '',
			description: `${which} before this time, in the time zone of the workflow`,
		},
	] as const;

export const changedBounds = (which: string) =>
	bounds(
		{ name: 'changedAfter', displayName: 'Changed After' },
		{ name: 'changedBefore', displayName: 'Changed Before' },
		which,
	);
