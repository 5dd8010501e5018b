import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { WorkflowNode } from '../../../tools/n8n/rest.mts';
import { PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { EVENT, SECRET_HEADER, TRIGGER } from '../support/instantTrigger.mts';
import { SCHEMES, type Scheme } from '../support/stage.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('the life of the trigger', (stage) => {
	for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
		it(`has one webhook while active that starts the workflow, and none afterwards, signed in by ${scheme}`, async () => {
			const { rest, n8n, trigger, workflow, hook, hooks, move, events, started, set } = stage();
			await set({ timestampUnit: 's', pingWhileRegistering: 'empty' });
			const id = await workflow([trigger(scheme)]);
			await rest.activate(id);
			const { url, method, headers, events: names, ...registered } = await hook();
			assert.equal(registered.company_profile_id, PROFILE_ID);
			assert.deepEqual([method, names], ['POST', [EVENT]]);
			assert.ok(url.startsWith(`${n8n.url}/webhook/`), url);
			assert.match(headers[SECRET_HEADER]!, /^\d{13}\.[\w-]{32,}$/);
			const secret = headers[SECRET_HEADER]!.slice(14);
			assert.ok(!JSON.stringify(await rest.getWorkflow(id)).includes(secret), 'it is shown');
			assert.deepEqual(await rest.listExecutions(id), [], 'the call while registering started it');

			const { event, deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status, answer }) => [status, JSON.parse(answer)]),
				[[200, { received: true, started: true }]],
			);
			await started(id, 1);
			const items = await events(id, 'End');
			assert.deepEqual(
				items.map(({ dealId, eventId }) => [dealId, eventId]),
				[[event.payload.id, event.id]],
			);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}
});

withTriggers('an active workflow', (stage) => {
	it('is started by each of ten events in one second', async () => {
		const { rest, workflow, control, sandbox, started } = stage();
		const id = await workflow();
		await rest.activate(id);
		const deals = sandbox.world.profile().deals.slice(0, 10);
		await Promise.all(
			deals.map(async ({ id: about }) =>
				control('POST', '/events', { name: 'CRM_BACKLOG_ITEM_STATUS_CHANGE', about }),
			),
		);
		const items = await started(id, 10);
		assert.deepEqual(
			items.map(({ dealId }) => dealId).toSorted(),
			deals.map((deal) => deal.id).toSorted(),
		);
	});

	it('whose trigger was renamed still has one working webhook', async () => {
		const { rest, workflow, hook, hooks, answers } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { nodes, connections } = await rest.getWorkflow(id);
		nodes.find(({ name }: WorkflowNode) => name === TRIGGER).name = 'Renamed';
		await rest.updateWorkflow(id, { nodes, connections: { Renamed: connections[TRIGGER] } });
		await rest.activate(id);
		assert.deepEqual(await answers(), [200]);
		await hook();
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});

withTriggers('neighbours on one profile', (stage) => {
	it('each trigger has its own webhook and secret and disturbs no other, even two of one workflow', async () => {
		const { rest, workflow, trigger, hooks, control, call, move, events, started, set } = stage();
		await set({ uniqueWebhookNames: true });
		await control('POST', '/subscriptions', { count: 120 });
		const foreign = await hooks();
		const own = async () => (await hooks()).slice(foreign.length);
		const second = { ...trigger('serviceAccount'), name: 'Second trigger' };
		const [single, double] = [await workflow(), await workflow([trigger('apiToken'), second])];
		await rest.activate(double);
		const [one, other] = await own();
		assert.equal(await call({ ...one!, headers: other!.headers }), 401);
		await rest.activate(single);
		assert.equal((await own()).length, 3);
		const { event } = await move();
		await started(single, 1);
		await started(double, 2);
		for (const [id, node] of [
			[single, TRIGGER],
			[double, TRIGGER],
			[double, second.name],
		] as const) {
			const ids = (await events(id, node)).map(({ eventId }) => eventId);
			assert.deepEqual(ids, [event.id]);
		}
		await rest.deactivate(double);
		assert.equal((await own()).length, 1);
		await rest.deactivate(single);
		assert.deepEqual(await hooks(), foreign);
	});
});

withTriggers('the test of the editor', (stage) => {
	it('leaves the webhook of the active workflow alone, even if it is repeated or cancelled', async () => {
		const { rest, workflow, hook, hooks, call, move, started, listen, untilTestIsOver, set } =
			stage();
		await set({ uniqueWebhookNames: true });
		const modes = async () => (await rest.listExecutions(id)).map(({ mode }) => mode).sort();
		const id = await workflow();
		await rest.activate(id);
		const production = await hook();
		await listen(id);
		await rest.call('DELETE', `/test-webhook/${id}`);
		await untilTestIsOver();
		for (let time = 1; time <= 3; time++) {
			await listen(id);
			assert.equal((await hooks()).length, 2, `pressed ${time} times`);
		}
		const test = (await hooks()).find(({ id: hookId }) => hookId !== production.id)!;
		assert.match(test.url, /\/webhook-test\//);
		// A call without the secret of the test ends neither the test nor starts anything.
		assert.equal(await call({ ...test, headers: production.headers }), 401);
		const { event } = await move();
		const items = await started(id, 2);
		assert.deepEqual(
			items.map(({ eventId }) => eventId),
			[event.id, event.id],
		);
		assert.deepEqual(await modes(), ['manual', 'webhook']);
		await untilTestIsOver();
		assert.deepEqual(await hook(), production);
		await move();
		await started(id, 3);
		assert.deepEqual(await modes(), ['manual', 'webhook', 'webhook']);
	});
});
