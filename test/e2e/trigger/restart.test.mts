import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../runtime/rest.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'a restart of n8n',
	(stage) => {
		it('keeps the hook there is', async () => {
			const { rest, n8n, workflow, hook, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			const before = await hook();
			await n8n.restart();
			await move();
			assert.equal((await started(id, 1)).length, 1);
			assert.deepEqual(await hook(), before);
		});

		it('brings back a hook that was deleted at the service meanwhile', async () => {
			const { rest, n8n, workflow, hook, hooks, control, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			const before = await hook();
			await control('POST', `/subscriptions/${before.id}/forget`);
			await n8n.restart();
			await until('a hook', 30_000, async () => (await hooks())[0]);
			await until('the secret to be stored', 30_000, async () => {
				const { deliveries } = await move();
				return deliveries[0].status === 200 ? true : undefined;
			});
			assert.ok((await started(id, 1)).length >= 1);
			assert.notEqual(
				(await hook()).headers['X-Webhook-Secret'],
				before.headers['X-Webhook-Secret'],
			);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});

		it('takes nothing down while the service is down', async () => {
			const { rest, n8n, workflow, hook, hooks, set, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			const before = await hook();
			await set({ faults: [{ kind: 'status', status: 503, every: 1 }] });
			await n8n.restart();
			const refused = () =>
				stage()
					.sandbox.log.requests.filter(({ fault }) => fault)
					.map(({ operationId }) => operationId);
			await until('n8n to ask for the hook', 30_000, async () =>
				refused().length >= 3 ? true : undefined,
			);
			// Long enough for whatever else would be tried.
			await sleep(5_000);
			assert.deepEqual([...new Set(refused())], ['listSubscriptions']);
			await set({ faults: [] });
			assert.deepEqual(await hook(), before);
			await move();
			assert.equal((await started(id, 1)).length, 1);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	},
	{ ownN8n: true },
);
