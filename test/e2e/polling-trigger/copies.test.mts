import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

import { run } from '../../../tools/n8n/command.mts';
import { freePort, n8nEnvironment } from '../../../tools/n8n/environment.mts';
import { ensureN8n } from '../../../tools/n8n/install.mts';
import type { RunningN8n } from '../../../tools/n8n/n8n.mts';
import type { Answer } from '../../../tools/n8n/rest.mts';
import { pollingTools } from '../support/pollingTrigger.mts';
import { LINE, openStage } from '../support/stage.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** `n8n <args>` with the data of a running n8n. */
async function n8nCommand({ userFolder }: RunningN8n, ...args: string[]): Promise<void> {
	const { node, n8n } = await ensureN8n(LINE, console.error);
	const [port, brokerPort] = [await freePort(), await freePort()];
	const env = n8nEnvironment({ port, brokerPort, userFolder });
	await run(node, [n8n, ...args], { cwd: userFolder, env });
}

async function exported(n8n: RunningN8n, id: string): Promise<Answer> {
	const path = join(n8n.userFolder, 'exported.json');
	await n8nCommand(n8n, 'export:workflow', `--id=${id}`, `--output=${path}`);
	const [file] = JSON.parse(await readFile(path, 'utf8')) as Answer[];
	return file;
}

/** In place of the workflow with its id. */
async function imported(n8n: RunningN8n, file: Answer): Promise<void> {
	const path = join(n8n.userFolder, 'imported.json');
	await writeFile(path, JSON.stringify([file]));
	await n8nCommand(n8n, 'import:workflow', `--input=${path}`);
}

withTriggers(
	'a workflow that is copied with its static data',
	(stage) => {
		/** `POST /api/v1/workflows`, n8n's public API. */
		const created = async ({ name, nodes, connections, settings, staticData }: Answer) => {
			const { rest, n8n } = stage();
			const key = { label: 'Copies', scopes: ['workflow:create'], expiresAt: null };
			const { rawApiKey } = await rest.call('POST', '/api-keys', key);
			const response = await fetch(`${n8n.url}/api/v1/workflows`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'X-N8N-API-KEY': rawApiKey },
				body: JSON.stringify({ name, nodes, connections, settings: settings ?? {}, staticData }),
			});
			assert.equal(response.status, 200, await response.clone().text());
			const { id } = (await response.json()) as { id: string };
			assert.ok((await rest.getWorkflow(id)).staticData, 'the copy has the static data');
			return id;
		};

		it('starts for nothing that happened since, in the same n8n and in another; restored, it goes on', async () => {
			const { rest, n8n, sandbox, workflow, poller, happened, polled, untilCame, came } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			await polled(2);
			const first = happened();
			await untilCame(id, 1);
			await rest.deactivate(id);
			const file = await exported(n8n, id);
			assert.ok(file.staticData, 'the export has the static data');
			const since = [happened(), happened('STATUS_CHANGED', Date.now(), 1)];

			const other = await openStage({ ownN8n: true });
			try {
				const copy = await created(file);
				await rest.activate(copy);
				// In the other n8n, the workflow has the same ID, and a credential for the same service.
				const [{ credentials, ...trigger }, ...others] = file.nodes as Answer[];
				const [type] = Object.keys(credentials);
				const content = { baseUrl: sandbox.url, apiToken: 'sandbox-api-token' };
				const reference = await other.rest.createCredential(type!, 'Same', content);
				const nodes = [{ ...trigger, credentials: { [type!]: reference } }, ...others];
				await imported(other.n8n, { ...file, nodes });
				assert.ok((await other.rest.getWorkflow(id)).staticData);
				await other.rest.activate(id);
				await imported(n8n, file);
				await rest.activate(id);
				await untilCame(id, 3);
				await polled(6);
				const elsewhere = pollingTools(other);
				assert.deepEqual([await came(copy), await elsewhere.came(id)], [[], []]);
				for (const { log } of [n8n, other.n8n]) assert.match(log(), /belongs to another workflow/);

				const next = happened();
				assert.deepEqual(await untilCame(copy, 1), [next]);
				assert.deepEqual(await elsewhere.untilCame(id, 1), [next]);
				assert.deepEqual(await untilCame(id, 4), [first, ...since, next]);
				await rest.deactivate(copy);
			} finally {
				await other.close();
			}
		});
	},
	{ ownN8n: true },
);
