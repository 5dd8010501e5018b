import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../runtime/rest.mts';
import { forEachLine } from './support/lines.mts';

const EVENTS = 2_000;
/** Measured on two cores: see docs/trigger.md. Ten times that is a fault, not a slow machine. */
const MOST_MS = 240_000;

forEachLine('2,000 events as fast as the service can send them', (stage) => {
	it('start 2,000 executions, each event once', async (test) => {
		const { rest, workflow, sandbox, events } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { deals, statuses } = await stage().state();
		const start = Date.now();
		const moves = Array.from({ length: EVENTS }, (_, n) =>
			sandbox.moveDeal(deals[n % deals.length].id, statuses[n % statuses.length].id),
		);
		const sent = await Promise.all(moves);
		const answered = Date.now() - start;
		const statusesSeen = sent.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
		assert.deepEqual([...new Set(statusesSeen)], [200]);
		await until('all executions', MOST_MS, async () =>
			(await rest.listExecutions(id)).every(({ status }) => status === 'success')
				? true
				: undefined,
		);
		const took = Date.now() - start;
		const ids = (await events(id)).map(({ eventId }) => eventId);
		assert.equal(ids.length, EVENTS);
		assert.deepEqual(ids.sort(), sent.map(({ event }) => event.id).sort());
		assert.ok(took < MOST_MS, `${took} ms`);
		test.diagnostic(`answered in ${answered} ms, all executions ended after ${took} ms`);
	});
});
