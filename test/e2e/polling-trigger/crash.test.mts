import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'an n8n that stops',
	(stage) => {
		it('goes on where it was after a restart and after a SIGKILL between two polls', async () => {
			const { rest, n8n, poller, workflow, happened, polled, came, untilCame } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			const first = happened();
			assert.deepEqual(await untilCame(id, 1), [first]);

			await n8n.kill('SIGTERM');
			const stopped = happened();
			await n8n.restart();
			assert.deepEqual(await untilCame(id, 2), [first, stopped]);

			// Well after a poll, so that both of n8n's writes are done.
			await polled();
			await sleep(3_000);
			await n8n.kill();
			const killed = happened();
			await n8n.restart();
			assert.deepEqual(await untilCame(id, 3, 120_000), [first, stopped, killed]);
			await polled();
			assert.deepEqual(await came(id), [first, stopped, killed]);
		});
	},
	{ ownN8n: true },
);
