/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { runNode } from '../../../support/engine';

/** Webhooks by hand: deleted. Where the ID goes stands in api/webhooks.test.ts. */

beforeEach(() => sandbox.reset());

const remove = async (webhookId: string | object) => {
	const parameters = { resource: 'webhook', operation: 'delete', webhookId };
	return (await runNode({ parameters })).map(({ json }) => json);
};

/** Registered by somebody, straight at the service. */
const registered = (name: string) => {
	const profile = sandbox.world.profile();
	const id = profile.newId();
	const hook = { id, name, url: 'https://hooks.example/', method: 'POST', headers: {}, events: [] };
	profile.subscriptions.set(id, { ...hook, company_profile_id: identities.PROFILE_ID });
	return id;
};

it('removes the one that was named', async () => {
	const [id, other] = [registered('Mine'), registered('Another')];
	expect(await remove(id)).toEqual([{ id, deleted: true }]);
	expect(sandbox.world.subscriptions().map((hook) => hook.id)).toEqual([other]);
});

it.each(['list', 'id'])('chosen by %s, as the editor saves it', async (mode) => {
	const id = registered('Mine');
	expect(await remove({ __rl: true, mode, value: id })).toEqual([{ id, deleted: true }]);
	expect(sandbox.world.subscriptions()).toEqual([]);
});

it('one that is not there is told as such', async () => {
	const webhookId = identities.OTHER_PROFILE_ID;
	await expect(remove(webhookId)).rejects.toThrow(
		'Could not delete the webhook: the webhook was not found (404)',
	);
	await expect(remove(' ')).rejects.toThrow("'Webhook' is empty");
});
