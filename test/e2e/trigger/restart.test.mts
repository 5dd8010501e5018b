import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/rest.mts';
import type { Hook, Item } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'a restart of n8n',
	(stage) => {
		it('keeps the webhook, or creates it again, and ignores repeated events, except in a test', async () => {
			const { rest, n8n, workflow, hook, hooks, move, call, started, events, listen } = stage();
			const { control, answers } = stage();
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

			await control('POST', `/subscriptions/${live.id}/forget`);
			await n8n.restart();
			await until('a new hook', 60_000, async () => (await hooks())[0]);
			assert.deepEqual(await answers(), [200]);
		});
	},
	{ ownN8n: true },
);
