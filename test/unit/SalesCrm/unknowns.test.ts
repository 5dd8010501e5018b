/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { runNode } from '../../support/engine';
import { FAKE_URL, useNock } from '../../support/fakeService';

/** What interface.md leaves open and no switch of the sandbox plays (tools/sandbox/unknowns.md). */

useNock();
beforeEach(() => sandbox.reset());

const run = async (parameters: IDataObject) =>
	(await runNode({ parameters, credential: { baseUrl: FAKE_URL } })).map(({ json }) => json);

const service = () => nock(FAKE_URL);

it('a contact may have any fields', async () => {
	const contacts = [{ naam: 'Sanne' }, { uuid: 'c2', personalia: [{ soort: 'Voornaam' }] }];
	service().persist().get('/api/v1/contacts').query(true).reply(200, contacts);
	const audienceId = identities.AUDIENCE_ID;
	expect(await run({ resource: 'contact', operation: 'getAll', audienceId })).toEqual(
		contacts.map((one) => expect.objectContaining(one.uuid ? { contactId: one.uuid } : one)),
	);
});

it.each(['PROSPECT', 'BUSINESS'])('a contact may be of the type %s', async (contactType) => {
	const created = service()
		.put('/api/v1/contacts', ({ contact }) => contact.contact_type === contactType)
		.reply(201, { id: 'c1' });
	const audienceId = identities.AUDIENCE_ID;
	const personalInfos = { mappingMode: 'defineBelow', value: { Land: 'NL' } };
	const parameters = {
		resource: 'contact',
		operation: 'create',
		audienceId,
		personalInfos,
		ifExists: 'createAnyway',
	};
	expect(await run({ ...parameters, options: { contactType } })).toMatchObject([
		{ outcome: 'created', contactId: 'c1' },
	]);
	created.done();
});

it.each([
	['an object', { nummer: 7, regels: [[1]] }, [{ nummer: 7, regels: [[1]] }]],
	['a list with it', [{ nummer: 7 }], [{ nummer: 7 }]],
	['one that has expired', { nummer: 7, status: 'Expired' }, [{ nummer: 7, status: 'Expired' }]],
	['of a type', { uuid: 'q', type: 'Invalidation' }, [{ uuid: 'q', type: 'Invalidation' }]],
])('a quotation may be %s', async (_what, answer, items) => {
	service().get('/api/v1/quotations/info').query(true).reply(200, answer);
	expect(await run({ resource: 'quotation', operation: 'get', quotationId: 'Q-7' })).toEqual(items);
});

it.each<[string, nock.Body]>([
	['no body', ''],
	['an empty list', []],
	['an empty object', {}],
	['a list of one', [{}]],
])('an answer without a quotation is told as such: %s', async (_what, answer) => {
	service()
		.get('/api/v1/quotations/info')
		.query(true)
		.reply(answer === '' ? 204 : 200, answer);
	await expect(
		run({ resource: 'quotation', operation: 'get', quotationId: 'Q-7' }),
	).rejects.toThrow('the response contains none');
});

it('a status may have a category and more', async () => {
	const statuses = [{ id: 's1', label: 'Nieuw', status_category: 'WON', order: 1 }];
	service()
		.post(/statuses$/)
		.reply(200, { statuses });
	expect(await run({ resource: 'status', operation: 'getAll' })).toMatchObject([
		{ status: 'Nieuw', statusId: 's1', status_category: 'WON', order: 1 },
	]);
});

it('the actions of a subscription may hold anything', async () => {
	const answer = { subscription: { id: 7 }, message: '', actions: ['x', { type: 1 }, null] };
	service().post('/api/v1/subscribe').reply(200, answer);
	service().get('/api/v1/list').query(true).reply(200, [answer]);
	const hook = { name: 'Mine', url: 'https://hooks.example/' };
	expect(await run({ resource: 'webhook', operation: 'create', ...hook })).toEqual([
		{ webhookId: '7', ...answer },
	]);
	expect(await run({ resource: 'webhook', operation: 'getAll' })).toEqual([answer]);
});
