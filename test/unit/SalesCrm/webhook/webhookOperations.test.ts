import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { type RunOptions, runNode } from '../../../support/engine';
import { FAKE_URL, useNock } from '../../../support/fakeService';

/** Webhooks by hand: created, listed and deleted. Where an ID goes: api/webhooks.test.ts. */

useNock();
beforeEach(() => sandbox.reset());

const run = async (operation: string, more: IDataObject = {}, options: RunOptions = {}) =>
	(await runNode({ ...options, parameters: { resource: 'webhook', operation, ...more } })).map(
		({ json }) => json,
	);

const HOOK = { name: 'Mine', url: 'https://hooks.example/deal' };
const create = async (more: IDataObject = {}, options: RunOptions = {}) =>
	await run('create', { ...HOOK, ...more }, options);

const header = (...pairs: unknown[][]) => ({
	headers: { header: pairs.map(([name, value]) => ({ name, value })) as IDataObject[] },
});

describe('create', () => {
	it('creates what was entered, and gives its ID beside the answer', async () => {
		const [answer] = await create({
			events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE', 'CRM_OTHER'],
			...header(['X-Team', 'sales'], ['X-Empty', ''], ['__proto__', 'x']),
		});
		const [hook] = sandbox.world.subscriptions();
		expect(hook).toEqual({
			...HOOK,
			id: hook.id,
			method: 'POST',
			headers: Object.fromEntries([
				['X-Team', 'sales'],
				['X-Empty', ''],
				['__proto__', 'x'],
			]),
			company_profile_id: identities.PROFILE_ID,
			events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE', 'CRM_OTHER'],
		});
		expect(answer).toEqual({
			webhookId: hook.id,
			subscription: { id: hook.id },
			message: expect.any(String),
			actions: [],
		});
	});

	it('takes events as a text with commas from an expression', async () => {
		await create({ events: "={{ 'A, B,,' }}" });
		expect(sandbox.world.subscriptions()[0].events).toEqual(['A', 'B']);
	});

	it.each([
		['an empty name', { name: ' ' }, "'Name' is empty"],
		['an empty URL', { url: '' }, "'URL' is empty"],
		['a URL that is none', { url: 'hooks.example' }, "'URL' is not a web address"],
		['a URL of another kind', { url: 'file:///etc/passwd' }, "'URL' is not a web address"],
		['no events', { events: [] }, "'Events' is empty"],
		['a header without a name', header(['', 'x']), "'Header Name' is empty"],
	])('%s is refused before anything is sent', async (_what, more, message) => {
		await expect(create(more as IDataObject)).rejects.toThrow(message);
		expect(sandbox.log.requests).toEqual([]);
	});

	it('an answer that is no object is handed on as such', async () => {
		nock(FAKE_URL).post('/api/v1/subscribe').reply(204);
		expect(await create({}, { credential: { baseUrl: FAKE_URL } })).toEqual([
			{ webhookId: null, response: null },
		]);
	});
});

it('the list is that of the only company profile; if it cannot be found out, the error says which field to fill in', async () => {
	const blank = { credential: { companyProfileId: '' } };
	sandbox.switches.only = 'described';
	await expect(run('getAll', {}, blank)).rejects.toMatchObject({
		message: 'No company profile is set',
		description: expect.stringContaining("the field 'Company Profile ID' of the credential"),
	});
	const options = { companyProfileId: identities.PROFILE_ID };
	expect(await run('getAll', { options }, blank)).toEqual([]);
	sandbox.switches.only = null;
	// What a service does not offer is remembered by its address.
	const baseUrl = sandbox.url.replace('127.0.0.1', 'localhost');
	expect(await run('getAll', {}, { credential: { ...blank.credential, baseUrl } })).toEqual([]);
});

it.each([
	['headers', { 'X-Webhook-Secret': 'of the trigger' }],
	['Headers', [{ name: 'X-Webhook-Secret', value: 'of the trigger' }]],
	['header', 'X-Webhook-Secret: of the trigger'],
])('values of %s, which prove the calls, are shown to nobody: %j', async (name, headers) => {
	const credential = { baseUrl: FAKE_URL };
	const hookOf = (shown: unknown) => ({
		subscription: { id: 'a', [name]: shown },
		message: '',
		actions: [{ webhook: { [name]: shown } }],
	});
	nock(FAKE_URL)
		.get('/api/v1/list')
		.query(true)
		.reply(200, [hookOf(headers)]);
	nock(FAKE_URL).post('/api/v1/subscribe').reply(200, hookOf(headers));
	expect(await run('getAll', {}, { credential })).toEqual([hookOf('***')]);
	expect(await create({}, { credential })).toEqual([{ webhookId: 'a', ...hookOf('***') }]);
});

it('is deleted by its ID, as a text or as the editor saves it; one that does not exist is told as such', async () => {
	for (const saved of [
		(id: string) => id,
		(id: string) => ({ __rl: true, mode: 'list', value: id }),
	]) {
		await create();
		await create({ name: 'Another' });
		const [{ id }, other] = sandbox.world.subscriptions();
		expect(await run('delete', { webhookId: saved(id) })).toEqual([{ id, deleted: true }]);
		expect(sandbox.world.subscriptions()).toEqual([other]);
		sandbox.reset();
	}
	await expect(run('delete', { webhookId: identities.OTHER_PROFILE_ID })).rejects.toThrow(
		'Could not delete the webhook: the webhook was not found (404)',
	);
	await expect(run('delete', { webhookId: ' ' })).rejects.toThrow("'Webhook' is empty");
});
