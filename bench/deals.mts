import { Engines } from './engine/engines.mts';
import type { EngineCase } from './engine/process.mts';
import { fetching } from './history.mts';
import { DEAL_OF_ITEM, historyService } from './historyData.mts';
import { count, type Measure, megabytes, times } from './measure.mts';

const CHANGES = 100_000;
const DEALS = CHANGES / 10;
const ROUNDS = 3;
const BASE = 'HTTP Request';

export const deals: Measure = {
	name: 'deals',
	title: `${count(DEALS)} deals of ${count(CHANGES)} changes`,
	about:
		"*Deal: Get Many*, all of them, and *Deal: Get*, beside n8n's HTTP Request node merely fetching the same answer into one item. Processor time, garbage collection included; of 1,000 items that name a deal each, most is n8n's, which works out an expression for each. *Storing* is what n8n takes afterwards to make a text of the run.",
	async rows() {
		const service = await historyService(CHANGES);
		const { url } = service;
		const included = { includeChanges: true, includeTimeInStatus: true };
		const cases: Record<string, EngineCase> = {
			[BASE]: fetching(url),
			'Get Many': getMany(url),
			'Get Many, a word searched': getMany(url, { search: 'deal 77' }),
			'Get Many, with changes and times': getMany(url, { options: included }),
			Get: getOne(url),
			'Get, 1,000 items': { ...getOne(url, `={{ ${DEAL_OF_ITEM} }}`), rows: 1000 },
		};
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
			...(name !== BASE && { cost: cpu / base.cpu, ...(name === 'Get Many' && { aim: 1.5 }) }),
		}));
	},
};

const dealCase = (url: string, operation: string, parameters: object): EngineCase => ({
	kind: 'Sales CRM',
	url,
	storing: true,
	parameters: { resource: 'deal', operation, options: {}, ...parameters },
});

export const getMany = (url: string, more: object = {}): EngineCase =>
	dealCase(url, 'getAll', { search: '', returnAll: true, filters: {}, ...more });

const FIRST_DEAL = '00000004-0000-4000-8000-000000000000';

const getOne = (url: string, value: string = FIRST_DEAL): EngineCase =>
	dealCase(url, 'get', { dealId: { __rl: true, mode: 'id', value } });
