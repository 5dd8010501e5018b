import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openRest, until } from '../../../runtime/rest.mts';
import { API_TOKEN } from '../../../sandbox/identities.mts';
import { openGate } from '../support/gate.mts';
import { page404 } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'a restart of n8n',
	(stage) => {
		const asked = () => stage().sandbox.log.requests.map(({ operationId }) => operationId);
		const untilAsked = async (times = 1) =>
			await until('n8n to ask for the webhook', 60_000, async () =>
				asked().filter((one) => one === 'listSubscriptions').length >= times ? true : undefined,
			);

		it('keeps the hook there is', async () => {
			const { rest, n8n, workflow, hook, move, started, sandbox } = stage();
			const id = await workflow();
			await rest.activate(id);
			const before = await hook();
			sandbox.log.requests.length = 0;
			await n8n.restart();
			await untilAsked();
			await move();
			assert.equal((await started(id, 1)).length, 1);
			assert.deepEqual(await hook(), before);
		});

		it('brings back a hook that was deleted at the service meanwhile', async () => {
			const { rest, n8n, workflow, hook, hooks, control, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			await control('POST', `/subscriptions/${(await hook()).id}/forget`);
			await n8n.restart();
			await until('a hook', 60_000, async () => (await hooks())[0]);
			const { deliveries } = await move();
			assert.equal(deliveries[0].status, 200);
			assert.equal((await started(id, 1)).length, 1);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});

		it('takes nothing down while the service is down, or refuses', async () => {
			const { rest, n8n, sandbox, workflow, hook, hooks, set, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			const before = await hook();
			await set({ faults: [{ kind: 'status', status: 503, every: 1 }] });
			sandbox.log.requests.length = 0;
			await n8n.restart();
			await untilAsked();
			// Long enough for whatever else would be tried.
			await sleep(5_000);
			assert.deepEqual([...new Set(asked())], ['listSubscriptions']);
			await set({ faults: [] });
			assert.deepEqual(await hook(), before);
			await move();
			assert.equal((await started(id, 1)).length, 1);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});

		it('behind a 404 page keeps a good webhook that a token without a profile registered', async () => {
			const { rest, n8n, sandbox, trigger, workflow, hook, hooks, set, answers, started } = stage();
			const data = { baseUrl: sandbox.url, apiToken: API_TOKEN, companyProfileId: '' };
			const credential = await rest.createCredential('salesCrmApi', 'No profile', data);
			const id = await workflow([
				{ ...trigger('apiToken'), credentials: { salesCrmApi: credential } },
			]);
			await rest.activate(id);
			const before = await hook();
			await n8n.kill('SIGTERM');
			sandbox.log.requests.length = 0;
			await set({ faults: [page404('listSubscriptions'), page404('subscribe')] });
			await n8n.restart();
			await untilAsked();
			await sleep(8_000);
			await set({ faults: [] });
			assert.ok(!asked().includes('unsubscribe'), 'nothing was removed');
			assert.deepEqual(await hook(), before);
			assert.deepEqual(await answers(), [200]);
			await started(id, 1);
			assert.deepEqual(await answers(), [200]);
			// The token names no profile, and the event does: its names are there. They may come too late for
			// the first event after a start.
			const [, item] = await started(id, 2);
			assert.ok(item!.status && item!.previousStatus && item!.companyProfileId);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	},
	{ ownN8n: true },
);

withTriggers(
	'n8n loses what it noted',
	(stage) => {
		it('a Code node in an execution that began before a publication puts old static data back: the trigger stays awake', async () => {
			const { rest, n8n, trigger, workflow, registerAnew, answers, untilStarted, hook, hooks } =
				stage();
			const gate = await openGate();
			try {
				const path = randomUUID();
				const start = {
					name: 'Start',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: path,
					parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
				};
				const code = {
					name: 'Code',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: {
						jsCode:
							"const all = $getWorkflowStaticData('global'); all.runs = (all.runs ?? 0) + 1; return $input.all();",
					},
				};
				const end = { name: 'End', type: 'n8n-nodes-base.noOp' };
				const id = await workflow([trigger('apiToken'), start], code, gate.node, end);
				await rest.activate(id);
				assert.equal((await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' })).status, 200);
				await gate.reached(1);
				await registerAnew(id);
				gate.open();
				await rest.executionsEnded(id, 1);
				// n8n does not wait until static data are saved.
				await sleep(1_000);
				assert.deepEqual(await answers(), [200]);
				assert.equal((await untilStarted(id, 1)).length, 1);
				await hook();
				await rest.deactivate(id);
				assert.deepEqual(await hooks(), []);
			} finally {
				await gate.close();
			}
		});
	},
	{ ownN8n: true },
);

/** n8n 2 takes up an interrupted publication when its lease has run out: two minutes unless set. */
const env = {
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
};

withTriggers(
	'n8n killed right after it registered the webhook',
	(stage) => {
		it('comes back with a working hook; what the stale one sends, too, goes no further', async () => {
			const { rest, n8n, trigger, workflow, hooks, set, move, started, events } = stage();
			// Its password is long enough for a secret that any process knows.
			const id = await workflow([trigger('serviceAccount')]);
			// The work is done before the wait: the hook exists while n8n still waits for the answer.
			await set({ latencyMs: 2_500 });
			const activation = rest.activate(id).catch(() => 'cut off');
			const stale = await until('the hook', 20_000, async () => (await hooks())[0]);
			await n8n.kill();
			assert.equal(await activation, 'cut off');
			await set({ latencyMs: 0 });
			await n8n.restart();

			const again = await openRest(n8n.url);
			// n8n 1.x may not have noted the activation yet; then it is the user who activates again.
			if (again.line === '1' && !(await again.getWorkflow(id)).active) await again.activate(id);
			await until('a fresh hook', 120_000, async () =>
				(await hooks()).find((one) => one.id !== stale.id),
			);
			const { event, deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status }) => status),
				[200, 200],
			);
			await started(id, 2);
			assert.deepEqual(
				(await events(id, 'End')).map(({ eventId }) => eventId),
				[event.id],
			);
			await again.deactivate(id);
			// What nobody can tell from another's hook stays; it leads nowhere.
			assert.deepEqual(
				(await hooks()).map((one) => one.id),
				[stale.id],
			);
		});
	},
	{ env },
);
