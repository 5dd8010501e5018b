/**
 * `npm run soak [-- minutes [ours|n8n [pause]]]`: one n8n process that is given events, lists and renewals of sign-ins
 * all the time, and what it holds of memory, files and handles meanwhile. `n8n` does as much with n8n's own nodes. `pause`
 * is what each kind of work rests between two runs, in milliseconds. Executions are not stored: that is n8n's affair.
 */
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { openStage, type Stage } from '../test/e2e/support/stage.mts';
import type { Inside } from './soak/inside.mts';
import { CONTACTS, keepDoing, n8nsWork, ourWork, QUOTATIONS } from './soak/load.mts';
import { slope } from './soak/slope.mts';

const SAMPLE_MS = 10_000;
const ROW_MS = 5 * 60_000;
/** What n8n needs to have loaded and compiled everything: not looked at for growth. */
const WARM_MS = 5 * 60_000;
/** A session and an access token live no longer, so that hundreds of each are renewed. */
const SIGNED_IN_MS = 10_000;

interface Sample {
	ms: number;
	rssMb: number;
	heapMb: number;
	externalMb: number;
	files: number;
	sockets: number;
	handles: number;
	kinds: Record<string, number>;
}

const [, , minutes = '30', whose = 'ours', pause = '100'] = process.argv;
const lengthMs = Number(minutes) * 60_000;
const folder = await mkdtemp(join(tmpdir(), 'sales-crm-soak-'));
const file = join(folder, 'process.jsonl');
const stage = await openStage({
	sandbox: {
		contacts: CONTACTS,
		quotations: QUOTATIONS,
		switches: { sessionTtlMs: SIGNED_IN_MS, accessTokenTtlSeconds: SIGNED_IN_MS / 1000 },
	},
	env: {
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'soak', 'inside.mts')).href}`,
		SOAK_PROCESS_FILE: file,
	},
});
try {
	await soak(stage);
} finally {
	await stage.close();
	await rm(folder, { recursive: true, force: true });
}

async function soak({ sandbox, n8n }: Stage): Promise<void> {
	const work = await (whose === 'n8n' ? n8nsWork : ourWork)(stage);
	const counts = Object.entries(work).map(([name]) => ({ name, done: 0, failed: [] as string[] }));
	const start = Date.now();
	const isOver = () => Date.now() - start >= lengthMs;
	const busy = counts.map((count) => keepDoing(work[count.name]!, Number(pause), isOver, count));

	const samples: Sample[] = [];
	let rows = 0;
	console.log('| after | resident | heap | external | files | sockets | handles | done |');
	console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
	while (!isOver()) {
		await sleep(Math.min(SAMPLE_MS, start + lengthMs - Date.now()));
		samples.push({ ms: Date.now() - start, ...(await look(n8n.pid())) });
		if (!isOver() && samples.at(-1)!.ms < rows * ROW_MS) continue;
		rows++;
		const renewed = `${sandbox.log.logins.length} log-ins, ${sandbox.log.tokens.length} tokens`;
		const done = counts.map(({ name, done: times }) => `${times} ${name}`).join(', ');
		console.log(`${rowOf(samples.at(-1)!)} ${done}, ${renewed} |`);
	}
	await Promise.all(busy);
	const warm = samples.filter(({ ms }) => ms >= WARM_MS);
	const growth = (of: (sample: Sample) => number) =>
		slope(warm.map((sample) => [sample.ms / 3_600_000, of(sample)])).toFixed(1);
	console.log(
		`n8n ${n8n.version}, after the first ${WARM_MS / 60_000} minutes, an hour: ` +
			`resident ${growth((one) => one.rssMb)} MB, heap ${growth((one) => one.heapMb)} MB, ` +
			`external ${growth((one) => one.externalMb)} MB, files ${growth((one) => one.files)}, ` +
			`handles ${growth((one) => one.handles)}`,
	);
	console.log('handles at the end:', samples.at(-1)!.kinds);
	for (const { name, failed } of counts) {
		if (failed.length > 0)
			console.log(`${name} failed ${failed.length} times:`, [...new Set(failed)]);
	}
	if (process.env.SOAK_SAMPLES) console.log(JSON.stringify(samples));
	if (counts.some(({ done, failed }) => done === 0 || failed.length > 0)) process.exitCode = 1;
}

function rowOf({ ms, rssMb, heapMb, externalMb, files, sockets, handles }: Sample): string {
	const memory = `${rssMb.toFixed(0)} MB | ${heapMb.toFixed(1)} MB | ${externalMb.toFixed(1)} MB`;
	return `| ${(ms / 60_000).toFixed(1)} min | ${memory} | ${files} | ${sockets} | ${handles} |`;
}

/** Resident memory is taken before garbage is collected: as it is by itself. */
async function look(pid: number): Promise<Omit<Sample, 'ms'>> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const rssMb = Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
	const names = await readdir(`/proc/${pid}/fd`);
	const targets = await Promise.all(
		names.map(async (name) => await readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
	);
	const { heapUsed, external, handles: kinds } = await inside(pid);
	return {
		rssMb,
		heapMb: heapUsed / 1_048_576,
		externalMb: external / 1_048_576,
		files: targets.length,
		sockets: targets.filter((target) => target.startsWith('socket:')).length,
		handles: Object.values(kinds).reduce((sum, count) => sum + count, 0),
		kinds,
	};
}

async function inside(pid: number): Promise<Inside> {
	const lines = async () => (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n');
	const before = (await lines()).filter(Boolean).length;
	process.kill(pid, 'SIGUSR2');
	for (;;) {
		await sleep(50);
		const now = (await lines()).filter(Boolean);
		if (now.length > before) return JSON.parse(now.at(-1)!) as Inside;
	}
}
