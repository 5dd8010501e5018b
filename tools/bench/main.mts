/**
 * `npm run bench [-- name …]`: measures beside what else one would take. The whole run, some twenty
 * minutes on a machine that does nothing else, writes its tables into tools/bench/benchmarks.md; some
 * measures alone only print theirs.
 */
import { creates } from './creates.mts';
import { event } from './event.mts';
import { history } from './history.mts';
import { hostile } from './hostile.mts';
import { imports } from './imports.mts';
import { importShapes } from './importShapes.mts';
import { lists } from './lists.mts';
import { lookUp } from './lookUp.mts';
import { poll } from './poll.mts';
import { quietPolls } from './quietPolls.mts';
import { machine, tableOf, writePage } from './report.mts';

const MEASURES = [
	...[lists, creates, imports, importShapes, history, lookUp],
	...[event, poll, quietPolls, hostile],
];

const wanted = process.argv.slice(2);
const names = MEASURES.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
	console.error(`No measure ${unknown.join(', ')}: there are ${names.join(', ')}`);
	process.exit(1);
}

const parts = [machine()];
console.log(parts[0]);
for (const { name, title, about, rows } of MEASURES) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	console.log(`\n${title}`);
	const start = performance.now();
	const table = tableOf(await rows((line) => console.log(`  ${line}`)));
	console.log(`${table}\n  ${((performance.now() - start) / 1000).toFixed(0)} s`);
	parts.push(`## ${title}`, about, table);
}
if (wanted.length === 0) {
	await writePage(parts.join('\n\n'));
	console.log('\nWritten to tools/bench/benchmarks.md');
}
process.exit();
