import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/**
 * Saved workflows hold the names, types and defaults of parameters: what stands here may grow, and
 * must not change. Written out by hand, for the code is what is looked at.
 */

type Shown = [type: string, byDefault: unknown, listedBy?: string];

const MULTIPLE = (listedBy: string): Shown => ['multiOptions', [], listedBy];
const LOCATOR: Shown = ['resourceLocator', { mode: 'list', value: '' }];

/** What a name stands for, unless its operation says another default. */
const PARAMETERS: Record<string, Shown> = {
	after: ['dateTime', ''],
	audienceId: ['string', ''],
	authentication: ['options', 'apiToken'],
	before: ['dateTime', ''],
	binaryPropertyName: ['string', 'data'],
	daysInStatus: ['number', 14],
	daysPerStatus: ['fixedCollection', {}],
	dealId: LOCATOR,
	dryRun: ['boolean', false],
	email: ['string', ''],
	events: ['multiOptions', ['CRM_BACKLOG_ITEM_STATUS_CHANGE']],
	'filters.assigneeIds': MULTIPLE('getUsers'),
	'filters.changedAfter': ['dateTime', ''],
	'filters.changedBefore': ['dateTime', ''],
	'filters.changeTypes': ['multiOptions', []],
	'filters.enteredAfter': ['dateTime', ''],
	'filters.enteredBefore': ['dateTime', ''],
	'filters.fromStatusIds': MULTIPLE('getStatuses'),
	'filters.minDaysInStatus': ['number', 7],
	'filters.pipelineIds': MULTIPLE('getPipelines'),
	'filters.statusIds': MULTIPLE('getStatuses'),
	'filters.toStatusIds': MULTIPLE('getStatuses'),
	headers: ['fixedCollection', {}],
	ifExists: ['options', 'skip'],
	ifNotFound: ['options', 'item'],
	limit: ['number', 50],
	matchBy: ['multiOptions', ['email', 'phone']],
	method: ['options', 'POST'],
	name: ['string', ''],
	'options.additionalEvents': ['string', ''],
	'options.asOf': ['dateTime', ''],
	'options.companyProfileId': ['string', ''],
	'options.concurrency': ['number', 5],
	'options.contactType': ['string', 'CONSUMER'],
	'options.delimiter': ['options', 'auto'],
	'options.eachEventOnce': ['boolean', true],
	'options.dryRun': ['boolean', false],
	'options.encoding': ['options', 'auto'],
	'options.extraColumns': ['options', 'ignore'],
	'options.fileName': ['string', ''],
	'options.idField': ['string', ''],
	'options.includeChanges': ['boolean', false],
	'options.includeTimeInStatus': ['boolean', false],
	'options.pageSize': ['number', 50],
	'options.requestBody': ['json', '{}'],
	'options.result': ['options', 'rows'],
	'options.simplify': ['boolean', true],
	'options.sort': ['options', 'newestFirst'],
	'options.subscriptionName': ['string', ''],
	'options.timestamp': ['dateTime', ''],
	pastDays: ['number', 7],
	personalInfos: ['resourceMapper', { mappingMode: 'defineBelow', value: null }],
	phone: ['string', ''],
	quotationId: LOCATOR,
	result: ['options', 'rows'],
	returnAll: ['boolean', false],
	search: ['string', ''],
	simplify: ['boolean', true],
	splitByAssignee: ['boolean', false],
	start: ['options', 'onlyNew'],
	url: ['string', ''],
	watchContactFields: MULTIPLE('getContactFields'),
	watchFields: MULTIPLE('getQuotationFields'),
	webhookId: LOCATOR,
};

interface Names {
	/** Separated by blanks; those of collections with their path. */
	names: string;
	defaults?: Record<string, unknown>;
}

const LIST = 'returnAll limit';
const IMPORTED =
	'audienceId ifExists matchBy options.concurrency options.contactType options.timestamp options.extraColumns options.pageSize';
const OF_DEALS = 'filters.statusIds filters.assigneeIds filters.pipelineIds';
const BOUNDS = 'filters.changedAfter filters.changedBefore';
const DEAL_OPTIONS =
	'options.requestBody options.asOf options.includeChanges options.includeTimeInStatus';

const OPERATIONS: Record<string, Names> = {
	'contact create': { names: `${IMPORTED} personalInfos options.dryRun options.result` },
	'contact findDuplicates': {
		names: 'audienceId matchBy options.pageSize',
		defaults: { matchBy: ['email'] },
	},
	'contact getAll': { names: `audienceId simplify ${LIST} options.pageSize` },
	'contact import': {
		names: `${IMPORTED} dryRun result binaryPropertyName options.encoding options.delimiter`,
		defaults: { result: 'report' },
	},
	'contact search': { names: 'audienceId email phone name ifNotFound options.pageSize' },
	'deal get': { names: `dealId ${DEAL_OPTIONS}` },
	'deal getAll': {
		names: `search ${LIST} ${OF_DEALS} ${BOUNDS} filters.enteredAfter filters.enteredBefore filters.minDaysInStatus ${DEAL_OPTIONS} options.sort`,
	},
	'history getAll': {
		names: `simplify ${LIST} filters.changeTypes ${OF_DEALS} ${BOUNDS} options.requestBody options.sort`,
		defaults: { 'options.sort': 'byDeal' },
	},
	'history getTimeInStatus': { names: `${LIST} ${OF_DEALS} options.requestBody` },
	'history getStatusReport': {
		names: `after before splitByAssignee ${OF_DEALS} options.requestBody`,
	},
	'quotation download': { names: 'quotationId binaryPropertyName options.fileName' },
	'quotation get': { names: 'quotationId' },
	'quotation getAll': { names: `search ${LIST} options.pageSize` },
	'status getAll': { names: `simplify ${LIST} filters.pipelineIds options.requestBody` },
	'user getAll': { names: `${LIST} options.requestBody` },
	'webhook create': { names: 'name url events headers' },
	'webhook delete': { names: 'webhookId' },
	'webhook getAll': { names: '' },
};

const FILTERS = 'filters.toStatusIds filters.fromStatusIds filters.pipelineIds filters.assigneeIds';

const TRIGGERS: Record<string, [INodeType, Names]> = {
	salesCrmTrigger: [
		new SalesCrmTrigger(),
		{
			names: `authentication events simplify ${FILTERS} options.additionalEvents options.eachEventOnce options.subscriptionName`,
		},
	],
	salesCrmPollingTrigger: [
		new SalesCrmPollingTrigger(),
		{
			names: `authentication events audienceId daysInStatus daysPerStatus start pastDays watchContactFields watchFields ${FILTERS} options.simplify options.idField options.pageSize options.requestBody`,
			defaults: { events: ['dealStatusChanged'] },
		},
	],
};

const expected = ({ names, defaults = {} }: Names): Record<string, Shown> =>
	Object.fromEntries(
		`${names} options.companyProfileId`.split(' ').flatMap((name) => {
			if (name === '') return [];
			if (!PARAMETERS[name]) throw new Error(`Add '${name}' to PARAMETERS of this file`);
			const [type, byDefault, ...list] = PARAMETERS[name];
			return [[name, [type, defaults[name] ?? byDefault, ...list]]];
		}),
	);

/** By name; those of collections with their path. */
function shownBy(properties: INodeProperties[], path = ''): Record<string, Shown> {
	const shown = properties.flatMap((property) => {
		const { name, type, default: byDefault, typeOptions, options } = property;
		const list = typeOptions?.loadOptionsMethod;
		const own: Shown = list ? [type, byDefault, list] : [type, byDefault];
		const inside = type === 'collection' ? (options as INodeProperties[]) : [];
		return [[path + name, own], ...Object.entries(shownBy(inside, `${name}.`))];
	});
	return Object.fromEntries(shown) as Record<string, Shown>;
}

const offered = resources.flatMap(({ value: resource, operations }) =>
	operations.map(({ value: operation, properties }) => ({ resource, operation, properties })),
);

it.each(offered)('$resource: $operation keeps its parameters', ({ resource, operation }) => {
	const here = new SalesCrm().description.properties.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show.resource?.includes(resource) && show.operation?.includes(operation),
	);
	const names = OPERATIONS[`${resource} ${operation}`];
	if (!names) throw new Error(`Add '${resource} ${operation}' to OPERATIONS of this file`);
	expect(shownBy(here)).toMatchObject(expected(names));
});

it('no operation is gone', () => {
	const there = offered.map(({ resource, operation }) => `${resource} ${operation}`);
	expect(there).toEqual(expect.arrayContaining(Object.keys(OPERATIONS)));
});

it.each(Object.entries(TRIGGERS))('%s keeps its name and its parameters', (name, [node, names]) => {
	expect(node.description.name).toBe(name);
	expect(shownBy(node.description.properties)).toMatchObject(expected(names));
});

const ENCODINGS = 'auto macintosh utf-16be utf-16le utf-8 windows-1250 windows-1252';

it.each([
	['contact search', 'ifNotFound', ['error', 'item', 'nothing']],
	['contact import', 'result', ['report', 'rows']],
	['contact import', 'options.encoding', ENCODINGS.split(' ')],
	['contact import', 'options.delimiter', ['\t', ',', ';', 'auto', '|']],
	['deal getAll', 'options.sort', ['longestInStatus', 'newestFirst', 'oldestFirst']],
	['history getAll', 'options.sort', ['byDeal', 'newestFirst', 'oldestFirst']],
])('%s keeps the values of %s', (which, name, values) => {
	const [first, second] = name.split('.');
	const { properties } = offered.find((one) => `${one.resource} ${one.operation}` === which)!;
	const choice = properties.find((property) => property.name === first) as INodeProperties;
	const options = choice.options as INodeProperties[];
	const chosen = second ? options.find((option) => option.name === second)! : choice;
	expect((chosen.options as INodePropertyOptions[]).map(({ value }) => value).sort()).toEqual(
		values,
	);
});

it('the events of the Polling Trigger keep their values', () => {
	const { properties } = new SalesCrmPollingTrigger().description;
	const { options } = properties.find(({ name }) => name === 'events')!;
	const values = (options as INodePropertyOptions[]).map(({ value }) => value);
	expect(values).toEqual([
		...['contactCreated', 'contactUpdated', 'dealAssigned', 'dealCreated', 'dealStatusChanged'],
		...['dealStuck', 'quotationCreated', 'quotationUpdated'],
	]);
});

it('the ways of signing in keep their values', () => {
	const { properties } = new SalesCrm().description;
	const { options } = properties.find(({ name }) => name === 'authentication')!;
	const values = (options as Array<{ value: string }>).map(({ value }) => value);
	expect(values).toEqual(['apiToken', 'oAuth2', 'serviceAccount']);
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
