/**
 * `npm run test:e2e [-- --line 1] [-- file …]`: packs the package and makes n8n ready once, then runs the tests that
 * need both, on the latest 2.x or the last 1.x. Most files share one n8n; those that restart or kill theirs, or look
 * at its log, start their own. Several files run at a time, for much of what they do is wait.
 */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n } from '../../runtime/install.mts';
import { packPackage, ROOT } from '../../runtime/pack.mts';
import { RELEASES, type Line } from '../../runtime/versions.mts';
import { startShared } from './support/shared.mts';

const LIMIT_MS = 30 * 60_000;
const AT_ONCE = 3;

/** These come last, one by one: they keep all cores busy by themselves, or measure. */
const ALONE = ['download-memory', 'queue', 'trigger/load', 'trigger/names'].map(
	(name) => `${join('e2e', ...name.split('/'))}.test.mts`,
);

try {
	const { line, files } = wanted();
	await ensureN8n(line, console.log);
	const tarball = await packPackage(console.log);
	process.exitCode = await runTests(line, tarball, files ?? (await allFiles()));
} catch (error) {
	console.error(`The end-to-end tests cannot be run: ${(error as Error).message}`);
	process.exitCode = 1;
}

function wanted(): { line: Line; files: string[] | undefined } {
	const { values, positionals } = parseArgs({
		options: { line: { type: 'string', default: process.env.N8N_LINE ?? '2' } },
		allowPositionals: true,
	});
	const { line } = values;
	if (!line || !(line in RELEASES)) throw new Error(`there is no line ${line} of n8n, but 1 and 2`);
	return { line: line as Line, files: positionals.length > 0 ? positionals : undefined };
}

async function allFiles(): Promise<string[]> {
	const names = await readdir(import.meta.dirname, { recursive: true });
	return names
		.filter((name) => name.endsWith('.test.mts'))
		.map((name) => join(import.meta.dirname, name));
}

async function runTests(line: Line, tarball: string, files: string[]): Promise<number> {
	const shared = await startShared(line, tarball);
	const env = { ...process.env, N8N_LINE: line, SALES_CRM_TARBALL: tarball, ...shared.env };
	const isAlone = (file: string) => ALONE.some((name) => resolve(ROOT, file).endsWith(sep + name));
	try {
		const together = await nodeTest(
			files.filter((file) => !isAlone(file)),
			AT_ONCE,
			env,
		);
		const alone = await nodeTest(files.filter(isAlone), 1, env);
		return together || alone;
	} finally {
		await shared.stop();
	}
}

/** Runs test files, so many at a time; gives the exit code. */
async function nodeTest(files: string[], atOnce: number, env: NodeJS.ProcessEnv): Promise<number> {
	if (files.length === 0) return 0;
	const flags = [
		`--test-concurrency=${atOnce}`,
		'--test-reporter=spec',
		`--test-timeout=${LIMIT_MS}`,
	];
	const tests = spawn(process.execPath, ['--import', 'tsx', '--test', ...flags, ...files], {
		cwd: ROOT,
		env,
		stdio: 'inherit',
	});
	// Leave after the tests, not before them, so that nothing of them stays behind.
	const end = (signal: NodeJS.Signals) => void tests.kill(signal);
	const signals = ['SIGINT', 'SIGTERM'] as const;
	for (const signal of signals) process.on(signal, end);
	try {
		return await new Promise((resolve, reject) => {
			tests.once('error', reject);
			tests.once('close', (code) => resolve(code ?? 1));
		});
	} finally {
		for (const signal of signals) process.off(signal, end);
	}
}
