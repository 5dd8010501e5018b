import { historyService } from './data.mts';
import { crm, type EngineCase } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { count, type Measure, megabytes, size, times } from './measure.mts';

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
		"Each operation of *Deal History*, and *Deal: Get Many*, all of it, beside n8n's HTTP Request node merely fetching the same answer into one item. Processor time, garbage collection included. *Storing* is what n8n takes afterwards to make a text of the run; it is the same for every node that gives as many items.",
	async rows() {
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
		return Object.entries(all).map(([name, { items, cpu, storing }]) => ({
			case: name,
			cells: {
				items: count(items),
				'processor time': `${Math.round(cpu)} ms`,
				'of fetching': times(cpu / all[BASE]!.cpu),
				'memory, of fetching': times(first[name]!.peak / first[BASE]!.peak),
				storing: `${Math.round(storing!.cpu)} ms, ${megabytes(storing!.length)}`,
			},
		}));
	},
};

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

const dealsCase = (url: string, options: object = {}): EngineCase =>
	crm(url, 'deal', 'getAll', { ...ALL, search: '', options }, STORING);
