import { contactService } from './contactData.mts';
import { salesCrmCreate } from './creates.mts';
import { Engines } from './engine/engines.mts';
import { salesCrmList } from './lists.mts';
import { count, type Measure, seconds, times } from './measure.mts';

const CONTACTS = 20_000;
const BASE = 'Contact: Get Many';

export const imports: Measure = {
	name: 'imports',
	title: 'Looking for the rows of an import',
	about: `2,000 rows that are all among the ${count(CONTACTS)} contacts of the audience already, so that *Skip* writes none of them, beside merely listing that audience. No latency. Memory: by how much a fresh process grew in its first run.`,
	async rows() {
		const service = await contactService(CONTACTS);
		const engines = await Engines.start({
			[BASE]: salesCrmList(service.url),
			'looking for the rows': salesCrmCreate(service.url, {}, { ifExists: 'skip' }),
			'dry run without looking': salesCrmCreate(service.url, {}, { dryRun: true }),
		});
		const first = await engines.inTurn({ rounds: 1 });
		const all = await engines.inTurn({ rounds: 3 });
		await engines.stop();
		service.stop();
		const base = all[BASE]!;
		return Object.entries(all).map(([name, { ms, cpu }]) => ({
			case: name,
			cells: {
				time: seconds(ms),
				'of listing': times(ms / base.ms),
				'processor time': seconds(cpu),
				'memory, of listing': times(first[name]!.peak / first[BASE]!.peak),
			},
			...(name === 'looking for the rows' && { cost: ms / base.ms }),
		}));
	},
};
