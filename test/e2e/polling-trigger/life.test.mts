import assert from 'node:assert/strict';
import { it } from 'node:test';

import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const OTHER = 'Assignments';

withTriggers('each change of the history once', (stage) => {
	it('at each of two polling triggers beside a Code node that writes static data, over deactivating, publishing and renaming', async () => {
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
		const moved: string[] = [];
		const assigned: string[] = [];
		const change = () => {
			moved.push(happened());
			assigned.push(happened('USER_CHANGED', Date.now() + 1));
		};
		await rest.activate(id);
		await polled(2);
		assert.deepEqual(await came(id), []);
		change();
		await polled(4);

		await rest.deactivate(id);
		change();
		await rest.updateWorkflow(id, { name: 'Polling renamed' });
		await rest.activate(id);
		change();
		await polled(4);
		assert.deepEqual(await came(id, POLLING_TRIGGER), moved);
		assert.deepEqual(await came(id, OTHER), assigned);
	});
});
