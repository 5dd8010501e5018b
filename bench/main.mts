/**
 * `npm run bench [-- name …]`: measures beside what else one would take. The whole run, some twenty
 * minutes on a machine that does nothing else, writes its tables into docs/benchmarks.md; some
 * measures alone only print theirs.
 */
import { machine } from './machine.mts';
import { measures } from './measures.mts';
import { onScreen, type Results, writePage } from './report.mts';

const wanted = process.argv.slice(2);
const names = measures.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
	console.error(`No measure ${unknown.join(', ')}: there are ${names.join(', ')}`);
	process.exit(1);
}

const where = machine();
console.log(where);
const results: Results = [];
for (const measure of measures) {
	if (wanted.length > 0 && !wanted.includes(measure.name)) continue;
	console.log(`\n${measure.title}`);
	const start = performance.now();
	const rows = await measure.rows((line) => console.log(`  ${line}`));
	console.log(onScreen(rows));
	console.log(`  ${((performance.now() - start) / 1000).toFixed(0)} s`);
	results.push({ measure, rows });
}
if (wanted.length === 0) {
	await writePage(results, where);
	console.log('\nWritten to docs/benchmarks.md');
}
process.exit();
