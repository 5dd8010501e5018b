import { API_TOKEN, PROFILE_ID, startSandbox } from '../sandbox/server.mts';
import { countingProxy } from './countingProxy.mts';
import { historyService } from './data.mts';
import { crm, type EngineCase, type Figures } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { count, type Measure, megabytes, type Row, size, times } from './measure.mts';

const CHANGES = size(100_000);
const CASES: Array<[name: string, operation: string, parameters?: object]> = [
	['Get Many', 'getAll'],
	['Get Many, newest first', 'getAll', { options: { sort: 'newestFirst' } }],
	['Get Many, raw', 'getAll', { simplify: false }],
	['Get Time in Status', 'getTimeInStatus'],
	['Get Status Report', 'getStatusReport'],
	['Get Status Report, by assignee', 'getStatusReport', { splitByAssignee: true }],
];
const BASE = 'HTTP Request';
/** A moment between the changes (data.mts). */
const MIDDLE = '2025-01-08T00:00:00Z';

export const history: Measure = {
	name: 'history',
	title: `History of ${count(CHANGES)} changes`,
	about:
		"Each operation of *Deal History*, and *Deal: Get Many*, all of it, beside n8n's HTTP Request node merely fetching the same answer into one item. Processor time, garbage collection included. *Storing* is what n8n takes afterwards to make a text of the run; it is the same for every node that gives as many items. With quotations: 10,000 deals of the sandbox as published, beside a bare node that fetches the same lists. A process keeps the memory that it has freed: on a virtual machine the first touch of 22 MB may take a fourth of a fetch.",
	async rows() {
		const withQuotations = await quotationRows();
		const { url, stop } = await historyService(CHANGES);
		const cases = CASES.map(([name, operation, more]) => [name, historyCase(url, operation, more)]);
		const engines = await Engines.start({
			[BASE]: fetching(url),
			...Object.fromEntries(cases),
			'Deal: Get Many': dealsCase(url),
			'Deal: Get Many, as of': dealsCase(url, { asOf: MIDDLE }),
		});
		const first = await engines.inTurn({ rounds: 1 });
		const all = await engines.inTurn({ rounds: 3 });
		await engines.stop();
		stop();
		return [...rowsOf(all, first), ...withQuotations];
	},
};

/** The first case is what the others are held beside. */
function rowsOf(all: Record<string, Figures>, first: Record<string, Figures>): Row[] {
	const [base] = Object.keys(all) as [string];
	return Object.entries(all).map(([name, { items, ms, cpu, storing }]) => ({
		case: name,
		cells: {
			items: count(items),
			'time, of fetching': times(ms / all[base]!.ms),
			'processor time': `${Math.round(cpu)} ms`,
			'of fetching': times(cpu / all[base]!.cpu),
			'memory, of fetching': times(first[name]!.peak / first[base]!.peak),
			storing: `${Math.round(storing!.cpu)} ms, ${megabytes(storing!.length)}`,
		},
	}));
}

/** *Deal: Get Many* with *Include Quotations*, beside merely fetching the lists that it reads. */
async function quotationRows(): Promise<Row[]> {
	const deals = CHANGES / 10;
	const switches = { only: 'published' as const };
	const sandbox = await startSandbox({ deals, quotations: deals, switches });
	const account = { apiToken: API_TOKEN, companyProfileId: PROFILE_ID };
	const proxy = await countingProxy(sandbox.url);
	const options = { includeQuotations: true, includeArchived: true };
	const reading = await Engines.start({ node: dealsCase(proxy.url, options, { account }) });
	// The second run no longer asks in vain which description answers.
	await reading.inTurn({ rounds: 1 });
	proxy.take();
	await reading.inTurn({ rounds: 1 });
	const paths = proxy.take().reads;
	await reading.stop();
	proxy.stop();
	const { url } = sandbox;
	const bare: EngineCase = {
		kind: 'bare fetch',
		url,
		parameters: { url, paths },
		account,
		...STORING,
	};
	const engines = await Engines.start({
		'the same lists, merely fetched': bare,
		'Deal: Get Many, with quotations': dealsCase(url, options, { account }),
	});
	const first = await engines.inTurn({ rounds: 1 });
	const all = await engines.inTurn({ rounds: 3 });
	await engines.stop();
	await sandbox.close();
	return rowsOf(all, first);
}

const STORING = { storing: true };
const ALL = { returnAll: true, filters: {} };

const fetching = (url: string): EngineCase => {
	const body = { sendBody: true, specifyBody: 'json', jsonBody: '{}' };
	const parameters = { method: 'POST', url: `${url}/history`, ...body, options: {} };
	return { kind: 'HTTP Request', url, parameters, ...STORING };
};

/** *Deal History*, all of it. */
export const historyCase = (url: string, operation: string, more: object = {}): EngineCase =>
	crm(url, 'history', operation, { ...ALL, options: {}, ...more }, STORING);

const dealsCase = (url: string, options: object = {}, more: Partial<EngineCase> = {}): EngineCase =>
	crm(url, 'deal', 'getAll', { ...ALL, search: '', options }, { ...STORING, ...more });
