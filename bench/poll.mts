/**
 * `npm run bench:poll`: what a poll of the polling trigger costs over records among which nothing is new, beside merely
 * parsing the same answers, and how large its memory in n8n's database becomes. The node polls as in n8n, but for the
 * network: the answers are made here. Processor time, median of seven polls; the first, which notes all, stands beside.
 */
import { randomUUID } from 'node:crypto';

import Table from 'cli-table3';
import type { IPollFunctions } from 'n8n-workflow';

import authenticator from '../nodes/auth/authenticator.ts';
import deals from '../nodes/api/deals.ts';
import quotations from '../nodes/api/quotations.ts';
import polling from '../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node.ts';

const POLLS = 7;
const PROFILE = randomUUID();
const PAGE = 200;

/** Quotations as those of the sandbox, with an id and eleven fields. */
const quotationsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		id: randomUUID(),
		company_profile_id: PROFILE,
		number: `OFF-${n}`,
		title: `Quotation ${n % 97}`,
		customer_name: `Customer ${n % 1009}`,
		status: ['Draft', 'Sent', 'Accepted'][n % 3],
		total: (n * 37) % 9000,
		currency: 'EUR',
		created_at: new Date(n * 60_000).toISOString(),
		valid_until: new Date(n * 60_000 + 1e9).toISOString(),
		owner: { name: `Person ${n % 20}` },
		note: null,
	}));

/** Deals of six entries each, evenly over a year up to now. */
const dealsOf = (count: number) =>
	Array.from({ length: count }, (_, deal) => ({
		id: randomUUID(),
		backlogId: 'backlog',
		summary: `Deal ${deal}`,
		companyProfileId: [PROFILE],
		history: Array.from({ length: 6 }, (_entry, n) => ({
			id: randomUUID(),
			backlogItemId: 'deal',
			startTimestamp: Math.floor(Date.now() - ((count - deal) / count) * 3e10 + n * 1000),
			endTimestamp: n < 5 ? Math.floor(Date.now() - ((count - deal) / count) * 3e10) + n : 0,
			type: n % 3 === 0 ? 'USER_CHANGED' : 'STATUS_CHANGED',
			metaData: { propertyValue: { _id: randomUUID(), type: n % 3 === 0 ? 'USER' : 'STATUS' } },
		})),
	}));

function pagesOf(records: object[]): string[] {
	const total = records.length;
	return Array.from({ length: Math.ceil(total / PAGE) }, (_, page) =>
		JSON.stringify({ data: records.slice(page * PAGE, (page + 1) * PAGE), total }),
	);
}

/** What n8n gives the node. */
function contextOf(parameters: Record<string, unknown>, answers: string[], staticData: object) {
	const answer = ({ qs }: { qs?: { page?: number } }) => answers[qs?.page ?? 0];
	return {
		getMode: () => 'trigger',
		getActivationMode: () => 'activate',
		getNode: () => ({ id: '1', name: 'Polling', type: 'salesCrmPollingTrigger' }),
		getWorkflow: () => ({ id: randomUUID(), name: 'Bench', active: true }),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => ({
			baseUrl: 'https://crm.example',
			apiToken: 'bench',
			companyProfileId: PROFILE,
		}),
		getWorkflowStaticData: () => staticData,
		logger: console,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: object) => ({
				statusCode: 200,
				headers: {},
				body: answer(options),
			}),
		},
	} as unknown as IPollFunctions;
}

async function timed<T>(run: () => T | Promise<T>): Promise<number> {
	globalThis.gc?.();
	const before = process.cpuUsage();
	await run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

const median = (values: number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const CASES: Array<[string, Record<string, unknown>, (count: number) => string[]]> = [
	['quotations', { events: ['quotationCreated'] }, (count) => pagesOf(quotationsOf(count))],
	[
		'quotations, two fields watched',
		{ events: ['quotationCreated', 'quotationUpdated'], watchFields: ['status', 'total'] },
		(count) => pagesOf(quotationsOf(count)),
	],
	[
		'deals moved',
		{ events: ['dealStatusChanged'] },
		(count) => [JSON.stringify({ history: dealsOf(count) })],
	],
	[
		'deals moved and stuck',
		{ events: ['dealStatusChanged', 'dealStuck'], daysInStatus: 14_000 },
		(count) => [JSON.stringify({ history: dealsOf(count) })],
	],
];

/** What the list costs without looking for what is new, as for Get Many. */
async function listed(answers: string[]): Promise<void> {
	const connection = await authenticator.connect(contextOf({}, answers, {}), 'apiToken');
	if (answers.length === 1) return void (await deals.listHistory(connection));
	const options = { concurrency: 5, repeats: true, pageSize: undefined };
	const pages: object[][] = [];
	for await (const page of quotations.listQuotations(connection, options)) pages.push(page);
}

const node = new polling.SalesCrmPollingTrigger();
const head = ['case', 'parsing', 'listing', 'first poll', 'poll', 'beyond listing', 'memory'];
const table = new Table({ head });
for (const count of [1000, 50_000]) {
	for (const [name, parameters, make] of CASES) {
		const answers = make(count);
		const parses: number[] = [];
		const lists: number[] = [];
		const polls: number[] = [];
		const staticData = {};
		const firstMs = await timed(() => node.poll.call(contextOf(parameters, answers, staticData)));
		const stored = JSON.stringify(staticData);
		for (let n = 0; n < POLLS; n++) {
			parses.push(await timed(() => answers.map((answer) => JSON.parse(answer) as unknown)));
			lists.push(await timed(() => listed(answers)));
			polls.push(
				await timed(async () => {
					const found = await node.poll.call(contextOf(parameters, answers, JSON.parse(stored)));
					if (found) throw new Error('something came twice');
				}),
			);
		}
		const [parseMs, listMs, pollMs] = [parses, lists, polls].map(median) as [
			number,
			number,
			number,
		];
		table.push([
			`${count.toLocaleString('en')} ${name}`,
			`${parseMs.toFixed(0)} ms`,
			`${listMs.toFixed(0)} ms`,
			`${firstMs.toFixed(0)} ms`,
			`${pollMs.toFixed(0)} ms`,
			`${((pollMs - listMs) / parseMs).toFixed(2)} × parsing`,
			`${(stored.length / 1000).toFixed(0)} kB`,
		]);
	}
}
console.log(table.toString());
