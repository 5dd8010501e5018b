import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../../runtime/executions.mts';
import { inLine, type WorkflowNode } from '../../../../runtime/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../../../sandbox/identities.mts';
import { AUTO_MAPPED } from '../mapping.mts';
import type { QueueStage } from './queue.mts';

const LATENCY_MS = 5;
const MAX_MS = 600_000;

export type Killed = {
	/** How many rows were there when the worker was killed. */
	half: number;
	/** What the run that came to its end says of each row. */
	outcomes: { created: number; existing: number; all: number };
	/** The email of each contact there is. */
	emails: string[];
};

/**
 * Imports so many rows with _Skip_ in queue mode and kills the worker that does it after a third of them. `again` says
 * who runs it again: n8n of its own accord, or a person.
 */
export async function importKilled(
	stage: QueueStage,
	rows: number,
	again: 'n8n' | 'person',
): Promise<Killed> {
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
	const there = () => sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID);

	const before = workers.map((worker) => worker.log().length);
	await start();
	await until('a third of the rows', MAX_MS, async () =>
		there().length < rows / 3 ? undefined : true,
	);
	const busy = workers.find((worker, n) =>
		worker.log().slice(before[n]).includes('started execution'),
	);
	await busy!.end('SIGKILL');
	// What was under way has arrived by then.
	await sleep(LATENCY_MS + 500);
	const half = there().length;
	assert.ok(half < rows, 'killed in the middle');

	if (again === 'person') {
		const [broken] = await rest.executionsEnded(id, 1, 60_000);
		assert.notEqual(broken!.status, 'success');
		assert.equal(there().length, half, 'n8n leaves it half done');
		await start();
	}
	const done = await until('the import to be done', MAX_MS, async () => {
		const listed = await rest.listExecutions(id);
		const success = listed.find(({ status }) => status === 'success');
		return success && (await rest.executionEnded(success.id));
	});
	await rest.deactivate(id);
	sandbox.switches.latencyMs = 0;
	const said = done.items('Sales CRM').map(({ json }) => json.outcome);
	const count = (outcome: string) => said.filter((one) => one === outcome).length;
	return {
		half,
		outcomes: { created: count('created'), existing: count('existing'), all: said.length },
		emails: there().map(
			({ standard_personal_infos: infos }) =>
				infos.find(({ name }) => name === 'E-mailadres')!.value,
		),
	};
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
			personalInfos: AUTO_MAPPED,
			ifExists: 'skip',
			options: {},
		}),
	];
}
