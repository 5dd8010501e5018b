/**
 * `npm run test:long [-- times [jest's own arguments …]]`: the properties and models of the unit tests with 20, or
 * `times`, times as many runs as in `npm test`, and other seeds each time. A failure shows `seed` and `path`:
 * given to `fc.assert(property, { seed, path })` they play it again, and as `examples` it is kept for good.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [times = '20', ...others] = process.argv.slice(2);
if (!(Number(times) > 0)) throw new Error(`how many times as many runs? Not "${times}"`);

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
