import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/executions.mts';
import { SECRET_HEADER, TRIGGER, type Hook } from '../support/instantTrigger.mts';
import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers(
	'the secret of the webhook',
	(stage) => {
		it('is shown nowhere, new at each publication, and right beside a polling trigger and over a restart', async () => {
			const { rest, n8n, trigger, poller, workflow, hook, call, answers } = stage();
			const { changeTrigger, untilAssignedCame } = stage();
			const id = await workflow([trigger('serviceAccount'), poller({ events: ['dealAssigned'] })]);
			// When the polling trigger emits, n8n writes static data that it may have read long before.
			const emits = async () => await untilAssignedCame(id);
			const change = async (name: string, parameters: object) =>
				await changeTrigger(id, (node) => Object.assign(node.parameters!, parameters), name);
			const seen: Hook[] = [];
			const works = async (): Promise<void> => {
				const current = await hook();
				assert.deepEqual(await answers(), [200]);
				const secret = current.headers[SECRET_HEADER]!;
				assert.match(secret, /^\d{13}\.[\w-]{43}$/);
				assert.ok(!JSON.stringify(await rest.getWorkflow(id)).includes(secret.slice(14)));
				for (const { headers } of seen.filter((one) => one.id !== current.id)) {
					assert.equal(await call({ ...current, headers }), 401);
				}
				seen.push(current);
			};
			await rest.activate(id);
			await works();
			await emits();
			for (const turn of [1, 2]) {
				await change(TRIGGER, { options: { additionalEvents: `CRM_${turn}` } });
				await works();
				await emits();
				await works();
				await change(POLLING_TRIGGER, {
					filters: { assigneeIds: [] },
					options: { pageSize: turn },
				});
				await emits();
				await works();
			}
			assert.ok(new Set(seen.map(({ id: hookId }) => hookId)).size >= 3);
			await n8n.restart();
			// Static data that were put back know of an earlier webhook: a new one is created, and the last one is left over.
			const passes = async () => ((await answers()).includes(200) ? true : undefined);
			await until('n8n to take events', 60_000, passes);
			await emits();
			assert.ok(await passes());
		});
	},
	{ ownN8n: true },
);
