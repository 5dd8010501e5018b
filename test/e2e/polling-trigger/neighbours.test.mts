import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';

import { until } from '../../../runtime/rest.mts';
import { POLLING_TRIGGER, POLL_EVERY_MS, pollTimes } from '../support/pollingTrigger.mts';
import { LINE } from '../support/stage.mts';
import { withTriggers } from '../support/triggerStage.mts';

const OTHER = 'Assignments';

withTriggers('in company', (stage) => {
	it('two polling triggers and a Code node that writes static data: each change once at each', async () => {
		const { rest, poller, workflow, happened, polled, came } = stage();
		const code = {
			name: 'Code',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: {
				jsCode:
					"const own = $getWorkflowStaticData('node'); own.runs = (own.runs ?? 0) + 1; return $input.all();",
			},
		};
		const triggers = [poller(), poller({ events: ['dealAssigned'] }, { name: OTHER })];
		const id = await workflow(triggers, code);
		await rest.activate(id);
		const moved: string[] = [];
		const assigned: string[] = [];
		for (let round = 0; round < 3; round++) {
			moved.push(happened('STATUS_CHANGED', Date.now(), round));
			assigned.push(happened('USER_CHANGED', Date.now() + 1, round));
			await polled(2);
		}
		await polled(2);
		assert.deepEqual(await came(id, POLLING_TRIGGER), moved);
		assert.deepEqual(await came(id, OTHER), assigned);
	});

	it('a poll that takes longer than the time between two gives each change once', async () => {
		const { rest, sandbox, poller, workflow, happened, polled, came, untilCame } = stage();
		const id = await workflow([poller()]);
		await rest.activate(id);
		sandbox.switches.latencyMs = 12_000;
		const first = happened();
		await untilCame(id, 1, 120_000);
		sandbox.switches.latencyMs = 0;
		const second = happened();
		await untilCame(id, 2);
		await polled();
		assert.deepEqual(await came(id), [first, second]);
	});

	it('the same move has the same deal, status and moment at both triggers, and the same fields', async () => {
		const { rest, trigger, poller, workflow, sandbox, executions } = stage();
		const id = await workflow([trigger('apiToken'), poller()]);
		await rest.activate(id);
		const { deals, statuses } = sandbox.world.profile();
		const deal = deals[0]!;
		const to = statuses.find(
			(one) => one.backlog_id === deal.backlogId && one.id !== deal.statusId,
		)!;
		await sandbox.moveDeal(deal.id, to.id);
		const { untilCame } = stage();
		await untilCame(id, 1);
		const all = await executions(id);
		const [instant] = all.flatMap((one) => one.items('Sales CRM Trigger').map(({ json }) => json));
		const [polled] = all.flatMap((one) => one.items(POLLING_TRIGGER).map(({ json }) => json));
		assert.deepEqual(Object.keys(polled!), Object.keys(instant!));
		for (const field of ['triggeredBy', 'changeType', 'dealId', 'title', 'statusId', 'status']) {
			assert.deepEqual(polled![field], instant![field], field);
		}
		const apart = Date.parse(polled!.occurredAt) - Date.parse(instant!.occurredAt);
		assert.ok(Math.abs(apart) < 1000, `${apart} ms apart`);
	});
});

// n8n 2 refuses such a workflow by itself.
if (LINE === '1')
	withTriggers('two polling triggers with one node id', (stage) => {
		it('both start the workflow, as in workflows that were generated', async () => {
			const { rest, poller, workflow, happened, came, untilCame } = stage();
			const id = randomUUID();
			// At the same moments, in other words: of two nodes with one id n8n schedules equal words once.
			const inOtherWords = { pollTimes: pollTimes(POLL_EVERY_MS, '*/1 * * * *') };
			const triggers = [poller({}, { id }), poller(inOtherWords, { id, name: OTHER })];
			const workflowId = await workflow(triggers);
			await rest.activate(workflowId);
			const made = happened();
			assert.deepEqual(await untilCame(workflowId, 1), [made]);
			await until('the other one', 30_000, async () => (await came(workflowId, OTHER))[0]);
			assert.deepEqual(await came(workflowId, OTHER), [made]);
		});
	});
