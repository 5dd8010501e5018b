import { contactService } from './contactData.mts';
import { salesCrmCreate } from './creates.mts';
import { Engines } from './engine/engines.mts';
import { count, type Measure, megabytes, seconds, times } from './measure.mts';

const ROWS = 100_000;
const REFUSED_EACH = 100;
const BASE = 'Extract from File, and Create';

export const importReport: Measure = {
	name: 'import-report',
	title: `A file of ${count(ROWS)} rows, and its report`,
	about: `*Contact: Import From File* beside n8n's Extract from File and *Contact: Create*, both with *Skip* and a report, into an empty audience, of which the service refuses one row in ${REFUSED_EACH}. No latency, each case in a fresh process. Memory: by how much it grew at its peak. _Storing_ is what n8n takes afterwards to make a text of what the nodes gave.`,
	async rows() {
		const service = await contactService(0, { refusesEach: REFUSED_EACH });
		const shared = { rows: ROWS, isFile: true, continues: true, storing: true };
		const more = { ifExists: 'skip', result: 'report' };
		const engines = await Engines.start({
			[BASE]: { ...salesCrmCreate(service.url, {}, more), ...shared, extracts: true },
			'Import From File': {
				...salesCrmCreate(service.url, {}, { ...more, operation: 'import' }),
				...shared,
			},
		});
		const all = await engines.inTurn({ rounds: 1 });
		await engines.stop();
		service.stop();
		const base = all[BASE]!;
		return Object.entries(all).map(([name, { ms, cpu, peak, storing }]) => ({
			case: name,
			cells: {
				time: seconds(ms),
				'of its': times(ms / base.ms),
				'processor time': seconds(cpu),
				memory: megabytes(peak),
				'of theirs': times(peak / base.peak),
				storing: `${storing!.cpu.toFixed(0)} ms, ${megabytes(storing!.length)}`,
			},
			...(name !== BASE && { cost: ms / base.ms, aim: 1.05 }),
		}));
	},
};
