import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

withTriggers('the test of the editor', (stage) => {
	const modes = async (id: string) =>
		(await stage().rest.listExecutions(id)).map(({ mode }) => mode).sort();

	for (const listShowsUrl of [false, true]) {
		const how = listShowsUrl ? 'with addresses in the list' : 'without addresses in the list';
		it(`works beside the active workflow and leaves its hook alone, ${how}`, async () => {
			const { rest, workflow, hook, hooks, call, set, move, started, listen, untilTestIsOver } =
				stage();
			await set({ listShowsUrl });
			const id = await workflow();
			await rest.activate(id);
			const production = await hook();
			await listen(id);
			const test = (await hooks()).find(({ id: hookId }) => hookId !== production.id)!;
			assert.match(test.url, /\/webhook-test\//);
			// A call without the secret of the test ends neither the test nor starts anything.
			assert.equal((await call({ ...test, headers: production.headers }, {})).status, 401);

			const { event, deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status }) => status),
				[200, 200],
			);
			const items = await started(id, 2);
			assert.deepEqual(
				items.map(({ eventId }) => eventId),
				[event.id, event.id],
			);
			assert.deepEqual(await modes(id), ['manual', 'webhook']);
			await untilTestIsOver();
			assert.deepEqual(await hook(), production);
			await move();
			assert.equal((await started(id, 3)).length, 3);
			assert.deepEqual(await modes(id), ['manual', 'webhook', 'webhook']);
		});
	}

	it('cancelled, takes its own hook away and no other', async () => {
		const { rest, workflow, hook, hooks, move, started, listen, untilTestIsOver } = stage();
		const id = await workflow();
		await rest.activate(id);
		const production = await hook();
		await listen(id);
		assert.equal((await hooks()).length, 2);
		await rest.call('DELETE', `/test-webhook/${id}`);
		await untilTestIsOver();
		assert.deepEqual(await hook(), production);
		await move();
		assert.equal((await started(id, 1)).length, 1);
	});

	it('pressed three times has one webhook, and none when it is over', async () => {
		const { rest, workflow, hook, hooks, move, started, listen, untilTestIsOver } = stage();
		const id = await workflow();
		await rest.activate(id);
		const production = await hook();
		for (let time = 1; time <= 3; time++) {
			await listen(id);
			assert.equal((await hooks()).length, 2, `pressed ${time} times`);
		}
		const { event, deliveries } = await move();
		assert.deepEqual(
			deliveries.map(({ status }) => status),
			[200, 200],
		);
		const items = await started(id, 2);
		assert.deepEqual(
			items.map(({ eventId }) => eventId),
			[event.id, event.id],
		);
		assert.deepEqual(await modes(id), ['manual', 'webhook']);
		await untilTestIsOver();
		assert.deepEqual(await hook(), production);

		for (let time = 1; time <= 3; time++) await listen(id);
		await rest.call('DELETE', `/test-webhook/${id}`);
		await untilTestIsOver();
		assert.deepEqual(await hook(), production);
		await move();
		assert.equal((await started(id, 3)).length, 3);
	});
});
