import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { withTriggers } from '../support/triggerStage.mts';

/** n8n 2 tries a trigger five times at its start, then never again: 16 s of 500 are enough, or 55 s of 503. */
const OUTAGE_MS = 90_000;

withTriggers(
	'n8n started into an outage of the service',
	(stage) => {
		it('polls on after 90 s of it; what happened meanwhile comes once', async () => {
			const { rest, n8n, sandbox, poller, workflow, happened, polled, executions } = stage();
			const { came, untilCame } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			await polled();
			await n8n.kill('SIGTERM');
			const missed = [happened()];
			sandbox.switches.faults = [{ kind: 'status', status: 503, every: 1 }];
			await n8n.restart();
			await sleep(OUTAGE_MS / 2);
			missed.push(happened());
			await sleep(OUTAGE_MS / 2);
			sandbox.switches.faults = [];
			assert.deepEqual(await untilCame(id, 2), missed);
			const afterwards = happened();
			assert.deepEqual(await untilCame(id, 3), [...missed, afterwards]);
			await polled();
			assert.deepEqual(await came(id), [...missed, afterwards]);
			const failed = (await executions(id)).filter(({ status }) => status === 'error');
			// n8n 1 polls no more until its own tries succeed, where the first poll of a start throws.
			assert.ok(failed.length > 0, 'scheduled polls failed aloud');
		});
	},
	{ ownN8n: true },
);
