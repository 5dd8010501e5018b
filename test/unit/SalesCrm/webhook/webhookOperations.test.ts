import type { IDataObject } from 'n8n-workflow';

import type { RunOptions } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { runOperation } from '../../../support/nodeRuns';

/** Webhook: Create, Get Many and Delete. Shapes of the answers: api/webhooks.test.ts. */

beforeEach(() => sandbox.reset());

const run = async (operation: string, more: IDataObject = {}, options: RunOptions = {}) =>
	(await runOperation('webhook', operation, more, options)).rows;

const HOOK = { name: 'Mine', url: 'https://hooks.example/deal' };
const create = async (more: IDataObject = {}, options: RunOptions = {}) =>
	await run('create', { ...HOOK, ...more }, options);

const header = (...pairs: unknown[][]) => ({
	headers: { header: pairs.map(([name, value]) => ({ name, value })) as IDataObject[] },
});

describe('create', () => {
	it('creates what was entered, and returns the ID with the answer', async () => {
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

	it('takes the events of the Sales CRM Trigger by its words, and sends the names of the service, each once', async () => {
		const events = ['dealClosed', 'Invoice: Created', 'invoiceStatusChanged'];
		await create({ events: [...events, 'contractStatusChanged'] });
		expect(sandbox.world.subscriptions()[0].events).toEqual([
			'CRM_BACKLOG_ITEM_RESULT_CHANGE',
			'DOCUMENT_INVOICE_CREATED',
			'DOCUMENT_STATUS_UPDATED',
		]);
	});

	it.each([
		['a URL that is not of the web', { url: 'file:///etc' }, "'URL' is not a web address"],
		['no events', { events: [] }, "'Events' is empty"],
	])('%s is refused before anything is sent', async (_what, more, message) => {
		await expect(create(more as IDataObject)).rejects.toThrow(message);
		expect(sandbox.log.requests).toEqual([]);
	});
});

it('the list without a profile is that of the only one, or an error if there is no list of profiles', async () => {
	// An address of its own, because it is remembered what a service does not offer.
	const baseUrl = sandbox.url.replace('127.0.0.1', 'localhost');
	expect(await run('getAll', {}, { credential: { companyProfileId: '', baseUrl } })).toEqual([]);
	sandbox.switches.only = 'described';
	const blank = { credential: { companyProfileId: '' } };
	await expect(run('getAll', {}, blank)).rejects.toThrow('No company profile is set');
	const options = { companyProfileId: identities.PROFILE_ID };
	expect(await run('getAll', { options }, blank)).toEqual([]);
});

it.each([
	['headers', { 'X-Webhook-Secret': 'of the trigger' }],
	['Headers', [{ name: 'X-Webhook-Secret', value: 'of the trigger' }]],
])('the values of %s, which could forge calls, are hidden: %j', async (name, headers) => {
	const hookOf = (shown: unknown) => ({
		subscription: { id: 'a', [name]: shown },
		message: '',
		actions: [{ webhook: { [name]: shown } }],
	});
	sandbox.switches.faults = [
		{ route: 'listSubscriptions', kind: 'failure200', body: [hookOf(headers)] },
		{ route: 'subscribe', kind: 'failure200', body: hookOf(headers) },
	];
	expect(await run('getAll')).toEqual([hookOf('***')]);
	expect(await create()).toEqual([{ webhookId: 'a', ...hookOf('***') }]);
});

it.each([
	['as a text', (id: string) => id],
	['as the editor saves it', (id: string) => ({ __rl: true, mode: 'list', value: id })],
])('a webhook is deleted by its ID %s', async (_how, saved) => {
	await create();
	await create({ name: 'Another' });
	const [{ id }, other] = sandbox.world.subscriptions();
	expect(await run('delete', { webhookId: saved(id) })).toEqual([{ id, deleted: true }]);
	expect(sandbox.world.subscriptions()).toEqual([other]);
});

it('an error that repeats the headers does not show their values', async () => {
	const headers = { Authorization: 'Bearer of the archive' };
	const body = { errors: [`Cannot create ${JSON.stringify({ ...HOOK, headers })}`] };
	sandbox.switches.faults = [{ route: 'subscribe', kind: 'failure200', body }];
	const error = await failure(create(header(...Object.entries(headers))));
	expect(error.description).toContain('Cannot create');
	expect(error.description).not.toContain('of the archive');
});
