import assert from 'node:assert/strict';
import { it } from 'node:test';

import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const OTHER = 'Assignments';

withTriggers('each change of the history once', (stage) => {
	it('starts nothing at the first activation, then each change once, over deactivating, republishing and renaming', async () => {
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
