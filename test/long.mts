/**
 * `npm run test:long [-- times [jest's own arguments …]]`: runs the properties and models 20 times, or `times` times, as
 * often as `npm test`, with new seeds. A failure shows `seed` and `path`: `fc.assert(property, { seed, path })` repeats
 * it, and `examples` keeps it.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [times = '20', ...others] = process.argv.slice(2);
if (!(Number(times) > 0)) throw new Error(`"${times}" is not a number of times`);

const drawn = ['test/unit', 'test/engine']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			join(folder, name),
		),
	)
	.filter((path) => path.endsWith('.test.ts'))
	.filter((path) => /'fast-check'|isLong/.test(readFileSync(join(ROOT, path), 'utf8')));

const files = others.length > 0 ? others : ['--runTestsByPath', ...drawn];
console.log(`${times} times as many runs as usual`);
const statuses = [
	['npx', 'jest', '-c', 'test/jest.config.mjs', ...files],
	['npm', 'run', 'test:1.123', '--', '--passWithNoTests', ...files],
].map(([command, ...args]) => {
	const env = { ...process.env, TIMES_LONGER: times };
	return spawnSync(command!, args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
});
process.exitCode = Math.max(...statuses);
