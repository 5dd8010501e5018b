import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { withTriggers } from '../support/triggerStage.mts';

/** n8n 2 tries a trigger five times, then never again, and gives a publication 84 s. */
const OUTAGE_MS = 100_000;

withTriggers(
	'an outage of 100 s',
	(stage) => {
		it('while n8n starts, and while a changed trigger is published: each polls on', async () => {
			const { rest, n8n, poller, workflow, happened, polled, untilCame, came, executions } =
				stage();
			const { sandbox } = stage();
			const ids = [await workflow([poller()]), await workflow([poller()])];
			for (const id of ids) await rest.activate(id);
			await polled(2);
			await n8n.kill('SIGTERM');
			const made = [happened()];
			sandbox.switches.faults = [{ kind: 'status', status: 503, every: 1 }];
			await n8n.restart();
			const { nodes } = await rest.getWorkflow(ids[1]!);
			const [trigger, ...others] = nodes;
			const parameters = { ...trigger!.parameters, filters: { assigneeIds: [] } };
			await rest.updateWorkflow(ids[1]!, { nodes: [{ ...trigger!, parameters }, ...others] });
			await rest.activate(ids[1]!);
			await sleep(OUTAGE_MS / 2);
			made.push(happened());
			await sleep(OUTAGE_MS / 2);
			sandbox.switches.faults = [];
			for (const id of ids) assert.deepEqual(await untilCame(id, 2), made);
			made.push(happened());
			for (const id of ids) {
				assert.deepEqual(await untilCame(id, 3), made);
				const failed = (await executions(id)).filter(({ status }) => status === 'error');
				assert.ok(failed.length > 0, 'scheduled polls failed aloud');
			}
			await polled(2);
			for (const id of ids) assert.deepEqual(await came(id), made);
		});
	},
	{ ownN8n: true },
);
