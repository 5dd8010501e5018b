import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../runtime/executions.mts';
import type { WorkflowNode } from '../../runtime/rest.mts';
import { inLine } from '../../runtime/run.mts';
import { EMPTY_AUDIENCE_ID } from '../../sandbox/identities.mts';
import { openQueue, type Queue, type Worker } from './support/queue.mts';
import { LINES } from './support/shared.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { openStage, type Stage } from './support/stage.mts';

/**
 * Queue mode: the worker that imports is killed by SIGKILL in the middle. n8n 1.123 has another worker run the job
 * again from its start, 2.x leaves it half done until a person runs it again: with `skip` each row is there once.
 * `ROWS=5000` makes it a large import.
 */

const ROWS = Number(process.env.ROWS ?? 400);
const LATENCY_MS = 20;
/** So that a job whose worker is gone counts as stalled after seconds, not a minute. */
const ENV = {
	QUEUE_WORKER_LOCK_DURATION: '8000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

for (const line of LINES) {
	describe(`an import whose worker is killed, n8n ${line}`, () => {
		let stage: Stage;
		let queue: Queue;
		let webhookUrl: string;
		let workers: Worker[];
		before(async () => {
			const encryptionKey = randomBytes(16).toString('hex');
			queue = await openQueue(line);
			Object.assign(queue.env, ENV);
			const env = { ...queue.env, N8N_ENCRYPTION_KEY: encryptionKey };
			stage = await openStage({ line, env });
			({ webhookUrl, workers } = await queue.join(stage.n8n.userFolder, encryptionKey, 2));
		});
		after(async () => {
			await stage?.close();
			await queue?.stop();
		});

		it('ends with each row exactly once, run again with skip', async () => {
			const { rest, sandbox } = stage;
			sandbox.switches.latencyMs = LATENCY_MS;
			const path = randomUUID();
			const nodes = importOf(stage, path);
			const connections = inLine(nodes);
			const { id } = await rest.createWorkflow({ name: 'Import', nodes, connections });
			await rest.activate(id);
			const items = Array.from({ length: ROWS }, (_, n) => ({
				firstName: `An ${n}`,
				email: `an${n}@example.com`,
			}));
			const start = async () => {
				const response = await fetch(`${webhookUrl}/webhook/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ items }),
				});
				assert.equal(response.status, 200, await response.text());
			};
			const there = () => sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID);

			await start();
			const busy = await until('a third of the rows', 120_000, async () =>
				there().length < ROWS / 3
					? undefined
					: workers.find((worker) => worker.log().includes('started execution')),
			).catch((error: Error) => {
				throw new Error(
					`${error.message}; the workers said:\n${workers.map((one) => one.log()).join('\n')}`,
				);
			});
			busy.kill();
			await sleep(LATENCY_MS + 500);
			const half = there().length;
			assert.ok(half < ROWS, 'killed in the middle');

			if (line === '2') {
				const [broken] = await rest.executionsEnded(id, 1, 60_000);
				assert.notEqual(broken!.status, 'success');
				assert.equal(there().length, half, 'n8n 2 leaves it half done');
				await start();
			}
			const done = await until('the import to be done', 240_000, async () => {
				const ended = await rest.executionsEnded(id, 1, 240_000);
				return ended.find(({ status, nodes: ran }) => status === 'success' && ran.length > 0);
			});
			const outcomes = done.items('Sales CRM').map(({ json }) => json.outcome);
			const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
			console.log(`  n8n ${line}: ${half} of ${ROWS} rows were there when the worker was killed`);
			assert.deepEqual(
				{ existing: count('existing'), created: count('created'), all: outcomes.length },
				{ existing: half, created: ROWS - half, all: ROWS },
			);
			const emails = there().map(
				({ standard_personal_infos: infos }) =>
					infos.find(({ name }) => name === 'E-mailadres')!.value,
			);
			assert.equal(emails.length, ROWS);
			assert.equal(new Set(emails).size, ROWS);
			await rest.deactivate(id);
		});
	});
}

/** A webhook takes the rows, and answers before they are imported. */
function importOf(stage: Stage, path: string): WorkflowNode[] {
	return [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items', options: {} },
		},
		stage.crm('apiToken', {
			resource: 'contact',
			operation: 'create',
			audienceId: EMPTY_AUDIENCE_ID,
			personalInfos: AUTO_MAPPED,
			options: { ifExists: 'skip' },
		}),
	];
}
