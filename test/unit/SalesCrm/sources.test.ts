import '../../support/freshAccount';
import '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { FAILURES, type Failure, ONE_OF_EACH } from '../../support/failures';
import { runOperation } from '../../support/nodeRuns';

/**
 * Each list that is read beside the main one, each way in which it can fail, and what an operation that uses it does then:
 * what only shows is null with a hint, what decides is an error. What may pass is asked again the next time.
 */

type Route = 'listBoards' | 'listStatuses' | 'listUsers' | 'listDocuments' | 'listContactPersons';

interface Consumer {
	name: string;
	route: Route;
	run: () => Promise<{ rows: IDataObject[]; hints: string[] }>;
	/** Whether the list decides something; by name of the meaning, where that matters. */
	decides: boolean | Partial<Record<Failure['is'], boolean>>;
	/** What an item shows null for. */
	key?: string;
	/** Part of the hint or the error. */
	words: RegExp;
}

const deals = async (filters: IDataObject = {}, options: IDataObject = {}) =>
	await runOperation('deal', 'getAll', { filters, options });

const CONSUMERS: Consumer[] = [
	{
		...{ name: 'display of pipelines', route: 'listBoards', decides: false, key: 'recordType' },
		...{ run: async () => await deals(), words: /Leads may be among/ },
	},
	{
		...{ name: 'kind of record: leads', route: 'listBoards', decides: true },
		...{ run: async () => await deals({ recordTypes: ['lead'] }), words: /'Record Types'/ },
	},
	{
		...{ name: 'kind of record: deals and leads', route: 'listBoards' },
		...{ decides: { unavailable: true }, key: 'recordType', words: /boards/ },
		run: async () => await deals({ recordTypes: ['deal', 'lead'] }),
	},
	{
		...{ name: 'filter by the name of a pipeline', route: 'listBoards', decides: true },
		...{
			run: async () => await deals({ pipelineIds: ['No such'] }),
			words: /The pipeline "No such" could not be looked up/,
		},
	},
	{
		...{ name: 'display of quotations', route: 'listBoards', decides: false, key: 'quotations' },
		run: async () => await deals({}, { includeQuotations: true }),
		words: /Quotations are left empty/,
	},
	{
		...{ name: 'filter on quotations', route: 'listBoards', decides: true },
		...{
			run: async () => await deals({ quotationStatuses: ['SENT'] }),
			words: /quotations of deals/,
		},
	},
	{
		...{ name: 'write', route: 'listBoards', decides: true, words: /Deals cannot be updated/ },
		run: async () => {
			const dealId = { __rl: true, mode: 'id', value: sandbox.world.profile().deals[0].id };
			return await runOperation('deal', 'update', { dealId, updateFields: { description: 'x' } });
		},
	},
	{
		...{ name: 'display of statuses', route: 'listStatuses', decides: false, key: 'status' },
		...{ run: async () => await deals(), words: /names of statuses are left empty/ },
	},
	{
		...{ name: 'filter by the name of a status', route: 'listStatuses', decides: true },
		...{
			run: async () => await deals({ statusIds: ['No such'] }),
			words: /The status "No such" could not be looked up/,
		},
	},
	{
		...{ name: 'display of users', route: 'listUsers', decides: false, key: 'assignee' },
		...{ run: async () => await deals(), words: /names of users are left empty/ },
	},
	{
		...{ name: 'filter by the name of a user', route: 'listUsers', decides: true },
		...{
			run: async () => await deals({ assigneeIds: ['No such'] }),
			words: /The user "No such" could not be looked up/,
		},
	},
	{
		...{ name: 'display of quotations', route: 'listDocuments', decides: false, key: 'quotations' },
		run: async () => await deals({}, { includeQuotations: true }),
		words: /Quotations are left empty/,
	},
	{
		...{ name: 'filter on quotations', route: 'listDocuments', decides: true },
		...{
			run: async () => await deals({ quotationStatuses: ['SENT'] }),
			words: /quotations of deals/,
		},
	},
	...['invoice', 'contract'].flatMap((resource): Consumer[] => {
		const run = async () => await runOperation(resource, 'getAll');
		return [
			{
				...{ name: `list of ${resource}s`, route: 'listDocuments', decides: true, run },
				words: new RegExp(`The ${resource}s cannot be listed`),
			},
			{
				...{ name: `customers of ${resource}s`, route: 'listContactPersons', decides: false },
				...{ key: 'customer', run, words: new RegExp(`Customers of ${resource}s are left empty`) },
			},
		];
	}),
	...(['listDocuments', 'listContactPersons'] as const).map(
		(route): Consumer => ({
			...{ name: 'customers of quotations', route, decides: false, key: 'customer' },
			run: async () => await runOperation('quotation', 'getAll'),
			words: /Customers of quotations are left empty/,
		}),
	),
];

/** As published only the history has these in its own family, so a list of its own way is refused. */
const published = (route: Route) =>
	({ listStatuses: 'listStatusesAsPublished', listUsers: 'listUsersAsPublished' })[
		route as string
	] ?? route;

beforeEach(() => {
	sandbox.reset({ deals: 3, leads: 1, quotations: 3, contacts: 0 });
	sandbox.switches.only = 'published';
});

const plant = (route: Route, { fault }: Failure) =>
	(sandbox.switches.faults = [{ ...fault, route: published(route), every: 1 }]);

async function outcome({ run, key, words }: Consumer): Promise<string> {
	const result = await run().catch((error: Error & { description?: string }) => error);
	if (result instanceof Error) {
		return words.test(`${result.message} ${result.description}`) ? 'error' : result.message;
	}
	const isNull = key === undefined || result.rows.every((row) => row[key] === null);
	const isSaid = result.hints.some((hint) => words.test(hint));
	if (!isNull) return `${key} is not null`;
	return isSaid ? 'null with a hint' : 'null';
}

/** What the table expects of a list that is not read. */
const expected = ({ decides, words }: Consumer, is: Failure['is']): string[] => {
	const isDecided = typeof decides === 'boolean' ? decides : decides[is] === true;
	if (isDecided) return ['error'];
	return typeof decides === 'boolean' && words
		? ['null with a hint']
		: ['null with a hint', 'null'];
};

describe.each(CONSUMERS)('$route: $name', (consumer) => {
	const failures =
		consumer.route === 'listBoards' && consumer.key === 'recordType' ? FAILURES : ONE_OF_EACH;

	it.each(failures)('$name', async (failure) => {
		plant(consumer.route, failure);
		expect(expected(consumer, failure.is)).toContain(await outcome(consumer));
		const asked = sandbox.log.requests.length;
		await outcome(consumer);
		const again = sandbox.log.requests
			.slice(asked)
			.some(({ operationId }) => operationId === published(consumer.route));
		expect(again).toBe(failure.is === 'unavailable');
	});

	const changed = ONE_OF_EACH.filter(({ is, onceSeen }) => is !== onceSeen);

	it.each(changed)('$name once it was seen', async (failure) => {
		await consumer.run().catch(() => undefined);
		plant(consumer.route, failure);
		expect(expected(consumer, failure.onceSeen)).toContain(await outcome(consumer));
	});
});
