import assert from 'node:assert/strict';
import { it } from 'node:test';

import { openRest, until } from '../../../runtime/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** n8n 2 takes up an interrupted publication when its lease has run out: two minutes unless set. */
const env = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '10',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

withTriggers(
	'n8n killed right after it registered the webhook',
	(stage) => {
		it('comes back with one working hook; the stale one is refused', async () => {
			const { rest, n8n, workflow, hooks, hook, set, call, move, started } = stage();
			const id = await workflow();
			// The work is done before the wait: the hook exists while n8n still waits for the answer.
			await set({ latencyMs: 4_000 });
			const activation = rest.activate(id).catch(() => 'cut off');
			const stale = await until(
				'the hook to be registered',
				20_000,
				async () => (await hooks())[0],
			);
			await n8n.kill();
			assert.equal(await activation, 'cut off');
			await set({ latencyMs: 0 });
			await n8n.restart();

			const again = await openRest(n8n.url);
			// n8n 1.x may not have noted the activation yet; then it is the user who activates again.
			if (again.line === '1' && !(await again.getWorkflow(id)).active) await again.activate(id);
			const isFresh = ({ id: hookId }: { id: string }) => hookId !== stale.id;
			await until('a fresh hook', 60_000, async () => (await hooks()).find(isFresh));
			const answers = (await move()).deliveries.map(({ subscriptionId, status }) => [
				subscriptionId === stale.id ? 'stale' : 'live',
				status,
			]);
			assert.deepEqual(answers.sort(), [
				['live', 200],
				['stale', 401],
			]);
			assert.equal((await started(id, 1)).length, 1);
			assert.equal((await call(stale, {})).status, 401);

			await again.deactivate(id);
			// What nobody can tell from another's hook stays; it leads nowhere.
			assert.deepEqual(await hook(), stale);
		});
	},
	{ env },
);
