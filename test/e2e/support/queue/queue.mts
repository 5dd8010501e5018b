import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { freePort, n8nEnvironment } from '../../../../tools/n8n/environment.mts';
import { until } from '../../../../tools/n8n/executions.mts';
import { ensureN8n } from '../../../../tools/n8n/install.mts';
import { RELEASES } from '../../../../tools/n8n/versions.mts';
import { LINE, openStage, type Stage } from '../stage.mts';
import { openBalancer } from './balancer.mts';
import { launch } from './launch.mts';
import { openPostgres, openRedis, type Postgres } from './stores.mts';

const READY_MS = 180_000;

export type QueueStage = Stage & { postgres: Postgres };

/**
 * n8n in queue mode, each process with a folder of its own as on machines of their own: a main process, two webhook
 * processes behind a balancer and two workers, which share PostgreSQL, Redis and nothing else.
 */
export async function openQueueStage(): Promise<QueueStage> {
	const closing: Array<() => Promise<unknown>> = [];
	const close = async () => {
		for (const step of closing.splice(0).reverse()) await step();
	};
	try {
		const postgres = await openPostgres();
		closing.push(postgres.close);
		const redis = await openRedis();
		closing.push(redis.close);
		const balancer = await openBalancer();
		closing.push(balancer.close);
		const env = {
			EXECUTIONS_MODE: 'queue',
			...postgres.env,
			...redis.env,
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
			WEBHOOK_URL: balancer.url,
		};
		const stage = await openStage({ env });
		closing.push(stage.close);

		const { node, n8n } = await ensureN8n(LINE, () => undefined);
		const joinIn = async (role: 'worker' | 'webhook') => {
			const userFolder = await mkdtemp(join(tmpdir(), `sales-crm-${role}-`));
			closing.push(
				async () => await rm(userFolder, { recursive: true, force: true, maxRetries: 5 }),
			);
			const nodes = join('.n8n', 'nodes');
			await cp(join(stage.n8n.userFolder, nodes), join(userFolder, nodes), { recursive: true });
			const port = await freePort();
			const extra = {
				...RELEASES[LINE].env,
				...env,
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			};
			const settings = n8nEnvironment({ port, brokerPort: await freePort(), userFolder, extra });
			settings.PATH = `${dirname(node)}${delimiter}${settings.PATH ?? ''}`;
			const part = launch(node, [n8n, role], { cwd: userFolder, env: settings });
			closing.push(part.end);
			const url = `http://127.0.0.1:${port}`;
			await until(`the ${role} of n8n to be ready`, READY_MS, async () =>
				(await fetch(`${url}/healthz`).catch(() => undefined))?.ok ? true : undefined,
			);
			return url;
		};
		const [first, second] = await Promise.all(
			(['webhook', 'webhook', 'worker', 'worker'] as const).map(joinIn),
		);
		balancer.targets.push(first!, second!);
		return { ...stage, postgres, close };
	} catch (error) {
		await close();
		throw error;
	}
}
