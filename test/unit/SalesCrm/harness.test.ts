/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import { credentialTestContext, loadOptionsContext, runNode } from '../../support/engine';
import { connectedOAuth2, signIn } from '../../support/signIns';
import { hookContext, receive } from '../../support/trigger';
import { N8N_URL } from '../../support/workflow';

/** The support code itself: each context of n8n-core works against the sandbox. */

beforeEach(() => sandbox.reset());

const users = { resource: 'user', operation: 'getAll', returnAll: true };

it('runs the action node with an API token', async () => {
	const items = await runNode({ parameters: users });
	expect(items).toHaveLength(6);
	expect(items[0]).toMatchObject({ json: { name: expect.any(String) }, pairedItem: { item: 0 } });
	expect(sandbox.log.requests[0]).toMatchObject({ scheme: 'apiToken', status: 200 });
});

it('runs the action node with a service account, whose session is stored', async () => {
	const items = await runNode({ scheme: 'serviceAccount', parameters: users });
	expect(items).toHaveLength(6);
	expect(sandbox.log.logins).toHaveLength(1);
});

it('runs the action node with OAuth2', async () => {
	const credential = await connectedOAuth2();
	const items = await runNode({ scheme: 'oAuth2', credential, parameters: users });
	expect(items).toHaveLength(6);
	expect(sandbox.log.requests.at(-1)).toMatchObject({ scheme: 'oAuth2', status: 200 });
});

it('reads expressions for each item', async () => {
	const items = await runNode({
		parameters: { ...users, returnAll: false, limit: '={{ $json.many }}' },
		items: [{ json: { many: 2 } }, { json: { many: 3 } }],
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 1, 1, 1].map((item) => ({ item })),
	);
});

it('registers and removes the webhook of the trigger, and delivers to it', async () => {
	const { context, saved } = hookContext();
	const methods = new SalesCrmTrigger().webhookMethods.default;
	expect(await methods.checkExists.call(context)).toBe(false);
	expect(await methods.create.call(context)).toBe(true);
	const [hook] = sandbox.world.subscriptions();
	expect(hook.url.startsWith(`${N8N_URL}/webhook/`)).toBe(true);

	const staticData = saved();
	const [deal] = sandbox.world.profile().deals;
	const { event } = await sandbox.moveDeal(deal.id, deal.statusId);
	const { result, answer } = await receive({ staticData, headers: hook.headers, body: event });
	expect(answer).toBeUndefined();
	expect(result.workflowData?.[0][0].json).toMatchObject({ dealId: deal.id });

	expect(await methods.delete.call(context)).toBe(true);
	expect(sandbox.world.subscriptions()).toHaveLength(0);
});

it('fills the lists of the editor', async () => {
	const { loadOptions } = new SalesCrm().methods;
	const options = await loadOptions.getUsers.call(loadOptionsContext());
	expect(options).toHaveLength(6);
});

it('runs the Test button', async () => {
	const { testApiToken } = new SalesCrm().methods.credentialTest;
	const credential = { id: '1', name: 'Account', type: 'salesCrmApi', data: signIn('apiToken') };
	expect(await testApiToken.call(credentialTestContext(), credential)).toMatchObject({
		status: 'OK',
	});
});
