import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

withTriggers('neighbours on one profile', (stage) => {
	for (const listShowsUrl of [false, true]) {
		const how = listShowsUrl ? 'with addresses in the list' : 'without addresses in the list';
		it(`120 foreign hooks stay untouched, ${how}`, async () => {
			const { rest, workflow, hooks, control, set } = stage();
			await set({ listShowsUrl });
			await control('POST', '/subscriptions', { count: 120 });
			const foreign = await hooks();
			const id = await workflow();
			for (let round = 0; round < 2; round++) {
				await rest.activate(id);
				const all = await hooks();
				assert.equal(all.length, 121);
				assert.deepEqual(all.slice(0, 120), foreign);
				await rest.deactivate(id);
				assert.deepEqual(await hooks(), foreign);
			}
		});
	}

	it('two workflows: each has its own hook, one going does not disturb the other', async () => {
		const { rest, workflow, hooks, hook, move, started, set } = stage();
		await set({ listShowsUrl: true });
		const [first, second] = [await workflow(), await workflow()];
		await rest.activate(first);
		const { id: hookOfFirst } = await hook();
		await rest.activate(second);
		assert.equal((await hooks()).length, 2);
		await move();
		assert.equal((await started(first, 1)).length, 1);
		assert.equal((await started(second, 1)).length, 1);
		await rest.deactivate(second);
		assert.equal((await hook()).id, hookOfFirst);
		await move();
		assert.equal((await started(first, 2)).length, 2);
		assert.equal((await started(second, 1)).length, 1);
	});

	it('two triggers in one workflow: two hooks, each with a secret of its own', async () => {
		const { rest, workflow, trigger, hooks, call, move, events, started } = stage();
		const second = { ...trigger('serviceAccount'), name: 'Second trigger' };
		const id = await workflow([trigger('apiToken'), second]);
		await rest.activate(id);
		const [one, other] = await hooks();
		assert.notEqual(one!.url, other!.url);
		assert.equal((await call({ ...one!, headers: other!.headers }, {})).status, 401);
		const { event } = await move();
		assert.deepEqual(
			(await started(id, 2)).map(({ eventId }) => eventId),
			[event.id],
		);
		assert.deepEqual(
			(await events(id, 'Second trigger')).map(({ eventId }) => eventId),
			[event.id],
		);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
