import { contactService } from './contactData.mts';
import { salesCrmCreate } from './creates.mts';
import { Engines } from './engine/engines.mts';
import { count, type Measure, megabytes, seconds, times } from './measure.mts';

const ROWS = 100_000;
const REFUSED_EACH = 100;
const BASE = 'an item a row';

export const importReport: Measure = {
	name: 'import-report',
	title: `An import of ${count(ROWS)} rows, and its report`,
	about: `*Contact: Create* with *Skip*, into an empty audience, of which the service refuses one in ${REFUSED_EACH}, with the result *Rows* (and Continue) beside *Report*, whose file holds the ${count(ROWS / REFUSED_EACH)} refused rows. No latency, each case in a fresh process. Memory: by how much it grew at its peak. _Storing_ is what n8n takes afterwards to make a text of what the node gave.`,
	async rows() {
		const service = await contactService(0, { refusesEach: REFUSED_EACH });
		const import_ = (result: 'rows' | 'report') => ({
			...salesCrmCreate(service.url, { result }, { ifExists: 'skip' }),
			rows: ROWS,
			continues: true,
			storing: true,
		});
		const engines = await Engines.start({ [BASE]: import_('rows'), 'a report': import_('report') });
		const all = await engines.inTurn({ rounds: 1 });
		await engines.stop();
		service.stop();
		const base = all[BASE]!;
		return Object.entries(all).map(([name, { ms, cpu, items, peak, storing }]) => ({
			case: name,
			cells: {
				items: count(items),
				"of the rows' time": times(ms / base.ms),
				'processor time': seconds(cpu),
				memory: megabytes(peak),
				'of theirs': times(peak / base.peak),
				storing: `${storing!.cpu.toFixed(0)} ms, ${megabytes(storing!.length)}`,
			},
			...(name !== BASE && { cost: ms / base.ms, aim: 1.05 }),
		}));
	},
};
