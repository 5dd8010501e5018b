import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/**
 * Saved workflows hold the names, types and defaults of parameters: what stands here may grow, and
 * must not change. Written out by hand, for the code is what is looked at.
 */

type Shown = Record<string, [type: string, byDefault: unknown, listedBy?: string]>;

const shownBy = (properties: INodeProperties[]): Shown =>
	Object.fromEntries(
		properties.map(({ name, type, default: byDefault, typeOptions }) => {
			const list = typeOptions?.loadOptionsMethod;
			return [name, list ? [type, byDefault, list] : [type, byDefault]];
		}),
	);

/** The parameters of an operation, or of a whole node; those of `options` and `filters` with their path. */
function parametersOf(node: INodeType, resource?: string, operation?: string): Shown {
	const here = node.description.properties.filter(({ name, displayOptions: { show = {} } = {} }) =>
		resource === undefined
			? true
			: name !== 'operation' &&
				show.resource?.includes(resource) &&
				show.operation?.includes(operation!),
	);
	const inside = here
		.filter(({ type }) => type === 'collection')
		.map(({ name, options }) =>
			Object.entries(shownBy(options as INodeProperties[])).map(([key, value]) => [
				`${name}.${key}`,
				value,
			]),
		);
	return { ...shownBy(here), ...Object.fromEntries(inside.flat()) };
}

const listed = {
	returnAll: ['boolean', false],
	limit: ['number', 50],
} satisfies Shown;
const profile = { 'options.companyProfileId': ['string', ''] } satisfies Shown;
const concurrency = { 'options.concurrency': ['number', 5] } satisfies Shown;
const paged = { ...listed, 'options.pageSize': ['number', 50] } satisfies Shown;
const requestBody = { 'options.requestBody': ['json', '{}'] } satisfies Shown;
const dealOptions = {
	...requestBody,
	'options.asOf': ['dateTime', ''],
	'options.includeChanges': ['boolean', false],
	'options.includeTimeInStatus': ['boolean', false],
} satisfies Shown;
const locator = (name: string): Shown => ({
	[name]: ['resourceLocator', { mode: 'list', value: '' }],
});
const statuses = (name: string): Shown => ({ [name]: ['multiOptions', [], 'getStatuses'] });
const pipelines = { 'filters.pipelineIds': ['multiOptions', [], 'getPipelines'] } satisfies Shown;
const users = (name: string): Shown => ({ [name]: ['multiOptions', [], 'getUsers'] });

const operations: Array<[resource: string, operation: string, parameters: Shown]> = [
	[
		'contact',
		'create',
		{
			audienceId: ['string', ''],
			personalInfos: ['resourceMapper', { mappingMode: 'defineBelow', value: null }],
			recognizedColumns: ['notice', ''],
			ifExists: ['options', 'skip'],
			matchBy: ['multiOptions', ['email', 'phone']],
			dryRun: ['boolean', false],
			result: ['options', 'rows'],
			...concurrency,
			'options.contactType': ['string', 'CONSUMER'],
			'options.timestamp': ['dateTime', ''],
			'options.extraColumns': ['options', 'ignore'],
			'options.pageSize': ['number', 50],
		},
	],
	[
		'contact',
		'getAll',
		{
			audienceId: ['string', ''],
			simplify: ['boolean', true],
			...listed,
			'options.pageSize': ['number', 50],
		},
	],
	[
		'contact',
		'find',
		{
			audienceId: ['string', ''],
			email: ['string', ''],
			phone: ['string', ''],
			name: ['string', ''],
			ifNotFound: ['options', 'item'],
			'options.pageSize': ['number', 50],
		},
	],
	[
		'contact',
		'import',
		{
			binaryPropertyName: ['string', 'data'],
			audienceId: ['string', ''],
			ifExists: ['options', 'skip'],
			matchBy: ['multiOptions', ['email', 'phone']],
			dryRun: ['boolean', false],
			result: ['options', 'report'],
			...concurrency,
			'options.contactType': ['string', 'CONSUMER'],
			'options.timestamp': ['dateTime', ''],
			'options.extraColumns': ['options', 'ignore'],
			'options.encoding': ['options', 'auto'],
			'options.delimiter': ['options', 'auto'],
			'options.pageSize': ['number', 50],
		},
	],
	[
		'contact',
		'findDuplicates',
		{
			audienceId: ['string', ''],
			matchBy: ['multiOptions', ['email']],
			'options.pageSize': ['number', 50],
		},
	],
	['deal', 'get', { ...locator('dealId'), ...dealOptions }],
	[
		'deal',
		'getAll',
		{
			search: ['string', ''],
			...listed,
			...statuses('filters.statusIds'),
			...users('filters.assigneeIds'),
			...pipelines,
			'filters.minDaysInStatus': ['number', 7],
			'filters.changedAfter': ['dateTime', ''],
			'filters.changedBefore': ['dateTime', ''],
			...dealOptions,
			'options.sort': ['options', 'newestFirst'],
		},
	],
	['quotation', 'getAll', paged],
	['quotation', 'get', locator('quotationId')],
	[
		'quotation',
		'download',
		{
			...locator('quotationId'),
			binaryPropertyName: ['string', 'data'],
			'options.fileName': ['string', ''],
		},
	],
	[
		'history',
		'getAll',
		{
			output: ['options', 'changes'],
			...listed,
			'filters.changeTypes': ['multiOptions', []],
			'filters.changedAfter': ['dateTime', ''],
			'filters.changedBefore': ['dateTime', ''],
			...pipelines,
			...statuses('filters.statusIds'),
			...users('filters.assigneeIds'),
			...requestBody,
			'options.sort': ['options', 'byDeal'],
		},
	],
	['status', 'getAll', { ...listed, ...pipelines, ...requestBody }],
	['user', 'getAll', { ...listed, ...requestBody }],
	[
		'webhook',
		'create',
		{
			name: ['string', ''],
			url: ['string', ''],
			method: ['options', 'POST'],
			events: ['multiOptions', ['CRM_BACKLOG_ITEM_STATUS_CHANGE']],
			headers: ['fixedCollection', {}],
		},
	],
	['webhook', 'getAll', {}],
	['webhook', 'delete', locator('webhookId')],
];

it.each(operations)('%s: %s keeps the names of its parameters', (resource, operation, names) => {
	expect(parametersOf(new SalesCrm(), resource, operation)).toMatchObject({ ...names, ...profile });
});

const ENCODINGS = [
	'auto',
	'macintosh',
	'utf-16be',
	'utf-16le',
	'utf-8',
	'windows-1250',
	'windows-1252',
];

it.each([
	['contact', 'find', 'ifNotFound', ['item', 'nothing', 'error']],
	['contact', 'import', 'result', ['report', 'rows']],
	['contact', 'import', 'options.encoding', ENCODINGS],
	['contact', 'import', 'options.delimiter', ['auto', ',', ';', '\t', '|']],
	['deal', 'getAll', 'options.sort', ['longestInStatus', 'newestFirst', 'oldestFirst']],
	['history', 'getAll', 'output', ['changes', 'deals', 'statusReport', 'timeInStatus']],
])('%s: %s keeps the values of %s', (resource, operation, name, values) => {
	const [first, second] = name.split('.');
	const choice = resources
		.find(({ value }) => value === resource)!
		.operations.find(({ value }) => value === operation)!
		.properties.find((property) => property.name === first) as INodeProperties;
	const chosen = second
		? (choice.options as INodeProperties[]).find((option) => option.name === second)!
		: choice;
	expect((chosen.options as INodePropertyOptions[]).map(({ value }) => value).sort()).toEqual(
		values.sort(),
	);
});

it('each operation is among them', () => {
	const named = operations.map(([resource, operation]) => `${resource} ${operation}`);
	const there = resources.flatMap(({ value, operations: offered }) =>
		offered.map((operation) => `${value} ${operation.value}`),
	);
	expect(named.sort()).toEqual(there.sort());
});

const signIn: Shown = { authentication: ['options', 'apiToken'] };
const filters = {
	...statuses('filters.toStatusIds'),
	...statuses('filters.fromStatusIds'),
	'filters.pipelineIds': ['multiOptions', [], 'getPipelines'],
	...users('filters.assigneeIds'),
};

it.each<[string, INodeType, object]>([
	['salesCrm', new SalesCrm(), signIn],
	[
		'salesCrmTrigger',
		new SalesCrmTrigger(),
		{
			...signIn,
			events: ['multiOptions', ['CRM_BACKLOG_ITEM_STATUS_CHANGE']],
			simplify: ['boolean', true],
			...filters,
			'options.additionalEvents': ['string', ''],
			'options.eachEventOnce': ['boolean', true],
			'options.subscriptionName': ['string', ''],
		},
	],
	[
		'salesCrmPollingTrigger',
		new SalesCrmPollingTrigger(),
		{
			...signIn,
			events: ['multiOptions', ['dealStatusChanged']],
			audienceId: ['string', ''],
			daysInStatus: ['number', 14],
			daysPerStatus: ['fixedCollection', {}],
			start: ['options', 'onlyNew'],
			pastDays: ['number', 7],
			watchFields: ['multiOptions', [], 'getQuotationFields'],
			...filters,
			'options.simplify': ['boolean', true],
			'options.idField': ['string', ''],
			'options.pageSize': ['number', 50],
			...requestBody,
		},
	],
])('%s keeps its name and those of its parameters', (name, node, names) => {
	expect(node.description.name).toBe(name);
	const parameters = parametersOf(node);
	expect(parameters).toMatchObject({ ...names, ...profile });
	expect(parameters).not.toHaveProperty('companyProfileId');
});

it('the ways of signing in keep their values', () => {
	const { properties, credentials } = new SalesCrm().description;
	const { options } = properties.find(({ name }) => name === 'authentication')!;
	const values = (options as Array<{ value: string }>).map(({ value }) => value);
	expect(values).toEqual(['apiToken', 'oAuth2', 'serviceAccount']);
	expect(
		credentials!.map(({ name, displayOptions }) => [displayOptions!.show!.authentication, name]),
	).toEqual([
		[['apiToken'], 'salesCrmApi'],
		[['oAuth2'], 'salesCrmOAuth2Api'],
		[['serviceAccount'], 'salesCrmServiceAccountApi'],
	]);
});

it.each([
	['quotationId', 2, 'searchQuotations'],
	['dealId', 1, 'searchDeals'],
])('%s is chosen from a list, or by its id', (property, times, method) => {
	const chosen = new SalesCrm().description.properties.filter(({ name }) => name === property);
	expect(chosen).toHaveLength(times);
	for (const { modes, required } of chosen) {
		expect(required).toBe(true);
		expect(modes!.map(({ name, type, typeOptions }) => [name, type, typeOptions])).toEqual([
			['list', 'list', { searchListMethod: method, searchable: true }],
			['id', 'string', undefined],
		]);
	}
});
