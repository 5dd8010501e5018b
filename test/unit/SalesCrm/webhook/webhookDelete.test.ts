/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import nock from 'nock';

import { runNode, type RunOptions } from '../../../support/engine';
import { FAKE_URL, useNock } from '../../../support/fakeService';

/** Webhooks by hand: removed. Where the id goes is not shown: the query first, then the body too. */

useNock();
beforeEach(() => sandbox.reset());

const remove = async (webhookId: string | object, options: RunOptions = {}) => {
	const parameters = { resource: 'webhook', operation: 'delete', webhookId };
	return (await runNode({ ...options, parameters })).map(({ json }) => json);
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

const unsubscribe = () => nock(FAKE_URL).delete('/api/v1/unsubscribe').query({ id: '7' });
const fake = { credential: { baseUrl: FAKE_URL } };

it.each([400, 422])(
	'sends the id in the body too, where the query is refused with %i',
	async (status) => {
		const refused = unsubscribe().reply(status, { message: 'id is required' });
		const taken = nock(FAKE_URL)
			.delete('/api/v1/unsubscribe', { id: '7' })
			.query({ id: '7' })
			.reply(200, { id: '7' });
		expect(await remove('7', fake)).toEqual([{ id: '7', deleted: true }]);
		refused.done();
		taken.done();
	},
);

it('says what the service says when that is refused as well', async () => {
	unsubscribe().twice().reply(422, { message: 'id is malformed' });
	await expect(remove('7', fake)).rejects.toMatchObject({
		message: 'Could not delete the webhook: the service rejected the data (422)',
		description: expect.stringContaining('id is malformed'),
	});
});
