/**
 * `npm run test:e2e [-- [--line 1] [--part 1/4] [file or folder …]]`: packs the package and makes n8n ready once, then
 * runs the tests that need both, on the latest 2.x or the last 1.x; all files, those that are named, or each fourth.
 * Most files share one n8n; those that restart or kill theirs, or look at its log, start their own.
 */
import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n } from '../../tools/n8n/install.mts';
import { packPackage, ROOT } from '../../tools/n8n/pack.mts';
import type { Line } from '../../tools/n8n/versions.mts';
import { startShared } from './support/shared.mts';

const LIMIT_MS = 30 * 60_000;

/** They wait for polls, restarts and outages, and do not mind a busy machine. The longest begin first. */
const WAITING = [
	'polling-trigger/start',
	'trigger/outage',
	'polling-trigger/records',
	'trigger/restart',
	'polling-trigger/life',
];

/** They keep all cores busy by themselves, or measure what n8n does meanwhile. */
const ALONE = ['queue', 'hostile'];

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let isInterrupted = false;

const { values: options, positionals: named } = parseArgs({
	options: {
		line: { type: 'string', default: process.env.N8N_LINE ?? '2' },
		part: { type: 'string', default: '1/1' },
	},
	allowPositionals: true,
});

try {
	const { line } = options;
	if (line !== '1' && line !== '2') throw new Error(`there is no line ${line} of n8n, but 1 and 2`);
	const files = await wantedFiles();
	if (!process.env.N8N_COMMAND) await ensureN8n(line, console.log);
	const tarball = await packPackage(console.log);
	process.exitCode = await runTests(line, tarball, files);
} catch (error) {
	console.error(`The end-to-end tests cannot be run: ${(error as Error).message}`);
	process.exitCode = 1;
}

/** The files that are named, or are in the folders that are, or all; of them each nth where a part is asked for. */
async function wantedFiles(): Promise<string[]> {
	const paths = named.length > 0 ? named.map((name) => resolve(ROOT, name)) : [import.meta.dirname];
	const files = (await Promise.all(paths.map(filesAt))).flat().sort();
	// The long ones first, so that no part gets most of them.
	const long = [...WAITING, ...ALONE].map(pathOf).filter((path) => files.includes(path));
	const spread = [...long, ...files.filter((path) => !long.includes(path))];
	const [part, parts] = options.part!.split('/').map(Number);
	const wanted = spread.filter((_, index) => index % parts! === part! - 1);
	if (wanted.length === 0) throw new Error(`there are no tests in part ${options.part}`);
	return wanted;
}

function pathOf(name: string): string {
	return join(import.meta.dirname, `${name}.test.mts`);
}

async function filesAt(path: string): Promise<string[]> {
	if ((await stat(path)).isFile()) return [path];
	const names = await readdir(path, { recursive: true });
	return names.filter((name) => name.endsWith('.test.mts')).map((name) => join(path, name));
}

async function runTests(line: Line, tarball: string, files: string[]): Promise<number> {
	const shared = await startShared(line, tarball);
	const env = { ...process.env, N8N_LINE: line, SALES_CRM_TARBALL: tarball, ...shared.env };
	const [waiting, alone] = [WAITING, ALONE].map((names) =>
		names.map(pathOf).filter((path) => files.includes(path)),
	) as [string[], string[]];
	const others = files.filter((path) => ![...waiting, ...alone].includes(path));
	try {
		const codes = [nodeTest(waiting, 3, env), nodeTest(others, 2, env)];
		return Math.max(...(await Promise.all(codes)), await nodeTest(alone, 1, env));
	} finally {
		await shared.stop();
	}
}

/** Runs test files, so many at a time; gives the exit code. */
async function nodeTest(files: string[], atOnce: number, env: NodeJS.ProcessEnv): Promise<number> {
	if (files.length === 0) return 0;
	if (isInterrupted) return 1;
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
	const end = (signal: NodeJS.Signals) => {
		isInterrupted = true;
		tests.kill(signal);
	};
	for (const signal of SIGNALS) process.on(signal, end);
	try {
		return await new Promise((done, reject) => {
			tests.once('error', reject);
			tests.once('close', (code) => done(code ?? 1));
		});
	} finally {
		for (const signal of SIGNALS) process.off(signal, end);
	}
}
