import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../runtime/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';
import type { Hook, Item } from '../support/instantTrigger.mts';

withTriggers(
	'each event once',
	(stage) => {
		/** The ids of the events that reached the node behind the trigger, once so many runs have ended. */
		const reached = async (id: string, runs: number): Promise<number[]> => {
			const { rest, started, events } = stage();
			await started(id, runs);
			await until(`${runs} runs`, 30_000, async () =>
				(await rest.executionsEnded(id, runs)).length === runs ? true : undefined,
			);
			return (await events(id, 'End')).map(({ eventId }) => eventId);
		};
		const again = async (hook: Hook, event: Item): Promise<void> =>
			assert.equal((await stage().call(hook, event)).status, 200);

		it('delivered again it reaches no further node, after a restart of n8n, too; another event does', async () => {
			const { rest, n8n, workflow, hook, move, call } = stage();
			const id = await workflow();
			await rest.activate(id);
			const live = await hook();
			const { event: first } = await move();
			assert.deepEqual(await reached(id, 1), [first.id]);
			await again(live, first);
			assert.deepEqual(await reached(id, 2), [first.id]);

			const { event: second } = await move();
			assert.deepEqual(await reached(id, 3), [first.id, second.id]);
			await n8n.restart();
			await until('n8n to take events', 60_000, async () =>
				(await call(live, first)).status === 200 ? true : undefined,
			);
			assert.deepEqual(await reached(id, 4), [first.id, second.id]);
			await again(live, second);
			assert.deepEqual(await reached(id, 5), [first.id, second.id]);
			const { event: third } = await move();
			assert.deepEqual(await reached(id, 6), [first.id, second.id, third.id]);
		});

		it('switched off, each delivery reaches the next node', async () => {
			const { rest, trigger, workflow, hook, move } = stage();
			const id = await workflow([trigger('apiToken', { options: { eachEventOnce: false } })]);
			await rest.activate(id);
			const { event } = await move();
			await again(await hook(), event);
			assert.deepEqual(await reached(id, 2), [event.id, event.id]);
		});

		it('a test in the editor gets an event that the workflow had before', async () => {
			const { rest, workflow, hook, hooks, move, call, listen } = stage();
			const id = await workflow();
			await rest.activate(id);
			const live = await hook();
			const { event } = await move();
			assert.deepEqual(await reached(id, 1), [event.id]);
			for (const runs of [2, 3]) {
				await listen(id);
				const test = (await hooks()).find((one) => one.id !== live.id)!;
				assert.equal((await call(test, event)).status, 200);
				assert.deepEqual(await reached(id, runs), Array(runs).fill(event.id));
			}
		});
	},
	{ ownN8n: true },
);
