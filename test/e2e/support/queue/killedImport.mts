import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../../tools/n8n/executions.mts';
import { inLine, type WorkflowNode } from '../../../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../../../tools/sandbox/identities.mts';
import type { QueueStage } from './queue.mts';

const LATENCY_MS = 5;
const MAX_MS = 600_000;

/**
 * Imports so many rows with _Skip_ in queue mode and kills the worker that does it after a third of them. `again` says
 * who runs it again: n8n of its own accord, or a person. Gives how many rows were there at the kill, and what the run
 * that came to its end says of each row.
 */
export async function importKilled(
	stage: QueueStage,
	rows: number,
	again: 'n8n' | 'person',
): Promise<{ half: number; outcomes: string[] }> {
	const { rest, sandbox, workers } = stage;
	sandbox.switches.latencyMs = LATENCY_MS;
	const path = randomUUID();
	const nodes = importOf(stage, path);
	const { id } = await rest.createWorkflow({ name: 'Import', nodes, connections: inLine(nodes) });
	await rest.activate(id);
	const items = Array.from({ length: rows }, (_, n) => ({
		firstName: `An ${n}`,
		email: `an${n}@example.com`,
	}));
	const start = async () => {
		const response = await fetch(`${stage.balancer.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		assert.equal(response.status, 200, await response.text());
	};
	const there = () => sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID).length;

	const before = workers.map((worker) => worker.log().length);
	await start();
	await until('a third of the rows', MAX_MS, async () => (there() < rows / 3 ? undefined : true));
	const busy = workers.find((worker, n) =>
		worker.log().slice(before[n]).includes('started execution'),
	);
	await busy!.end('SIGKILL');
	// What was under way has arrived by then.
	await sleep(LATENCY_MS + 500);
	const half = there();
	assert.ok(half < rows, 'killed in the middle');

	if (again === 'person') {
		const [broken] = await rest.executionsEnded(id, 1, 60_000);
		assert.notEqual(broken!.status, 'success');
		assert.equal(there(), half, 'n8n leaves it half done');
		await start();
	}
	const done = await until('the import to be done', MAX_MS, async () => {
		const listed = await rest.listExecutions(id);
		const success = listed.find(({ status }) => status === 'success');
		return success && (await rest.executionEnded(success.id));
	});
	await rest.deactivate(id);
	sandbox.switches.latencyMs = 0;
	return { half, outcomes: done.items('Sales CRM').map(({ json }) => json.outcome) };
}

/** A webhook takes the rows, and answers before they are imported. */
function importOf(stage: QueueStage, path: string): WorkflowNode[] {
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
			personalInfos: {
				mappingMode: 'autoMapInputData',
				value: null,
				matchingColumns: [],
				schema: [],
			},
			ifExists: 'skip',
		}),
	];
}
