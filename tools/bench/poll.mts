import { historyService, recordService } from './data.mts';
import { crm, type EngineCase } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { historyCase } from './history.mts';
import { count, type Measure, type Row, size, times } from './measure.mts';

const QUOTATIONS = size(50_000);
const CHANGES = size(100_000);

export const poll: Measure = {
	name: 'poll',
	title: 'A poll of the Sales CRM Polling Trigger',
	about: `A poll that finds nothing new among ${count(QUOTATIONS)} quotations, or among deals with ${count(CHANGES)} changes, beside merely listing them. Processor time. The memory is what n8n's static data of the node holds. Of each request outside a run n8n itself takes some 40 ms: it prepares an isolate to read the credential (n8n 2.41, \`credentials-helper\`). So a poll of many pages costs more than a run that lists them, and a larger _Page Size_ helps.`,
	async rows() {
		const records = await recordService(QUOTATIONS, { announcesTotal: true });
		const deals = await historyService(CHANGES);
		const watched = { events: ['quotationCreated', 'quotationUpdated'] };
		const rows = [
			...(await rowsOf({
				'Quotation: Get Many': crm(records.url, 'quotation', 'getAll', { returnAll: true }),
				'new quotations': polling(records.url, { events: ['quotationCreated'] }),
				'new quotations, pages of 1,000': polling(records.url, {
					events: ['quotationCreated'],
					options: { pageSize: 1_000 },
				}),
				'two fields of them watched': polling(records.url, {
					...watched,
					watchFields: ['status', 'total'],
				}),
			})),
			...(await rowsOf({
				'Deal History': historyCase(deals.url, 'getAll'),
				'deals moved': polling(deals.url, { events: ['dealStatusChanged'] }),
				'deals moved and stuck': polling(deals.url, {
					events: ['dealStatusChanged', 'dealStuck'],
					daysInStatus: 14_000,
				}),
			})),
		];
		records.stop();
		deals.stop();
		return rows;
	},
};

const polling = (url: string, parameters: object): EngineCase => ({
	kind: 'polling trigger',
	url,
	parameters: { options: {}, start: 'onlyNew', ...parameters },
});

/** The first case is the list that the others are held beside; a first poll notes what is there. */
async function rowsOf(cases: Record<string, EngineCase>): Promise<Row[]> {
	const engines = await Engines.start(cases);
	const first = await engines.inTurn({ rounds: 1 });
	const all = await engines.inTurn({ rounds: 5 });
	await engines.stop();
	const [list] = Object.keys(cases) as [string];
	return Object.entries(all).map(([name, { cpu, kept, items }]) => {
		if (name !== list && items > 0) throw new Error(`${name}: something came twice`);
		return {
			case: name,
			cells: {
				first: `${first[name]!.cpu.toFixed(0)} ms`,
				'every other': `${cpu.toFixed(0)} ms`,
				'of listing': times(cpu / all[list]!.cpu),
				memory: name === list ? '' : `${(kept / 1000).toFixed(0)} kB`,
			},
		};
	});
}
