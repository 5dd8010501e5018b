import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

withTriggers('the moment of an event', (stage) => {
	it('is the same whether the service counts seconds or milliseconds', async () => {
		const { rest, trigger, workflow, hook, move, call, started, set } = stage();
		// The same event is sent again and again.
		const id = await workflow([trigger('apiToken', { eachEventOnce: false })]);
		await rest.activate(id);
		await set({ timestampUnit: 's' });
		const { event } = await move();
		assert.ok(event.timestamp < 1e10, 'the sandbox counts seconds');
		const inMs = { ...event, timestamp: event.timestamp * 1000 };
		assert.equal((await call(await hook(), inMs)).status, 200);
		const [first, second] = await started(id, 2);
		assert.equal(first!.occurredAt, second!.occurredAt);
		assert.equal(first!.occurredAt, new Date(event.timestamp * 1000).toISOString());
		assert.equal(first!.createdAt, new Date(event.payload.timestamp_created).toISOString());
	});
});
