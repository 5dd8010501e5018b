import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { inLine } from '../../runtime/rest.mts';
import { PROFILE_ID } from '../../sandbox/identities.mts';
import { openStage, SCHEMES, type Scheme, type Stage } from './support/stage.mts';

describe('the trigger in a real n8n', () => {
	let stage: Stage;
	before(async () => (stage = await openStage()));
	after(async () => await stage?.close());

	for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
		it(`lives from activation to deactivation, signed in by ${scheme}`, async () => {
			const { rest } = stage;
			const nodes = [stage.trigger(scheme), { name: 'End', type: 'n8n-nodes-base.noOp' }];
			const { id } = await rest.createWorkflow({
				name: `Trigger by ${scheme}`,
				nodes,
				connections: inLine(nodes),
			});
			assert.equal((await stage.state()).subscriptions.length, 0);

			await rest.activate(id);
			const { subscriptions, deals, statuses, users } = await stage.state();
			assert.equal(subscriptions.length, 1);
			const [hook] = subscriptions;
			assert.equal(hook.company_profile_id, PROFILE_ID);
			assert.deepEqual(hook.events, ['CRM_BACKLOG_ITEM_STATUS_CHANGE']);
			assert.equal(hook.method, 'POST');
			assert.ok(hook.url.startsWith(`${stage.n8n.url}/webhook/`), hook.url);
			assert.ok(hook.headers['X-Webhook-Secret'].length >= 32);

			const deal = deals.find((candidate: { assigneeId: string | null }) => candidate.assigneeId);
			const target = statuses.find(
				(status: { id: string; backlog_id: string }) =>
					status.backlog_id === deal.backlogId && status.id !== deal.statusId,
			);
			const moved = await stage.control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
			assert.equal(moved.deliveries[0].status, 200);

			const executions = await rest.executionsEnded(id);
			assert.equal(executions.length, 1);
			assert.equal(executions[0].status, 'success');
			const items = executions[0].items('End');
			assert.equal(items.length, 1);
			const { json: event } = items[0];
			const assignee = users.find((user: { id: string }) => user.id === deal.assigneeId);
			assert.equal(event.eventId, moved.event.id);
			assert.equal(event.eventName, 'CRM_BACKLOG_ITEM_STATUS_CHANGE');
			assert.equal(new Date(event.occurredAt).getTime(), moved.event.timestamp);
			assert.equal(event.dealId, deal.id);
			assert.equal(event.summary, deal.summary);
			assert.equal(event.statusId, target.id);
			assert.equal(event.status, target.label);
			assert.equal(event.previousStatusId, deal.statusId);
			assert.equal(event.previousStatus, deal.statusLabel);
			assert.equal(event.assignee, assignee.name);
			assert.equal(event.assigneeEmail, assignee.email);
			assert.equal(event.companyProfileId, PROFILE_ID);

			await rest.deactivate(id);
			assert.equal((await stage.state()).subscriptions.length, 0);
		});
	}

	it('starts nothing when the secret is missing or wrong', async () => {
		const { rest } = stage;
		const nodes = [stage.trigger('apiToken'), { name: 'End', type: 'n8n-nodes-base.noOp' }];
		const file = { name: 'Forged', nodes, connections: inLine(nodes) };
		const { id } = await rest.createWorkflow(file);
		await rest.activate(id);
		const [hook] = (await stage.state()).subscriptions;
		for (const secret of [undefined, 'wrong']) {
			const response = await fetch(hook.url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					...(secret && { 'X-Webhook-Secret': secret }),
				},
				body: JSON.stringify({ id: 1, eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE' }),
			});
			assert.equal(response.status, 401);
		}
		assert.deepEqual(await rest.listExecutions(id), []);
		await rest.deactivate(id);
		assert.equal((await stage.state()).subscriptions.length, 0);
	});
});
