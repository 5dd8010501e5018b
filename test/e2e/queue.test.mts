import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, it } from 'node:test';

import { until } from '../../runtime/executions.mts';
import type { Answer } from '../../runtime/rest.mts';
import { historyTools } from './history-trigger/support/stage.mts';
import { openQueue, type Queue } from './support/queue.mts';
import { openStage, type Stage } from './support/stage.mts';

/** One after the other: several processes write to one SQLite here, which locks it under load. */
const EVENTS = 30;

let stage: Stage;
let queue: Queue;
let webhookUrl: string;
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
	const sent: number[] = [];
	for (let index = 0; index < EVENTS; index++) {
		const deal = deals[index % deals.length];
		const { id: statusId } = statuses.filter(
			(status: Answer) => status.backlog_id === deal.backlogId && status.id !== deal.statusId,
		)[Math.floor(index / deals.length)];
		sent.push((await stage.control('POST', `/deals/${deal.id}/move`, { statusId })).event.id);
		await rest.executionsEnded(id, sent.length);
	}

	// A worker marks an execution as ended a moment before its data can be read.
	const executions = await until(`${EVENTS} executions with data`, 30_000, async () => {
		const ended = await rest.executionsEnded(id, EVENTS);
		return ended.every((one) => one.items(trigger.name).length > 0) ? ended : undefined;
	});
	const received = executions.map((one) => one.items(trigger.name)[0]!.json.eventId);
	assert.deepEqual(received.sort(), sent.sort());
	assert.ok(executions.every(({ status }) => status === 'success'));
	await rest.deactivate(id);
	assert.deepEqual((await stage.state()).subscriptions, []);
});

it('queue mode: the history trigger polls on the main process, and each change runs once on a worker', async () => {
	const { poller, workflow, happened, polled, came, untilCame } = historyTools(stage);
	const id = await workflow([poller()]);
	await stage.rest.activate(id);
	await polled();
	assert.deepEqual(await came(id), []);
	const made: string[] = [];
	for (let round = 0; round < 3; round++) {
		made.push(happened('STATUS_CHANGED', Date.now(), round));
		assert.deepEqual(await untilCame(id, made.length), made);
	}
	await polled();
	assert.deepEqual(await came(id), made);
	await stage.rest.deactivate(id);
});
