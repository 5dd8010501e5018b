import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Answer } from '../../../runtime/rest.mts';
import { PROFILE_ID } from '../../../sandbox/identities.mts';
import { EVENT, SECRET_HEADER } from '../support/instantTrigger.mts';
import { SCHEMES, type Scheme } from '../support/stage.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('the life of the trigger', (stage) => {
	it('has one hook while active that starts the workflow, and none afterwards', async () => {
		const { rest, workflow, hook, hooks, move, started } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { url, method } = await hook();
		assert.match(url, /\/webhook\//);
		assert.equal(method, 'POST');
		const { event, deliveries } = await move();
		assert.deepEqual(
			deliveries.map(({ status, answer }) => [status, JSON.parse(answer)]),
			[[200, { received: true, started: true }]],
		);
		const [item, ...others] = await started(id, 1);
		assert.equal(item!.eventId, event.id);
		assert.equal(others.length, 0);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
		it(`lives from activation to deactivation, signed in by ${scheme}`, async () => {
			const { rest, n8n, trigger, workflow, hook, hooks, state, control, started, events } =
				stage();
			const id = await workflow([trigger(scheme)]);
			assert.deepEqual(await hooks(), []);
			await rest.activate(id);
			const registered = await hook();
			assert.equal(registered.company_profile_id, PROFILE_ID);
			assert.deepEqual(registered.events, [EVENT]);
			assert.equal(registered.method, 'POST');
			assert.ok(registered.url.startsWith(`${n8n.url}/webhook/`), registered.url);
			assert.ok(registered.headers[SECRET_HEADER]!.length >= 32);

			const { deals, statuses, users } = await state();
			const deal = deals.find((one: Answer) => one.assigneeId);
			const target = statuses.find(
				(one: Answer) => one.backlog_id === deal.backlogId && one.id !== deal.statusId,
			);
			const moved = await control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
			assert.equal(moved.deliveries[0].status, 200);
			await started(id, 1);
			const [execution, ...more] = await rest.executionsEnded(id);
			assert.equal(more.length, 0);
			assert.equal(execution!.status, 'success');
			const [event, ...others] = await events(id, 'End');
			assert.equal(others.length, 0);
			const assignee = users.find((one: Answer) => one.id === deal.assigneeId);
			const expected = {
				eventId: moved.event.id,
				eventName: EVENT,
				occurredAt: new Date(moved.event.timestamp).toISOString(),
				dealId: deal.id,
				summary: deal.summary,
				statusId: target.id,
				status: target.label,
				previousStatusId: deal.statusId,
				previousStatus: deal.statusLabel,
				assignee: assignee.name,
				assigneeEmail: assignee.email,
				companyProfileId: PROFILE_ID,
			};
			const shown = Object.keys(expected).map((field) => [field, event![field]]);
			assert.deepEqual(Object.fromEntries(shown), expected);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}

	it('leaves nothing behind in twenty rounds', async () => {
		const { rest, workflow, hook, hooks } = stage();
		const id = await workflow();
		const secrets = new Set<string>();
		for (let round = 1; round <= 20; round++) {
			await rest.activate(id);
			secrets.add((await hook()).headers['X-Webhook-Secret']!);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), [], `after round ${round}`);
		}
		assert.equal(secrets.size, 20, 'every registration has a secret of its own');
	});
});
