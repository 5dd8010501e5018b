import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../../runtime/rest.mts';
import { openGate } from '../support/gate.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** n8n does not wait until what a trigger noted is saved. */
const SAVED_MS = 1_000;

/**
 * n8n keeps the static data of all nodes of a workflow in one piece, and whoever saves it last wins: what was loaded
 * before the instant trigger registered its webhook puts the old registration back, or none.
 */
withTriggers(
	'others who write the static data of the workflow',
	(stage) => {
		/** The history trigger hands out a change; upon that n8n saves what that trigger had loaded. */
		const historySaves = async (id: string): Promise<void> => {
			const { happened, came, untilCame } = stage();
			const before = (await came(id)).length;
			happened();
			await untilCame(id, before + 1);
			await sleep(SAVED_MS);
		};
		/** There is one webhook, and its event starts the workflow. */
		const isAwake = async (id: string): Promise<void> => {
			const { answers, events, hook, untilStarted } = stage();
			const before = (await events(id)).length;
			assert.deepEqual(await answers(), [200]);
			assert.equal((await untilStarted(id, before + 1)).length, before + 1);
			await hook();
		};
		const leavesNothing = async (id: string): Promise<void> => {
			await stage().rest.deactivate(id);
			assert.deepEqual(await stage().hooks(), []);
		};

		it('a history trigger that loaded it before the instant trigger was published anew', async () => {
			const { rest, trigger, poller, workflow, polled, registerAnew } = stage();
			const id = await workflow([trigger('apiToken'), poller()]);
			await rest.activate(id);
			await polled();
			await registerAnew(id);
			await historySaves(id);
			await isAwake(id);
			await leavesNothing(id);
		});

		it('the same, and n8n is restarted: one webhook works, one that is left is refused', async () => {
			const { rest, n8n, sandbox, trigger, poller, workflow } = stage();
			const { polled, registerAnew, move, hooks } = stage();
			const id = await workflow([trigger('apiToken'), poller()]);
			await rest.activate(id);
			await polled();
			await registerAnew(id);
			await historySaves(id);
			await isAwake(id);

			sandbox.log.requests.length = 0;
			await n8n.restart();
			await until('n8n to ask for the webhook', 60_000, async () =>
				sandbox.log.requests.some(({ operationId }) => operationId === 'listSubscriptions')
					? true
					: undefined,
			);
			// Until then the one that is left was let in; now it is replaced, if it has to be.
			await sleep(3 * SAVED_MS);
			const { deliveries } = await move();
			const [live, ...second] = deliveries.filter(({ status }) => status === 200);
			assert.deepEqual(second, []);
			const refused = deliveries.filter(({ status }) => status === 401);
			assert.equal(refused.length, deliveries.length - 1);
			await rest.deactivate(id);
			const left = (await hooks()).map((hook) => hook.id);
			assert.ok(!left.includes(live.subscriptionId));
			assert.ok(left.length < 2, `${left.length} are left`);
		});

		it('a history trigger beside which the instant trigger was added', async () => {
			const { rest, trigger, poller, workflow, polled, addTrigger } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			await polled();
			await addTrigger(id, trigger('apiToken'));
			await historySaves(id);
			await isAwake(id);
			await leavesNothing(id);
		});

		it('a Code node in an execution that began before a publication and ends after it', async () => {
			const { rest, n8n, trigger, workflow, registerAnew } = stage();
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
				const started = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
				assert.equal(started.status, 200);
				await gate.reached(1);
				await registerAnew(id);
				gate.open();
				await rest.executionsEnded(id, 1);
				await sleep(SAVED_MS);
				await isAwake(id);
				await leavesNothing(id);
			} finally {
				await gate.close();
			}
		});
	},
	{ ownN8n: true },
);
