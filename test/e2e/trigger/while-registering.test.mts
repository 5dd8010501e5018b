import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../runtime/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('calls that come while the trigger is published', (stage) => {
	for (const pingWhileRegistering of ['empty', 'named']) {
		it(`a service that calls the address while it registers it (body ${pingWhileRegistering}) gets 200, and the call starts nothing`, async () => {
			const { rest, trigger, workflow, set, hooks, answers, untilStarted, listen } = stage();
			const { untilTestIsOver } = stage();
			await set({ pingWhileRegistering });
			const id = await workflow([trigger('apiToken')]);
			await rest.activate(id);
			assert.deepEqual(await rest.listExecutions(id), []);
			assert.deepEqual(await answers(), [200]);
			assert.equal((await untilStarted(id, 1)).length, 1);

			await listen(id);
			assert.deepEqual(await answers(), [200, 200]);
			assert.equal((await untilStarted(id, 3)).length, 3);
			await untilTestIsOver();
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}

	it('events from the registration on, beside a history that takes 15 s, start the workflow', async () => {
		const { rest, trigger, poller, workflow, set, hooks, answers, untilStarted } = stage();
		await set({ faults: [{ route: 'listHistory', kind: 'slow', delayMs: 15_000, every: 1 }] });
		const id = await workflow([trigger('apiToken'), poller()]);
		let isOver = false;
		const publishing = rest.activate(id).finally(() => (isOver = true));
		await until('a webhook', 30_000, async () => (await hooks())[0]);
		const seven = [];
		for (let event = 0; event < 7; event++) seven.push(...(await answers()));
		assert.ok(!isOver, 'still publishing');
		await publishing;
		await set({ faults: [] });
		assert.deepEqual(seven, Array(7).fill(200));
		assert.equal((await untilStarted(id, 7)).length, 7);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
