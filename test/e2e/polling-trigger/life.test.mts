import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Item } from '../support/instantTrigger.mts';
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

/** As described, the history does not show marks. */
withTriggers(
	'a mark as won',
	(stage) => {
		it('from the Polling Trigger is the one from the Sales CRM Trigger: the same deal, result and second', async () => {
			const { rest, sandbox, trigger, poller, workflow, polled, events } = stage();
			const parameters = { events: ['dealClosed'] };
			const id = await workflow([trigger('apiToken', parameters), poller(parameters)]);
			await rest.activate(id);
			await polled(1);
			const open = sandbox.world
				.profile()
				.deals.find(({ labels }) => labels.every(({ type }) => !type!.startsWith('DEAL_')))!;
			await sandbox.closeDeal(open.id, 'won');
			await polled(2);
			const [instant, ...repeats] = await events(id);
			const [marked, ...others] = await events(id, POLLING_TRIGGER);
			assert.deepEqual([...repeats, ...others], []);
			const told = ({ dealId, result, occurredAt, title, assigneeId }: Item) => {
				return { dealId, result, title, assigneeId, second: String(occurredAt).slice(0, 19) };
			};
			assert.deepEqual(told(marked!), told(instant!));
			assert.deepEqual([marked!.dealId, marked!.result], [open.id, 'won']);
			assert.deepEqual(Object.keys(marked!), Object.keys(instant!));
		});
	},
	{ sandbox: { switches: { only: 'published' } } },
);
