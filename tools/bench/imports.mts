import { create } from './creates.mts';
import { recordService } from './data.mts';
import { crm, type Figures } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE } from './engine/nodes.mts';
import { allContacts } from './lists.mts';
import { count, type Measure, megabytes, type Row, seconds, size, times } from './measure.mts';

const CONTACTS = size(20_000);
const ROWS = size(2_000);
const FILE_ROWS = size(100_000);
const REFUSED_EACH = 100;

export const imports: Measure = {
	name: 'import',
	title: 'Import',
	about: `${count(ROWS)} rows that are all among the ${count(CONTACTS)} contacts of the audience already, so that *Skip* writes none of them, beside merely listing that audience. Then *Import From File* of ${count(FILE_ROWS)} rows beside *Contact: Create* of as many items, both with *Skip* and a report, into an empty audience, of which the service refuses one row in ${REFUSED_EACH}. No latency. Memory: by how much a fresh process grew in its first run. _Storing_ is what n8n takes afterwards to make a text of what the node gave.`,
	async rows() {
		const full = await recordService(CONTACTS);
		const looking = await Engines.start({
			'Contact: Get Many': allContacts(full.url),
			'looking for the rows': create(full.url, { ifExists: 'skip' }, { rows: ROWS }),
		});
		const first = await looking.inTurn({ rounds: 1 });
		const looked = await looking.inTurn({ rounds: 3 });
		await looking.stop();
		full.stop();

		const empty = await recordService(0, { refusesEach: REFUSED_EACH });
		const skip = { ifExists: 'skip', audienceId: AUDIENCE };
		const ofItems = { ...skip, options: { result: 'report' } };
		const ofFile = { ...skip, dryRun: false };
		const shared = { rows: FILE_ROWS, storing: true };
		const writing = await Engines.start({
			'Create, and its report': create(empty.url, ofItems, shared),
			'Import From File, and its report': crm(empty.url, 'contact', 'import', ofFile, {
				...shared,
				isFile: true,
			}),
		});
		const wrote = await writing.inTurn({ rounds: 1 });
		await writing.stop();
		empty.stop();
		return [...rowsOf(looked, first), ...rowsOf(wrote, wrote)];
	},
};

/** The first case is what the others are held beside. */
function rowsOf(all: Record<string, Figures>, first: Record<string, Figures>): Row[] {
	const [base] = Object.keys(all) as [string];
	return Object.entries(all).map(([name, { ms, cpu, storing }]) => ({
		case: name,
		cells: {
			time: seconds(ms),
			'of the one above': times(ms / all[base]!.ms),
			'processor time': seconds(cpu),
			memory: megabytes(first[name]!.peak),
			'of its': times(first[name]!.peak / first[base]!.peak),
			storing: storing ? `${storing.cpu.toFixed(0)} ms, ${megabytes(storing.length)}` : '',
		},
	}));
}
