import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { instantTools } from './support/instantTrigger.mts';
import { POLLING_TRIGGER, pollingTools } from './support/pollingTrigger.mts';
import { events } from './support/queue/events.mts';
import { openQueueStage, type QueueStage } from './support/queue/queue.mts';
import { LINE } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';

/**
 * n8n in queue mode as people run it (docs/queue-mode.md): PostgreSQL, Redis, a main process, two webhook processes and
 * two workers. `EVENTS=5000` makes it large.
 */
const EVENTS = Number(process.env.EVENTS ?? 500);

describe('queue mode', { skip: LINE !== '2' && 'shown on 2.x' }, () => {
	let stage: QueueStage;
	let tools: ReturnType<typeof events>;
	before(async () => {
		stage = await openQueueStage();
		tools = events(stage);
	});
	after(async () => await stage?.close());

	it('of many events, one in ten delivered twice, none is lost, and of the repeats few reach the next node', async (test) => {
		const id = await workflowTools(stage).workflow();
		await stage.rest.activate(id);
		const start = Date.now();
		const sent = await tools.moveMany(EVENTS, 1_000);
		assert.deepEqual(new Set(sent.flatMap(({ answers }) => answers)), new Set([200]));
		const times = await tools.timesRun(id, sent);
		test.diagnostic(`${EVENTS} events ran after ${Date.now() - start} ms`);
		const often = (deliveries: number) =>
			sent
				.filter(({ answers }) => answers.length === deliveries)
				.map(({ eventId }) => times.get(eventId) ?? 0);
		assert.deepEqual(new Set(often(1)), new Set([1]));
		const repeated = often(2);
		assert.equal(repeated.length, Math.floor(EVENTS / 10));
		assert.ok(repeated.every((count) => [1, 2].includes(count)));
		const passed = repeated.filter((count) => count === 2).length;
		test.diagnostic(`${passed} of ${repeated.length} repeats passed`);
		assert.ok(passed < repeated.length / 2);
		await stage.rest.deactivate(id);
	});

	it('beside a polling trigger, which tells of each move once, each process knows the secret', async () => {
		const { poller, polled, untilCame } = pollingTools(stage);
		const { changeTrigger } = instantTools(stage);
		const id = await workflowTools(stage).workflow([stage.trigger('serviceAccount'), poller()]);
		await stage.rest.activate(id);
		await polled();
		let moved = 0;
		const allPass = async () => {
			const answers = (await tools.moveAtOnce(20)).flatMap((one) => one.answers);
			assert.deepEqual(new Set(answers), new Set([200]));
			// n8n then writes static data that the polling trigger read before.
			const told = await untilCame(id, (moved += 20));
			assert.deepEqual([told.length, new Set(told).size], [moved, moved]);
		};
		const options = { additionalEvents: 'CRM_OTHER' };
		await changeTrigger(id, ({ parameters }) => Object.assign(parameters!, { options }));
		await allPass();
		await allPass();
		const edited = { options: { pageSize: 10 } };
		await changeTrigger(id, (node) => Object.assign(node.parameters!, edited), POLLING_TRIGGER);
		await allPass();
		await stage.rest.deactivate(id);
	});
});
