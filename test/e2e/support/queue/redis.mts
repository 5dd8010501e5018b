import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../../../tools/n8n/environment.mts';
import { launch, program } from './launch.mts';

/** A Redis of its own, on a free port and in a temporary folder. */
export async function openRedis() {
	const command = program('redis-server', 'redis-server');
	const folder = await mkdtemp(join(tmpdir(), 'sales-crm-redis-'));
	const port = await freePort();
	const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];

	const running = launch(command, flags, { cwd: folder });
	await running.says('Ready to accept connections');
	return {
		/** What n8n needs to use it. */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
		async close() {
			await running.end();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
