import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';

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

	it('a history that is empty at first: the past is not handed out when it is there', async () => {
		const { rest, poller, workflow, happened, sandbox, polled, came, untilCame } = stage();
		const empty = { route: 'listHistory', kind: 'failure200', body: { history: [] } } as const;
		sandbox.switches.faults = [{ ...empty, every: 1 }];
		const id = await workflow([poller()]);
		await rest.activate(id);
		await polled();
		sandbox.switches.faults = [];
		await polled(2);
		assert.deepEqual(await came(id), []);
		const first = happened();
		assert.deepEqual(await untilCame(id, 1), [first]);
	});

	it('late, out of order, of the future, edited: each once; the end of an entry is no change', async () => {
		const { rest, poller, workflow, happened, entry, polled, came, untilCame } = stage();
		const id = await workflow([poller()]);
		const now = Date.now();
		happened('STATUS_CHANGED', now - 1000);
		await rest.activate(id);
		const hour = 3_600_000;
		const tooLate = happened('STATUS_CHANGED', now - 26 * hour, 1);
		const late = happened('STATUS_CHANGED', now - 5 * hour, 1);
		const second = happened('STATUS_CHANGED', now + 20, 2);
		const first = happened('STATUS_CHANGED', now + 10, 3);
		const future = happened('STATUS_CHANGED', now + 300 * hour, 4);
		const all = await untilCame(id, 4);
		assert.deepEqual([...all].sort(), [late, first, second, future].sort());
		assert.ok(!all.includes(tooLate));

		entry(first).startTimestamp = now + 30;
		entry(second).endTimestamp = now + 40;
		const after = happened('STATUS_CHANGED', Date.now(), 5);
		assert.deepEqual(await untilCame(id, 5), [...all, after]);
		await polled();
		assert.deepEqual(await came(id), [...all, after]);
	});

	it('the service down for three polls: what happened meanwhile comes when it is back', async () => {
		const { rest, poller, workflow, happened, sandbox, polled, executions, untilCame } = stage();
		const id = await workflow([poller()]);
		await rest.activate(id);
		sandbox.switches.faults = [{ kind: 'status', status: 400, route: 'listHistory', every: 1 }];
		const meanwhile = happened();
		await polled(3);
		sandbox.switches.faults = [];
		assert.deepEqual(await untilCame(id, 1), [meanwhile]);
		const failed = (await executions(id)).filter(({ status }) => status === 'error');
		for (const { error } of failed) assert.match(error!.message, /fetch the deal history/);
	});

	it('a filter made wider replays nothing', async () => {
		const { rest, poller, workflow, happened, polled, came, untilCame } = stage();
		const id = await workflow([poller()]);
		await rest.activate(id);
		happened('USER_CHANGED');
		await polled();
		const events = ['dealStatusChanged', 'dealAssigned'];
		const { nodes } = await rest.getWorkflow(id);
		const [trigger, ...others] = nodes;
		const wider = { ...trigger, parameters: { ...trigger.parameters, events } };
		await rest.updateWorkflow(id, { nodes: [wider, ...others] });
		await rest.activate(id);
		await polled();
		assert.deepEqual(await came(id), []);
		const assigned = happened('USER_CHANGED');
		assert.deepEqual(await untilCame(id, 1), [assigned]);
	});
});
