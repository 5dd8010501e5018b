import { execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { run } from '../../../tools/n8n/command.mts';
import { freePort, n8nEnvironment } from '../../../tools/n8n/environment.mts';
import { until } from '../../../tools/n8n/executions.mts';
import { endGroup, guard } from '../../../tools/n8n/guard.mts';
import { ensureN8n } from '../../../tools/n8n/install.mts';
import { RELEASES } from '../../../tools/n8n/versions.mts';
import { LINE, openStage, type Stage } from './stage.mts';

const HOST = '127.0.0.1';

/**
 * n8n in queue mode, each process with a folder of its own as on machines of their own: a main process, a webhook process
 * and two workers, which share PostgreSQL, Redis and nothing else.
 */
export async function openQueueStage(): Promise<Stage> {
	const closing: Array<() => Promise<unknown>> = [];
	const close = async () => {
		for (const step of closing.splice(0).reverse()) await step();
	};
	/** A temporary folder, and how to start a program in it that runs until the end. */
	const openFolder = async () => {
		const folder = await mkdtemp(join(tmpdir(), 'sales-crm-queue-'));
		const start = (command: string, args: string[], options: SpawnOptions = {}) => {
			const settings: SpawnOptions = { ...options, cwd: folder, detached: true, stdio: 'ignore' };
			const child = spawn(command, args, settings);
			const callOff = guard(child.pid!, folder);
			const ended = once(child, 'exit');
			closing.push(async () => {
				endGroup(child.pid, 'SIGINT');
				await ended;
				callOff();
				await rm(folder, { recursive: true, force: true, maxRetries: 5 });
			});
		};
		return { folder, start };
	};

	const openRedis = async () => {
		const port = String(await freePort());
		const { start } = await openFolder();
		start('redis-server', ['--port', port, '--bind', HOST]);
		return { QUEUE_BULL_REDIS_HOST: HOST, QUEUE_BULL_REDIS_PORT: port };
	};

	const openPostgres = async () => {
		const port = String(await freePort());
		const { folder, start } = await openFolder();
		const as = postgresUser();
		if (as) await chown(folder, as.uid, as.gid);
		await run('initdb', ['-D', folder, '-U', 'n8n', '-A', 'trust'], { cwd: folder, as });
		start('postgres', ['-D', folder, '-p', port, '-h', HOST, '-k', folder], as);
		const asked = async () =>
			await run('pg_isready', ['-h', HOST, '-p', port, '-U', 'n8n'], { cwd: folder });
		await until('PostgreSQL', 60_000, async () => await asked().catch(() => undefined));
		return {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_DATABASE: 'postgres',
		};
	};

	try {
		const webhookPort = await freePort();
		const env = {
			EXECUTIONS_MODE: 'queue',
			...(await openPostgres()),
			...(await openRedis()),
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			WEBHOOK_URL: `http://${HOST}:${webhookPort}`,
		};
		const stage = await openStage({ env });
		closing.push(stage.close);
		const { node, n8n } = await ensureN8n(LINE, () => undefined);
		const joinIn = async (role: 'worker' | 'webhook', port: number) => {
			const { folder, start } = await openFolder();
			const nodes = join('.n8n', 'nodes');
			await cp(join(stage.n8n.userFolder, nodes), join(folder, nodes), { recursive: true });
			const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
			const extra = { ...RELEASES[LINE].env, ...env, ...health };
			const brokerPort = await freePort();
			const settings = n8nEnvironment({ port, brokerPort, userFolder: folder, extra });
			settings.PATH = `${dirname(node)}${delimiter}${settings.PATH ?? ''}`;
			start(node, [n8n, role], { env: settings });
			await until(`the ${role} of n8n`, 180_000, async () =>
				(await fetch(`http://${HOST}:${port}/healthz`).catch(() => undefined))?.ok
					? true
					: undefined,
			);
		};
		await Promise.all([
			joinIn('webhook', webhookPort),
			joinIn('worker', await freePort()),
			joinIn('worker', await freePort()),
		]);
		return { ...stage, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** PostgreSQL refuses to run as root; its package brings a user of its own. */
function postgresUser(): { uid: number; gid: number } | undefined {
	if (process.getuid!() !== 0) return undefined;
	const number = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
	return { uid: number('-u'), gid: number('-g') };
}
