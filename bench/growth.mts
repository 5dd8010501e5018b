import { contactService } from './contactData.mts';
import { salesCrmCreate } from './creates.mts';
import { Engines } from './engine/engines.mts';
import { getMany } from './deals.mts';
import type { EngineCase } from './engine/process.mts';
import { outputCase } from './history.mts';
import { historyService } from './historyData.mts';
import { salesCrmList } from './lists.mts';
import { count, type Measure, type Row, seconds } from './measure.mts';
import type { Service } from './service.mts';

interface Kind {
	name: string;
	sizes: number[];
	serve(size: number): Promise<Service>;
	caseOf(url: string, size: number): EngineCase;
}

const KINDS: Kind[] = [
	{
		name: 'list, rows',
		sizes: [1_000, 10_000, 100_000],
		serve: contactService,
		caseOf: salesCrmList,
	},
	{
		name: 'create, rows',
		sizes: [1_000, 10_000],
		serve: async () => await contactService(0),
		caseOf: (url, rows) => ({ ...salesCrmCreate(url, { concurrency: 10 }), rows }),
	},
	{
		name: 'dry run, rows',
		sizes: [1_000, 10_000, 100_000],
		serve: async () => await contactService(0),
		caseOf: (url, rows) => ({ ...salesCrmCreate(url, {}, { dryRun: true }), rows }),
	},
	{
		name: 'history as changes, entries',
		sizes: [10_000, 100_000, 1_000_000],
		serve: historyService,
		caseOf: (url) => ({ ...outputCase(url, 'changes'), storing: false }),
	},
	{
		name: 'deals, entries',
		sizes: [10_000, 100_000, 1_000_000],
		serve: historyService,
		caseOf: (url) => ({ ...getMany(url), storing: false }),
	},
];

export const growth: Measure = {
	name: 'growth',
	title: 'Growth',
	about:
		'Processor time of the whole run, garbage collection included, at no latency: where it grows no faster than the rows, the time per row does not rise.',
	async rows(say) {
		const rows: Row[] = [];
		for (const { name, sizes, serve, caseOf } of KINDS) {
			for (const size of sizes) {
				say(`${name}: ${count(size)}`);
				const service = await serve(size);
				const engines = await Engines.start({ [name]: caseOf(service.url, size) });
				const isLong = size >= 10_000;
				// What is short is measured warm; of what is long, getting warm is a small part.
				if (!isLong) await engines.inTurn({ rounds: 2 });
				const { [name]: figures } = await engines.inTurn({ rounds: isLong ? 1 : 3 });
				await engines.stop();
				service.stop();
				rows.push({
					case: `${name}: ${count(size)}`,
					cells: {
						'processor time': seconds(figures!.cpu),
						'per row': `${((figures!.cpu / size) * 1000).toFixed(1)} µs`,
					},
				});
			}
		}
		return rows;
	},
};
