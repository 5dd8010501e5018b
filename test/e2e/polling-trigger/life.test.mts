import assert from 'node:assert/strict';
import { it } from 'node:test';

import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const DAY = 86_400_000;
const OTHER = 'Assignments';

withTriggers('each change of the history once', (stage) => {
	it('the first activation starts nothing; afterwards each change comes, over deactivating, republishing and renaming', async () => {
		const { rest, poller, workflow, happened, polled, came, untilCame } = stage();
		const id = await workflow([poller()]);
		await rest.activate(id);
		await polled();
		assert.deepEqual(await came(id), []);

		const first = happened();
		assert.deepEqual(await untilCame(id, 1), [first]);

		await rest.deactivate(id);
		const whileOff = happened();
		await rest.activate(id);
		assert.deepEqual(await untilCame(id, 2), [first, whileOff]);

		await rest.updateWorkflow(id, { name: 'Polling renamed' });
		await rest.activate(id);
		const afterRename = happened();
		assert.deepEqual(await untilCame(id, 3), [first, whileOff, afterRename]);
		await polled(2);
		assert.deepEqual(await came(id), [first, whileOff, afterRename]);
	});

	it('the first activation starts with the past days where it is asked to; thousands come a thousand a poll, in order', async () => {
		const { rest, poller, workflow, happened, executions, untilCame } = stage();
		const now = Date.now();
		happened('STATUS_CHANGED', now - 4 * DAY);
		const past = [2.5, 2, 0.1].map((days) => happened('STATUS_CHANGED', now - days * DAY));
		const id = await workflow([poller({ start: 'everything', pastDays: 3 })]);
		await rest.activate(id);
		assert.deepEqual(await untilCame(id, 3), past);
		const made = Array.from({ length: 2500 }, (_, n) => happened('STATUS_CHANGED', now + n, n % 7));
		assert.deepEqual(await untilCame(id, 2503, 120_000), [...past, ...made]);
		const sizes = (await executions(id)).map((one) => one.items(POLLING_TRIGGER).length);
		assert.deepEqual(sizes, [3, 1000, 1000, 500]);
	});

	it('two polling triggers and a Code node that writes static data: each change once at each', async () => {
		const { rest, poller, workflow, happened, polled, came } = stage();
		const jsCode =
			"const own = $getWorkflowStaticData('node'); own.runs = (own.runs ?? 0) + 1; return $input.all();";
		const code = {
			name: 'Code',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode },
		};
		const triggers = [poller(), poller({ events: ['dealAssigned'] }, { name: OTHER })];
		const id = await workflow(triggers, code);
		await rest.activate(id);
		const moved: string[] = [];
		const assigned: string[] = [];
		for (let round = 0; round < 2; round++) {
			moved.push(happened('STATUS_CHANGED', Date.now(), round));
			assigned.push(happened('USER_CHANGED', Date.now() + 1, round));
			await polled(2);
		}
		await polled(2);
		assert.deepEqual(await came(id, POLLING_TRIGGER), moved);
		assert.deepEqual(await came(id, OTHER), assigned);
	});
});
