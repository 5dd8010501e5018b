import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { withTriggers } from '../support/triggerStage.mts';

/** n8n 2 tries a trigger five times, then never again, and gives a publication 84 s. */
const OUTAGE_MS = 100_000;

withTriggers(
	'an outage of 100 s',
	(stage) => {
		/** Goes through an outage that began before; what happens in it comes once, and the trigger goes on. */
		async function goesOn(id: string, first: string): Promise<void> {
			const { sandbox, happened, polled, executions, came, untilCame } = stage();
			await sleep(OUTAGE_MS / 2);
			const missed = [first, happened()];
			await sleep(OUTAGE_MS / 2);
			sandbox.switches.faults = [];
			assert.deepEqual(await untilCame(id, 2, 120_000), missed);
			const afterwards = happened();
			assert.deepEqual(await untilCame(id, 3), [...missed, afterwards]);
			await polled();
			assert.deepEqual(await came(id), [...missed, afterwards]);
			const failed = (await executions(id)).filter(({ status }) => status === 'error');
			assert.ok(failed.length > 0, 'scheduled polls failed aloud');
		}

		const down = () => {
			stage().sandbox.switches.faults = [{ kind: 'status', status: 503, every: 1 }];
		};

		it('while n8n starts: it polls on', async () => {
			const { rest, n8n, poller, workflow, happened, polled } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			await polled();
			await n8n.kill('SIGTERM');
			const missed = happened();
			down();
			await n8n.restart();
			await goesOn(id, missed);
		});

		it('while a changed trigger is published: it polls on', async () => {
			const { rest, poller, workflow, happened, polled } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			await polled();
			const { nodes } = await rest.getWorkflow(id);
			const [trigger, ...others] = nodes;
			const parameters = { ...trigger!.parameters, filters: { assigneeIds: [] } };
			down();
			const missed = happened();
			await rest.updateWorkflow(id, { nodes: [{ ...trigger!, parameters }, ...others] });
			await rest.activate(id);
			await goesOn(id, missed);
		});

		it('while a trigger is published for the first time: that fails with the reason', async () => {
			const { rest, poller, workflow, happened, polled, untilCame, sandbox } = stage();
			const id = await workflow([poller()]);
			sandbox.switches.faults = [{ kind: 'status', status: 403, every: 1 }];
			await rest.activate(id).catch((error: Error) => assert.match(error.message, /deal history/));
			await sleep(5_000);
			sandbox.switches.faults = [];
			await rest.deactivate(id).catch(() => undefined);
			await rest.activate(id);
			await polled();
			const made = happened();
			assert.deepEqual(await untilCame(id, 1), [made]);
		});
	},
	{ ownN8n: true },
);
