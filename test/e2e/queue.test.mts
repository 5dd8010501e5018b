import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { instantTools } from './support/instantTrigger.mts';
import { POLLING_TRIGGER, pollingTools } from './support/pollingTrigger.mts';
import { openQueueStage } from './support/queue.mts';
import { LINE, type Stage } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';

const AT_ONCE = 10;

/** n8n in queue mode as people run it (docs/queue-mode.md). */
describe('queue mode', { skip: LINE !== '2' && 'shown on 2.x' }, () => {
	let stage: Stage;
	before(async () => (stage = await openQueueStage()));
	after(async () => await stage?.close());

	let moves = 0;
	/** Moves so many deals at the same moment; the IDs of the events, each of which was taken. */
	const moveAtOnce = async (): Promise<number[]> => {
		const { deals, statuses } = stage.sandbox.world.profile();
		const move = async () => {
			const deal = deals[moves++ % deals.length]!;
			const others = statuses.filter(({ id }) => id !== deal.statusId);
			const { id } = others[moves % others.length]!;
			const { event, deliveries } = await stage.sandbox.moveDeal(deal.id, id);
			for (const { status, answer } of deliveries) assert.equal(status, 200, answer);
			return event.id;
		};
		return await Promise.all(Array.from({ length: AT_ONCE }, move));
	};

	it('of many events that are delivered twice, none is lost, and few repeats reach the next node', async () => {
		const { rest, sandbox } = stage;
		const id = await workflowTools(stage).workflow();
		await rest.activate(id);
		Object.assign(sandbox.switches, { duplicateDeliveries: true, duplicateAfterMs: 1_000 });
		const sent: number[] = [];
		while (sent.length < 100) sent.push(...(await moveAtOnce()));
		sandbox.switches.duplicateDeliveries = false;
		const executions = await rest.executionsEnded(id, 2 * sent.length, 300_000);
		const reached = executions.flatMap((one) => one.items('End').map(({ json }) => json.eventId));
		assert.deepEqual(new Set(reached), new Set(sent));
		assert.ok(reached.length < 1.5 * sent.length, `${reached.length} of ${sent.length} passed`);
		await rest.deactivate(id);
	});

	it('beside a polling trigger, which tells of each move once, each process knows the secret', async () => {
		const { poller, polled, untilCame } = pollingTools(stage);
		const { changeTrigger } = instantTools(stage);
		const id = await workflowTools(stage).workflow([stage.trigger('serviceAccount'), poller()]);
		await stage.rest.activate(id);
		await polled();
		let moved = 0;
		const allPass = async () => {
			await moveAtOnce();
			// n8n then writes static data that the polling trigger read before.
			const told = await untilCame(id, (moved += AT_ONCE));
			assert.deepEqual([told.length, new Set(told).size], [moved, moved]);
		};
		const options = { additionalEvents: 'CRM_OTHER' };
		await changeTrigger(id, ({ parameters }) => Object.assign(parameters!, { options }));
		await allPass();
		const edited = { options: { pageSize: 10 } };
		await changeTrigger(id, (node) => Object.assign(node.parameters!, edited), POLLING_TRIGGER);
		await allPass();
		await stage.rest.deactivate(id);
	});
});
