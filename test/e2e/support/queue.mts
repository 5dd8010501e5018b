import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, delimiter } from 'node:path';

import { freePort, n8nEnvironment } from '../../../runtime/environment.mts';
import { endGroup, guard } from '../../../runtime/guard.mts';
import { ensureN8n } from '../../../runtime/install.mts';
import { until } from '../../../runtime/executions.mts';
import type { Line } from '../../../runtime/versions.mts';
import { LINE } from './stage.mts';

const READY_MS = 120_000;

export type Queue = {
	/** What n8n's main process needs, to put executions into the queue. */
	env: Record<string, string>;
	/** Starts workers and a webhook process beside a main process on the same data. */
	join(
		userFolder: string,
		encryptionKey: string,
		workers?: number,
	): Promise<{ webhookUrl: string; workers: Worker[]; log(): string }>;
	stop(): Promise<void>;
};

export type Worker = {
	/** What it has printed so far, such as "Worker started execution 7". */
	log(): string;
	/** Ends it and its children at once. */
	kill(): void;
};

/** The queue of n8n's queue mode: a Redis, and the processes that work with it. */
export async function openQueue(line: Line = LINE): Promise<Queue> {
	const redisPort = await freePort();
	const children: ChildProcess[] = [];
	const guards: Array<() => void> = [];
	let log = '';

	const start = (command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess => {
		const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
		guards.push(guard(child.pid!));
		child.stdout!.on('data', (chunk: Buffer) => (log += chunk.toString()));
		child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
		children.push(child);
		return child;
	};

	const redisFlags = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''];
	await new Promise<void>((resolve, reject) => {
		const redis = start('redis-server', redisFlags, process.env);
		redis.once('spawn', resolve);
		redis.once('error', () =>
			reject(
				new Error('redis-server is missing. Install it (Debian: apt-get install redis-server).'),
			),
		);
	});

	const env = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	};

	return {
		env,
		async join(userFolder, encryptionKey, many = 1) {
			const { node, n8n } = await ensureN8n(line, () => undefined);
			const startPart = async (role: 'worker' | 'webhook') => {
				const port = await freePort();
				const settings = n8nEnvironment({
					port,
					brokerPort: await freePort(),
					userFolder,
					extra: {
						...env,
						N8N_ENCRYPTION_KEY: encryptionKey,
						QUEUE_HEALTH_CHECK_ACTIVE: 'true',
						QUEUE_HEALTH_CHECK_PORT: String(port),
					},
				});
				settings.PATH = `${dirname(node)}${delimiter}${settings.PATH ?? ''}`;
				const part = start(node, [n8n, role], settings);
				let own = '';
				part.stdout!.on('data', (chunk: Buffer) => (own += chunk.toString()));
				const url = `http://127.0.0.1:${port}`;
				await until(`the ${role} of n8n to be ready`, READY_MS, async () =>
					(await fetch(`${url}/healthz`).catch(() => undefined))?.ok ? true : undefined,
				);
				return { url, log: () => own, kill: () => endGroup(part.pid, 'SIGKILL') };
			};
			const started = Array.from({ length: many }, async () => await startPart('worker'));
			const [{ url: webhookUrl }, ...workers] = await Promise.all([
				startPart('webhook'),
				...started,
			]);
			return { webhookUrl, workers, log: () => log };
		},
		async stop() {
			for (const child of children.reverse()) {
				if (child.exitCode !== null || child.signalCode !== null) continue;
				const ended = new Promise((resolve) => child.once('exit', resolve));
				child.kill('SIGTERM');
				const force = setTimeout(() => endGroup(child.pid, 'SIGKILL'), 20_000);
				await ended;
				clearTimeout(force);
			}
			for (const callOff of guards) callOff();
		},
	};
}
