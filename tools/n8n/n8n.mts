import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, delimiter, join } from 'node:path';

import { withProgress, type Say } from './command.mts';
import { installPackage } from './community.mts';
import { freePort, n8nEnvironment } from './environment.mts';
import { endGroup, guard } from './guard.mts';
import { ensureN8n } from './install.mts';
import { RELEASES, type Line } from './versions.mts';

const STARTUP_MS = 240_000;
const SHUTDOWN_MS = 40_000;
const KEPT_LOG = 4_000_000;

/** At each start n8n writes all files of the editor anew. */
const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

export type N8nOptions = {
	line: Line;
	/** Where n8n keeps its data; a temporary folder that `stop` removes when left out. */
	userFolder?: string;
	/** 0, the default, takes any free port. */
	port?: number;
	env?: Record<string, string>;
	/** Without the editor n8n starts in two thirds of the time. */
	withoutEditor?: boolean;
	/** The packed package to install into it as a community package. */
	tarball?: string;
	say: Say;
};

export type RunningN8n = {
	url: string;
	version: string;
	userFolder: string;
	/** The process of n8n itself, to be measured. */
	pid(): number;
	/** Of its process with all its threads so far (Linux: proc(5), fields 14 and 15, in hundredths of a second). */
	processorMs(): Promise<number>;
	/** Everything n8n has printed so far, over all restarts. */
	log(): string;
	/** Ends it in good order and removes the temporary folder. */
	stop(): Promise<void>;
	/** Ends it and all its children at once; the data stays. */
	kill(signal?: NodeJS.Signals): Promise<void>;
	/** Starts it anew on the same data and port, after ending it when it still runs. */
	restart(): Promise<void>;
};

/** Starts a real n8n on this machine and waits until it can be used. It ends with this process, however that ends. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { line, say } = options;
	const n8n = await commandOf(line, say);
	const userFolder = options.userFolder ?? (await mkdtemp(join(tmpdir(), 'sales-crm-n8n-')));
	if (options.tarball) await installPackage(userFolder, options.tarball);
	const port = options.port || (await freePort());
	const extra = { ...n8n.env, ...(options.withoutEditor && WITHOUT_EDITOR), ...options.env };
	const env = n8nEnvironment({ port, brokerPort: await freePort(), userFolder, extra });
	if (n8n.folder) env.PATH = `${n8n.folder}${delimiter}${env.PATH ?? ''}`;
	const url = `http://127.0.0.1:${port}`;

	let log = '';
	let child: ChildProcess | null = null;
	let callOffGuard = () => {};
	const start = async () => {
		const started = spawn(n8n.command, n8n.args, {
			cwd: userFolder,
			env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		child = started;
		callOffGuard = guard(started.pid!, options.userFolder ? '' : userFolder);
		const keep = (chunk: Buffer) => (log = (log + chunk.toString()).slice(-KEPT_LOG));
		started.stdout.on('data', keep);
		started.stderr.on('data', keep);
		await withProgress(say, `starting n8n ${n8n.version}`, () =>
			untilReady(url, started, () => log),
		);
	};
	const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
		const running = child;
		if (!running) return;
		const ended = hasEnded(running) ? undefined : new Promise((done) => running.once('exit', done));
		// n8n starts its task runner as a child: both are in one process group of their own.
		endGroup(running.pid, signal);
		const force = setTimeout(() => endGroup(running.pid, 'SIGKILL'), SHUTDOWN_MS);
		await ended;
		clearTimeout(force);
		callOffGuard();
		child = null;
	};
	const removeData = async () => {
		if (!options.userFolder) await rm(userFolder, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		await start();
	} catch (error) {
		await kill();
		await removeData();
		throw error;
	}
	return {
		url,
		version: n8n.version,
		userFolder,
		pid: () => child!.pid!,
		async processorMs() {
			const stat = await readFile(`/proc/${child!.pid}/stat`, 'utf8');
			const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
			return (user! + system!) * 10;
		},
		log: () => log,
		kill,
		async stop() {
			await kill('SIGTERM');
			await removeData();
		},
		async restart() {
			await kill('SIGTERM');
			await start();
		},
	};
}

/** A program to start, the folder that goes first on its PATH, its settings, and what it is called. */
type N8nCommand = {
	command: string;
	args: string[];
	folder?: string;
	env?: Record<string, string>;
	version: string;
};

/**
 * The n8n of that line in the cache; or, where `N8N_COMMAND` is set, whatever that command line starts, such as a script
 * around a container. It is given N8N_PORT, N8N_USER_FOLDER and so on in its environment, has to listen on that port of
 * this machine, to read the package from that folder, and to end when it is sent SIGTERM.
 */
async function commandOf(line: Line, say: Say): Promise<N8nCommand> {
	const own = process.env.N8N_COMMAND;
	if (own) return { command: 'sh', args: ['-c', `exec ${own}`], version: `by ${own}` };
	const { node, n8n, version } = await ensureN8n(line, say);
	const { env } = RELEASES[line];
	return { command: node, args: [n8n, 'start'], folder: dirname(node), env, version };
}

/** n8n opens its port long before it can serve; only then does it ask for a log-in, as JSON. */
async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
	const deadline = Date.now() + STARTUP_MS;
	const tail = () => log().slice(-3000);
	while (Date.now() < deadline) {
		if (hasEnded(child)) throw new Error(`n8n ended while starting:\n${tail()}`);
		const type = await fetch(`${url}/rest/login`).then(
			({ headers }) => headers.get('content-type'),
			() => '',
		);
		if (type?.includes('json')) return;
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
	throw new Error(`n8n was not ready after ${STARTUP_MS / 1000} s:\n${tail()}`);
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}
