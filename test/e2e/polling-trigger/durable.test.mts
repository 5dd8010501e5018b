import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { pollTimes } from '../support/historyTrigger.mts';
import { LINE } from '../support/stage.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** n8n 2.36 and later can keep cursor and execution in one transaction (opt-in). */
const DURABLE = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

if (LINE === '2')
	withTriggers(
		'with durable cursors',
		(stage) => {
			it('each change once, over a SIGKILL at any moment and over republishing', async () => {
				const { rest, n8n, poller, workflow, happened, polled, came, untilCame } = stage();
				const id = await workflow([poller({ pollTimes: pollTimes(10_000) })]);
				await rest.activate(id);
				await polled(2);
				assert.deepEqual(await came(id), []);
				const made = [happened()];
				await untilCame(id, 1, 90_000);
				for (const wait of [0, 4_000]) {
					made.push(happened());
					await polled();
					await sleep(wait);
					await n8n.kill();
					await n8n.restart();
					await untilCame(id, made.length, 120_000);
				}
				await rest.activate(id);
				made.push(happened());
				await untilCame(id, made.length, 90_000);
				await polled(2);
				assert.deepEqual(await came(id), made);
			});
		},
		{ env: DURABLE },
	);
