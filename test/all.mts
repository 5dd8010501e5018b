/**
 * `npm test`: all fast tests, two parts at a time. A part that passes only shows how many tests it has. A part that
 * fails does not end the others, and its output is shown last.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** npm scripts, the longest first. */
const PARTS = ['test:unit', 'lint', 'typecheck', 'test:built', 'test:sandbox'];
const AT_ONCE = 2;
/** How many characters of a failed part are shown: a test runner reports its failures at the end. */
const MAX_SHOWN = 30_000;

interface Outcome {
	part: string;
	code: number;
	output: string;
	seconds: number;
}

async function run(part: string): Promise<Outcome> {
	const start = Date.now();
	const child = spawn('npm', ['run', '-s', part], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	const code = await new Promise<number>((done, reject) => {
		child.once('error', reject);
		child.once('close', (status) => done(status ?? 1));
	});
	return { part, code, output, seconds: Math.round((Date.now() - start) / 1000) };
}

/** Such as "Tests: 3 passed, 3 total" (jest) or "ℹ pass 3" (node:test). */
const countsOf = (output: string) =>
	output.split('\n').filter((line) => /^(Tests:|ℹ (tests|pass|fail) )/.test(line));

const waiting = [...PARTS];
const failed: Outcome[] = [];
await Promise.all(
	Array.from({ length: AT_ONCE }, async () => {
		for (let part = waiting.shift(); part; part = waiting.shift()) {
			const outcome = await run(part);
			if (outcome.code !== 0) failed.push(outcome);
			console.log(`${outcome.code === 0 ? '✔' : '✖'} ${part} (${outcome.seconds} s)`);
			for (const line of countsOf(outcome.output)) console.log(`    ${line}`);
		}
	}),
);
for (const { part, output } of failed) {
	console.log(`\n── ${part} failed:\n${output.slice(-MAX_SHOWN)}`);
}
if (failed.length > 0) {
	console.log(
		`\n${failed.length} of ${PARTS.length} parts failed: ${failed.map(({ part }) => part).join(', ')}`,
	);
	process.exitCode = 1;
}
