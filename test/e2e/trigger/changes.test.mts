import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Answer, WorkflowNode } from '../../../runtime/rest.mts';
import { API_TOKEN, PROFILE_ID, SECOND_PROFILE_ID } from '../../../sandbox/identities.mts';
import { withTriggers } from '../support/triggerStage.mts';
import { EVENT, TRIGGER, type Hook } from '../support/instantTrigger.mts';

withTriggers('settings changed on an active workflow', (stage) => {
	/** The old hook is gone, the new one is there: in this order, and nothing else was called. */
	const wasReplaced = async (before: Hook): Promise<Hook> => {
		const { hook, sandbox } = stage();
		const after = await hook();
		assert.notEqual(after.id, before.id);
		assert.notEqual(after.headers['X-Webhook-Secret'], before.headers['X-Webhook-Secret']);
		const calls = sandbox.log.requests
			.map(({ operationId, query }) => [operationId, query.id])
			.filter(([operation]) => operation === 'unsubscribe' || operation === 'subscribe');
		assert.deepEqual(calls, [
			['subscribe', undefined],
			['unsubscribe', before.id],
			['subscribe', undefined],
		]);
		return after;
	};
	const serviceAccount = () => stage().trigger('serviceAccount');

	it('other events: the old hook goes, one for the new events comes', async () => {
		const { rest, workflow, hook } = stage();
		const id = await workflow();
		await rest.activate(id);
		const before = await hook();
		await stage().changeTrigger(id, ({ parameters }) => {
			parameters!.options = { additionalEvents: 'CRM_OTHER, CRM_MORE' };
		});
		assert.deepEqual((await wasReplaced(before)).events, [EVENT, 'CRM_OTHER', 'CRM_MORE']);
	});

	it('other profile: the old hook goes from the old profile', async () => {
		const { rest, workflow, hook } = stage();
		const id = await workflow([serviceAccount()]);
		await rest.activate(id);
		const before = await hook();
		assert.equal(before.company_profile_id, PROFILE_ID);
		await stage().changeTrigger(id, ({ parameters }) => {
			parameters!.options = { companyProfileId: SECOND_PROFILE_ID };
		});
		assert.equal((await wasReplaced(before)).company_profile_id, SECOND_PROFILE_ID);
	});

	it('other credential: the old hook goes with the old one', async () => {
		const { rest, workflow, hook, hooks, sandbox } = stage();
		const id = await workflow();
		await rest.activate(id);
		const before = await hook();
		const { credentials } = serviceAccount();
		await stage().changeTrigger(id, (node) => {
			node.parameters!.authentication = 'serviceAccount';
			node.credentials = credentials;
		});
		await wasReplaced(before);
		const schemes = sandbox.log.requests
			.filter(({ operationId }) => operationId?.endsWith('subscribe'))
			.map(({ scheme }) => scheme);
		assert.deepEqual(schemes, ['apiToken', 'apiToken', 'serviceAccount']);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the node renamed: still one working hook', async () => {
		const { rest, workflow, hook, hooks, move, started } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { nodes, connections } = await rest.getWorkflow(id);
		nodes.find(({ name }: WorkflowNode) => name === TRIGGER).name = 'Renamed';
		const renamed: Answer = { Renamed: connections[TRIGGER] };
		await rest.updateWorkflow(id, { nodes, connections: renamed });
		await rest.activate(id);
		const { deliveries } = await move();
		assert.deepEqual(
			deliveries.map(({ status }) => status),
			[200],
		);
		await started(id, 1);
		await hook();
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the credential deleted: deactivation goes on all the same', async () => {
		const { rest, workflow, trigger, hook, sandbox } = stage();
		const data = {
			baseUrl: sandbox.url,
			apiToken: API_TOKEN,
			companyProfileId: PROFILE_ID,
		};
		const credential = await rest.createCredential('salesCrmApi', 'Short-lived', data);
		const id = await workflow([
			{ ...trigger('apiToken'), credentials: { salesCrmApi: credential } },
		]);
		await rest.activate(id);
		await rest.deleteCredential(credential.id);
		await rest.deactivate(id);
		assert.equal((await rest.getWorkflow(id)).active, false);
		// Nobody can sign in to remove it any more; n8n answers its calls with 404.
		assert.equal((await stage().call(await hook(), {})).status, 404);
	});
});
