import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../runtime/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** `EVENTS=5000` takes more of them. */
const EVENTS = Number(process.env.EVENTS ?? 500);
/** How many calls the service has under way. More than n8n can answer at once, so it is never idle. */
const AT_ONCE = 16;
/** What it takes is told below and in docs/trigger.md; beyond this something is wrong. */
const MAX_MS = 600_000;

withTriggers('events as fast as the service can send them', (stage) => {
	it('start an execution each, and each event once', async (test) => {
		const { rest, workflow, sandbox, state } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { deals, statuses } = await state();
		const start = Date.now();
		const sent = await inParallel(EVENTS, AT_ONCE, async (n) =>
			sandbox.moveDeal(deals[n % deals.length].id, statuses[n % statuses.length].id),
		);
		const answered = Date.now() - start;
		const answers = sent.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
		assert.deepEqual([...new Set(answers)], [200]);

		const unfinished = JSON.stringify({ workflowId: id, status: ['new', 'running', 'waiting'] });
		await until('all executions to end', MAX_MS, async () => {
			const filter = encodeURIComponent(unfinished);
			const { results } = await rest.call('GET', `/executions?filter=${filter}&limit=1`);
			return results.length === 0 ? true : undefined;
		});
		test.diagnostic(
			`n8n ${rest.line}.x: ${EVENTS} events answered in ${answered} ms, ` +
				`executions ended after ${Date.now() - start} ms`,
		);
		const executions = await rest.listExecutions(id);
		assert.deepEqual([...new Set(executions.map(({ status }) => status))], ['success']);
		assert.equal(executions.length, EVENTS);
		const started = await inParallel(executions.length, 8, async (n) => {
			const [item] = (await rest.getExecution(executions[n]!.id)).items('End');
			return item!.json.eventId as number;
		});
		assert.deepEqual(started.sort(), sent.map(({ event }) => event.id).sort());
		assert.ok(answered < MAX_MS);
	});
});

/** Does `work` for 0 … count-1, so many at a time; the results in that order. */
async function inParallel<T>(
	count: number,
	atOnce: number,
	work: (n: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	let next = 0;
	const worker = async () => {
		while (next < count) {
			const n = next++;
			results[n] = await work(n);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return results;
}
