import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

withTriggers('the life of the trigger', (stage) => {
	it('has one hook while active that starts the workflow, and none afterwards', async () => {
		const { rest, workflow, hook, hooks, move, started } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { url, method } = await hook();
		assert.match(url, /\/webhook\//);
		assert.equal(method, 'POST');
		const { event, deliveries } = await move();
		assert.deepEqual(
			deliveries.map(({ status, answer }) => [status, JSON.parse(answer)]),
			[[200, { received: true, started: true }]],
		);
		const [item, ...others] = await started(id, 1);
		assert.equal(item!.eventId, event.id);
		assert.equal(others.length, 0);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('leaves nothing behind in twenty rounds', async () => {
		const { rest, workflow, hook, hooks } = stage();
		const id = await workflow();
		const secrets = new Set<string>();
		for (let round = 1; round <= 20; round++) {
			await rest.activate(id);
			secrets.add((await hook()).headers['X-Webhook-Secret']!);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), [], `after round ${round}`);
		}
		assert.equal(secrets.size, 20, 'every registration has a secret of its own');
	});
});
