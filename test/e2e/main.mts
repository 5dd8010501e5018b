/**
 * `npm run test:e2e [-- file …]`: packs the package and makes n8n ready once, then runs the tests that need both.
 * The files run one after the other: each starts an n8n of its own, but those of the triggers and the examples share one of each line.
 */
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ensureN8n } from '../../runtime/install.mts';
import { packPackage, ROOT } from '../../runtime/pack.mts';
import { startShared } from './support/shared.mts';
import { LINE } from './support/stage.mts';

const LIMIT_MS = 30 * 60_000;

try {
	await ensureN8n(LINE, console.log);
	const tarball = await packPackage(console.log);
	process.exitCode = await runTests(tarball);
} catch (error) {
	console.error(`The end-to-end tests cannot be run: ${(error as Error).message}`);
	process.exitCode = 1;
}

async function runTests(tarball: string): Promise<number> {
	const files = process.argv.length > 2 ? process.argv.slice(2) : await allFiles();
	const shared = await startShared(files, tarball);
	const flags = ['--test-concurrency=1', '--test-reporter=spec', `--test-timeout=${LIMIT_MS}`];
	const tests = spawn(process.execPath, ['--import', 'tsx', '--test', ...flags, ...files], {
		cwd: ROOT,
		env: { ...process.env, SALES_CRM_TARBALL: tarball, ...shared.env },
		stdio: 'inherit',
	});
	// Leave after the tests, not before them, so that nothing of them stays behind.
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal));
	try {
		return await new Promise((resolve, reject) => {
			tests.once('error', reject);
			tests.once('close', (code) => resolve(code ?? 1));
		});
	} finally {
		await shared.stop();
	}
}

async function allFiles(): Promise<string[]> {
	const names = await readdir(import.meta.dirname, { recursive: true });
	return names
		.filter((name) => name.endsWith('.test.mts'))
		.sort()
		.map((name) => join(import.meta.dirname, name));
}
