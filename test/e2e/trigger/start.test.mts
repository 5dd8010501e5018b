import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../runtime/rest.mts';
import { API_TOKEN } from '../../../sandbox/identities.mts';
import { page404 } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'n8n started while a 404 page stands in front of the service',
	(stage) => {
		it('keeps a good webhook that a token without a profile registered', async () => {
			const { rest, n8n, sandbox, trigger, workflow, hook, hooks, set, move, started } = stage();
			const data = { baseUrl: sandbox.url, apiToken: API_TOKEN, companyProfileId: '' };
			const credential = await rest.createCredential('salesCrmApi', 'No profile', data);
			const id = await workflow([
				{
					...trigger('apiToken'),
					credentials: { salesCrmApi: credential },
				},
			]);
			await rest.activate(id);
			const before = await hook();
			await n8n.kill('SIGTERM');
			sandbox.log.requests.length = 0;
			await set({ faults: [page404('listSubscriptions'), page404('subscribe')] });
			await n8n.restart();
			const asked = () => sandbox.log.requests.map(({ operationId }) => operationId);
			await until('n8n to ask for the webhook', 30_000, async () =>
				asked().includes('listSubscriptions') ? true : undefined,
			);
			// Long enough for whatever else would be tried.
			await sleep(8_000);
			await set({ faults: [] });
			assert.ok(!asked().includes('unsubscribe'), 'nothing was removed');
			assert.deepEqual(await hook(), before);
			const { deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status }) => status),
				[200],
			);
			assert.equal((await started(id, 1)).length, 1);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	},
	{ ownN8n: true },
);
