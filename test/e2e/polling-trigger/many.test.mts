import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

const DAY = 86_400_000;

withTriggers('many changes at once', (stage) => {
	it('5,000 at once come a thousand a poll, in order, none skipped', async () => {
		const { rest, poller, workflow, happened, executions, untilCame } = stage();
		const id = await workflow([poller()]);
		await rest.activate(id);
		const now = Date.now();
		const made = Array.from({ length: 5000 }, (_, n) => happened('STATUS_CHANGED', now + n, n % 7));
		assert.deepEqual(await untilCame(id, 5000, 120_000), made);
		const sizes = (await executions(id)).map(
			(one) => one.items('Sales CRM Polling Trigger').length,
		);
		assert.deepEqual(sizes, [1000, 1000, 1000, 1000, 1000]);
	});

	it('past days: those days, in order, and nothing older', async () => {
		const { rest, poller, workflow, happened, polled, came, untilCame } = stage();
		const now = Date.now();
		happened('STATUS_CHANGED', now - 4 * DAY);
		const made = [2.5, 2, 0.1].map((days) => happened('STATUS_CHANGED', now - days * DAY));
		const id = await workflow([poller({ start: 'everything', pastDays: 3 })]);
		await rest.activate(id);
		assert.deepEqual(await untilCame(id, 3), made);
		await polled();
		assert.deepEqual(await came(id), made);
	});
});
