import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/rest.mts';
import { anotherStatus } from '../support/queue/events.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** `EVENTS=5000` takes more of them. */
const EVENTS = Number(process.env.EVENTS ?? 500);
/** How many calls the service has under way. More than n8n can answer at once, so it is never idle. */
const AT_ONCE = 16;
const MAX_MS = 600_000;

withTriggers('events as fast as the service can send them', (stage) => {
	it('start an execution each, and each event once', async (test) => {
		const { rest, workflow, sandbox, events } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { deals, statuses } = sandbox.world.profile();
		const start = Date.now();
		const sent: number[] = [];
		let left = EVENTS;
		const sender = async () => {
			while (left > 0) {
				const n = left--;
				const deal = deals[n % deals.length]!;
				const status = anotherStatus(deal, statuses, n);
				const { event, deliveries } = await sandbox.moveDeal(deal.id, status.id);
				assert.ok(deliveries.every((one) => one.status === 200));
				sent.push(event.id);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, sender));
		test.diagnostic(`${EVENTS} events answered in ${Date.now() - start} ms`);
		await until('all executions to succeed', MAX_MS, async () => {
			const listed = await rest.listExecutions(id);
			const done = listed.filter(({ status }) => status === 'success');
			return done.length >= EVENTS ? true : undefined;
		});
		test.diagnostic(`n8n ${rest.line}.x: all ran after ${Date.now() - start} ms`);
		const reached = (await events(id, 'End')).map(({ eventId }) => eventId as number);
		assert.deepEqual(reached.sort(), sent.sort());
	});
});
