import { Engines } from './engine/engines.mts';
import type { EngineCase } from './engine/process.mts';
import { historyService } from './historyData.mts';
import { count, type Measure, megabytes, times } from './measure.mts';

const CHANGES = 100_000;
const ROUNDS = 3;
const OUTPUTS = ['changes', 'statusReport', 'timeInStatus', 'deals'];
const BASE = 'HTTP Request';
/** A moment between the changes (historyData.mts). */
const MIDDLE = '2025-01-08T00:00:00Z';

export const history: Measure = {
	name: 'history',
	title: `History of ${count(CHANGES)} changes`,
	about:
		"Each output of *Deal History*, and *Deal: Get Many*, all of it, beside n8n's HTTP Request node merely fetching the same answer into one item. Processor time, garbage collection included. *Storing* is what n8n takes afterwards to make a text of the run; it is the same for every node that gives as many items.",
	async rows() {
		const service = await historyService(CHANGES);
		const cases: Record<string, EngineCase> = { [BASE]: fetching(service.url) };
		for (const output of OUTPUTS) cases[output] = outputCase(service.url, output);
		cases['changes, newest first'] = outputCase(service.url, 'changes', 'newestFirst');
		cases['Deal: Get Many'] = dealsCase(service.url);
		cases['Deal: Get Many, as of'] = dealsCase(service.url, { asOf: MIDDLE });
		const engines = await Engines.start(cases);
		const first = await engines.inTurn({ rounds: 1 });
		const all = await engines.inTurn({ rounds: ROUNDS });
		await engines.stop();
		service.stop();
		const base = all[BASE]!;
		return Object.entries(all).map(([name, { items, cpu, storing }]) => ({
			case: name,
			cells: {
				items: count(items),
				'processor time': `${Math.round(cpu)} ms`,
				'of fetching': times(cpu / base.cpu),
				'memory, of fetching': times(first[name]!.peak / first[BASE]!.peak),
				storing: `${Math.round(storing!.cpu)} ms, ${megabytes(storing!.length)}`,
			},
			...(name !== BASE && { cost: cpu / base.cpu, aim: name === 'statusReport' ? 2 : 1.5 }),
		}));
	},
};

/** n8n's HTTP Request node, merely fetching the history. */
export const fetching = (url: string): EngineCase => ({
	kind: 'HTTP Request',
	url,
	storing: true,
	parameters: {
		method: 'POST',
		url: `${url}/history`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '{}',
		options: {},
	},
});

export const outputCase = (url: string, output: string, sort = 'byDeal'): EngineCase => ({
	kind: 'Sales CRM',
	url,
	storing: true,
	parameters: {
		resource: 'history',
		operation: 'getAll',
		output,
		returnAll: true,
		filters: {},
		options: { sort },
	},
});

const dealsCase = (url: string, options: object = {}): EngineCase => ({
	kind: 'Sales CRM',
	url,
	storing: true,
	parameters: {
		resource: 'deal',
		operation: 'getAll',
		search: '',
		returnAll: true,
		filters: {},
		options,
	},
});
