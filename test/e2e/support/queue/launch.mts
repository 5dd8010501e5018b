import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { until } from '../../../../tools/n8n/executions.mts';
import { endGroup, guard } from '../../../../tools/n8n/guard.mts';

const SHUTDOWN_MS = 30_000;
const KEPT_LOG = 4_000_000;

export type Launched = {
	/** What it has printed so far. */
	log(): string;
	/** Waits until it has printed a text. */
	says(text: string, timeoutMs?: number): Promise<void>;
	/** Ends it and its children, and waits until it is gone. */
	end(signal?: NodeJS.Signals): Promise<void>;
};

type Settings = {
	/** Where it runs: a temporary folder of its own, which goes, too, should this process be killed. */
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** As whom; as who we are, when left out. */
	as?: { uid: number; gid: number };
};

/** Starts a program that goes on running. It ends with this process, however that ends. */
export function launch(command: string, args: string[], settings: Settings): Launched {
	const { cwd, env, as } = settings;
	const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
	const child = spawn(command, args, { cwd, env, ...as, detached: true, stdio });
	const callOff = guard(child.pid!, cwd);
	let log = '';
	const keep = (chunk: Buffer) => (log = (log + chunk.toString()).slice(-KEPT_LOG));
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	return {
		log: () => log,
		async says(text, timeoutMs = 60_000) {
			await until(`${command} to say "${text}"`, timeoutMs, async () => {
				if (log.includes(text)) return true;
				if (hasEnded()) throw new Error(`${command} ended:\n${log.slice(-3000)}`);
				return undefined;
			});
		},
		async end(signal = 'SIGTERM') {
			if (!hasEnded()) endGroup(child.pid, signal);
			const force = setTimeout(() => endGroup(child.pid, 'SIGKILL'), SHUTDOWN_MS);
			await gone;
			clearTimeout(force);
			callOff();
		},
	};
}

/** The full path of a program: on the PATH, or in one of these folders; throws, saying what to install. */
export function program(name: string, toInstall: string, folders: string[] = []): string {
	const found = [...(process.env.PATH ?? '').split(delimiter), ...folders]
		.map((folder) => join(folder, name))
		.find((path) => existsSync(path));
	if (!found)
		throw new Error(`${name} is missing. Install it (Debian: apt-get install ${toInstall}).`);
	return found;
}
