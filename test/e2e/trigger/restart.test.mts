import assert from 'node:assert/strict';
import { it } from 'node:test';

import { openRest, until } from '../../../tools/n8n/rest.mts';
import type { Hook, Item } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'a restart of n8n',
	(stage) => {
		it('creates a webhook again that was deleted at the service', async () => {
			const { rest, n8n, workflow, hook, hooks, control, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			await control('POST', `/subscriptions/${(await hook()).id}/forget`);
			await n8n.restart();
			await until('a hook', 60_000, async () => (await hooks())[0]);
			const { deliveries } = await move();
			assert.equal(deliveries[0].status, 200);
			assert.equal((await started(id, 1)).length, 1);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});

		it('keeps the webhook, and ignores repeated events, except in a test', async () => {
			const { rest, n8n, workflow, hook, hooks, move, call, started, events, listen } = stage();
			/** The ids of the events that reached the node behind the trigger, once so many runs have ended. */
			const reached = async (runs: number): Promise<number[]> => {
				await started(id, runs);
				await rest.executionsEnded(id, runs);
				return (await events(id, 'End')).map(({ eventId }) => eventId);
			};
			const again = async (at: Hook, event: Item): Promise<void> =>
				assert.equal(await call(at, event), 200);
			const id = await workflow();
			await rest.activate(id);
			const live = await hook();
			const { event: first } = await move();
			assert.deepEqual(await reached(1), [first.id]);
			await again(live, first);
			assert.deepEqual(await reached(2), [first.id]);

			await n8n.restart();
			await until('n8n to take events', 60_000, async () =>
				(await call(live, first)) === 200 ? true : undefined,
			);
			assert.deepEqual(await reached(3), [first.id]);
			assert.deepEqual(await hook(), live);
			const { event: second } = await move();
			assert.deepEqual(await reached(4), [first.id, second.id]);

			await listen(id);
			const test = (await hooks()).find((one) => one.id !== live.id)!;
			await again(test, second);
			assert.deepEqual(await reached(5), [first.id, second.id, second.id]);
		});
	},
	{ ownN8n: true },
);

/** n8n 2 takes up an interrupted publication when its lease has run out: two minutes unless set. */
const env = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

withTriggers(
	'n8n killed right after it registered the webhook',
	(stage) => {
		it('has a working webhook after its restart; calls of the stale one are refused', async () => {
			const { rest, n8n, trigger, workflow, hooks, set, move, started, events } = stage();
			// Its password is long enough for a secret that any process knows.
			const id = await workflow([trigger('serviceAccount')]);
			// The work is done before the wait: the hook exists while n8n still waits for the answer.
			await set({ latencyMs: 2_500 });
			const activation = rest.activate(id).catch(() => 'cut off');
			const stale = await until('the hook', 20_000, async () => (await hooks())[0]);
			await n8n.kill();
			assert.equal(await activation, 'cut off');
			await set({ latencyMs: 0 });
			await n8n.restart();

			const again = await openRest(n8n.url);
			// n8n 1.x may not have noted the activation yet; then it is the user who activates again.
			if (again.line === '1' && !(await again.getWorkflow(id)).active) await again.activate(id);
			await until('a fresh hook', 120_000, async () =>
				(await hooks()).find((one) => one.id !== stale.id),
			);
			const { event, deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status }) => status),
				[401, 200],
			);
			await started(id, 1);
			assert.deepEqual(
				(await events(id, 'End')).map(({ eventId }) => eventId),
				[event.id],
			);
			await again.deactivate(id);
			// Nobody can tell the stale webhook from a foreign one, so it stays.
			assert.deepEqual(
				(await hooks()).map((one) => one.id),
				[stale.id],
			);
		});
	},
	{ env },
);
