import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';

import { openQueue, type Queue } from './support/queue.mts';
import { openStage, type Stage } from './support/stage.mts';

const EVENTS = 200;

let stage: Stage;
let queue: Queue;
before(async () => {
	const encryptionKey = randomBytes(16).toString('hex');
	queue = await openQueue();
	// The service calls the webhook process, as in a set-up with several machines.
	stage = await openStage({ env: { ...queue.env, N8N_ENCRYPTION_KEY: encryptionKey } });
	webhookUrl = (await queue.join(stage.n8n.userFolder, encryptionKey)).webhookUrl;
});
after(async () => {
	await stage?.close();
	await queue?.stop();
});
let webhookUrl: string;

it(`queue mode: ${EVENTS} events through a webhook process and a worker, each once`, async () => {
	const { sandbox, rest } = stage;
	const trigger = stage.trigger('apiToken');
	const { id } = await rest.createWorkflow({ name: 'Queue', nodes: [trigger], connections: {} });
	await rest.activate(id);
	const [{ url }] = (await stage.state()).subscriptions;
	// The same path on the webhook process: only a proxy before n8n would tell the two apart.
	const subscription = [...sandbox.world.profile().subscriptions.values()][0]!;
	subscription.url = url.replace(stage.n8n.url, webhookUrl);

	const { deals, statuses } = await stage.state();
	const moves = Array.from({ length: EVENTS }, (_, index) => {
		const deal = deals[index % deals.length];
		const targets = statuses.filter(
			(status: { backlog_id: string; id: string }) => status.backlog_id === deal.backlogId,
		);
		return stage.control('POST', `/deals/${deal.id}/move`, {
			statusId: targets[index % targets.length].id,
		});
	});
	const sent = (await Promise.all(moves)).map(({ event }) => event.id).sort();

	const executions = await rest.executionsEnded(id, EVENTS, 180_000);
	const received = executions.map((execution) => execution.items(trigger.name)[0]!.json.eventId);
	assert.deepEqual(received.sort(), sent);
	assert.ok(executions.every(({ status }) => status === 'success'));
	await rest.deactivate(id);
	assert.deepEqual((await stage.state()).subscriptions, []);
});
