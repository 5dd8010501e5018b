import { recordService } from './data.mts';
import { crm } from './engine/cases.mts';
import { Engines } from './engine/engines.mts';
import { AUDIENCE } from './engine/nodes.mts';
import { SHAPE_NAMES } from './engine/shapes.mts';
import { count, type Measure, type Row, seconds, size } from './measure.mts';

const ROWS = [5_000, 20_000, 80_000].map(size);
/** A file of more than 512 MB is no text of Node.js; these rows are large. */
const MOST: Record<string, number> = { 'cells of 30,000 characters': size(5_000) };

export const importShapes: Measure = {
	name: 'shapes',
	title: 'Import of rows of many shapes',
	about: `A dry run of *Import From File* with a report, by rows of a shape, with Match By *Email* and *Phone*, into an empty audience. The longest freeze is the longest time in which n8n could do nothing else.`,
	async rows(say) {
		const { url, stop } = await recordService(0);
		const rows: Row[] = [];
		const parameters = { audienceId: AUDIENCE, dryRun: true };
		for (const shape of SHAPE_NAMES) {
			say(shape);
			const engines = await Engines.start({
				[shape]: crm(url, 'contact', 'import', parameters, { rows: ROWS[0]!, shape }),
			});
			const cells: Record<string, string> = {};
			for (const many of ROWS) {
				if (many > (MOST[shape] ?? Infinity)) {
					Object.assign(cells, { [`${count(many)} rows`]: '', [`freeze ${count(many)}`]: '' });
					continue;
				}
				const { ms, freeze } = (await engines.inTurn({ rounds: 1, rows: many }))[shape]!;
				cells[`${count(many)} rows`] = seconds(ms);
				cells[`freeze ${count(many)}`] = `${freeze.toFixed(0)} ms`;
			}
			await engines.stop();
			rows.push({ case: shape, cells });
		}
		stop();
		return rows;
	},
};
