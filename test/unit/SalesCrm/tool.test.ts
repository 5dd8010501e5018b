/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/SalesCrm/resources';
import { created } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';
import { fromModel, toolFor } from '../../support/tool';

/** Every operation as a tool of an agent, with values from the model. */

beforeEach(async () => await startOver({ contacts: 300, quotations: 80 }));

const called = new Set<string>();

const call = async (parameters: IDataObject, values: IDataObject = {}) => {
	called.add(`${parameters.resource} ${parameters.operation}`);
	return JSON.parse(await (await toolFor({ parameters })).invoke(values));
};
const audienceId = fromModel('Audience_ID', 'UUID of the audience of contacts');
const quotationId = { __rl: true, mode: 'id', value: fromModel('Quotation', 'Which quotation') };

it('contact create', async () => {
	const email = fromModel('Email', 'Email address of the contact');
	const value = { Voornaam: fromModel('First_name', 'First name'), 'E-mailadres': email };
	const personalInfos = { mappingMode: 'defineBelow', value };
	const parameters = { resource: 'contact', operation: 'create', audienceId, personalInfos };
	const values = { Audience_ID: identities.AUDIENCE_ID, First_name: 'An', Email: 'an@example.com' };
	const [answer] = await call(parameters, values);
	expect(answer).toMatchObject({ outcome: 'created', contactId: created()[0].id });
	expect(created()[0].standard_personal_infos).toEqual([
		{ name: 'Voornaam', value: 'An' },
		{ name: 'E-mailadres', value: 'an@example.com' },
	]);
});

it('contact get many, with the limit the model gives', async () => {
	const limit = fromModel('Limit', 'Max number of results to return', 'number');
	const parameters = { resource: 'contact', operation: 'getAll', audienceId, limit };
	const answer = await call(parameters, { Audience_ID: identities.AUDIENCE_ID, Limit: 3 });
	expect(answer).toHaveLength(4);
	expect(answer[3]).toHaveProperty('more');
	expect(answer[0]).toHaveProperty('Voornaam');
});

it('contact search, by the email, phone or name that the model has', async () => {
	const [{ id, standard_personal_infos: infos }] = sandbox.world
		.profile()
		.contacts.slice(identities.AUDIENCE_ID, 7, 8);
	const parameters = {
		resource: 'contact',
		operation: 'search',
		audienceId: identities.AUDIENCE_ID,
		email: fromModel('Email', 'Email address of the contact'),
		phone: fromModel('Phone', 'Phone number of the contact'),
	};
	const Email = infos.find(({ name }) => name === 'E-mailadres')!.value;
	const [found] = await call(parameters, { Email, Phone: '' });
	expect(found).toMatchObject({ found: true, matchedBy: 'email', contactId: id });
	expect(found).toMatchObject({ 'E-mailadres': Email });
	const [missed] = await call(parameters, { Email: '', Phone: '+31 6 00000000' });
	expect(missed).toMatchObject({ found: false, matches: 0 });
});

it('contact find duplicates', async () => {
	const { contacts } = sandbox.world.profile();
	const [first] = contacts.slice(identities.AUDIENCE_ID, 7, 8);
	contacts.add({ ...first, id: 'f0000000-0000-4000-8000-000000000001' });
	const parameters = { resource: 'contact', operation: 'findDuplicates', audienceId };
	const found = await call(parameters, { Audience_ID: identities.AUDIENCE_ID });
	const ids = found.filter(({ matches }: IDataObject) => matches === 2);
	expect(ids.map(({ contactId }: IDataObject) => contactId)).toContain(first.id);
});

it('deal get many by words of its title, then get with its time in status', async () => {
	const [deal] = sandbox.world.profile().deals;
	const search = fromModel('Search', 'Words of the title of the deal');
	const found = await call(
		{ resource: 'deal', operation: 'getAll', search },
		{ Search: deal.summary.toUpperCase() },
	);
	expect(found.map(({ dealId }: IDataObject) => dealId)).toContain(deal.id);
	const dealId = { __rl: true, mode: 'id', value: fromModel('Deal', 'Which deal') };
	const options = { includeTimeInStatus: true };
	const [got] = await call(
		{ resource: 'deal', operation: 'get', dealId, options },
		{ Deal: deal.id },
	);
	expect(got).toMatchObject({ dealId: deal.id, title: deal.summary });
	expect(got.timeInStatus.at(-1)).toMatchObject({ status: got.status, current: true });
});

it.each([
	['quotation', 80],
	['status', 1],
	['user', 6],
	['webhook', 1],
])('%s get many: 50 where the model asks for no number', async (resource, atLeast) => {
	sandbox.reset({ quotations: 80, deals: 80 });
	const hook = {
		resource: 'webhook',
		operation: 'create',
		name: 'One',
		url: 'http://n8n.example/',
	};
	await runNode({ parameters: hook });
	const answer = await call({ resource, operation: 'getAll' });
	expect(answer.length).toBeGreaterThanOrEqual(Math.min(atLeast, 50));
	expect(answer.length).toBeLessThanOrEqual(51);
});

it('deal history: changes, time in status and the report', async () => {
	sandbox.reset({ deals: 80 });
	const parameters = { resource: 'history', filters: { statusIds: fromModel('Status', 'Label') } };
	for (const operation of ['getAll', 'getTimeInStatus', 'getStatusReport']) {
		const answer = await call({ ...parameters, operation }, { Status: 'nieuw' });
		expect(answer.length).toBeGreaterThan(0);
		const rows = answer.filter(({ more }: IDataObject) => !more);
		expect(rows.every(({ status }: IDataObject) => status === 'Nieuw')).toBe(true);
	}
});

it('quotation get', async () => {
	const [{ id }] = sandbox.world.profile().quotations;
	const [answer] = await call(
		{ resource: 'quotation', operation: 'get', quotationId },
		{ Quotation: id },
	);
	expect(answer.id).toBe(id);
});

it('quotation download: the file is left out, its name is told', async () => {
	const [{ id }] = sandbox.world.profile().quotations;
	const [answer] = await call(
		{ resource: 'quotation', operation: 'download', quotationId },
		{ Quotation: id },
	);
	expect(answer).toEqual({ quotationId: id, fileName: `quotation-${id}.pdf` });
});

it('webhook create and delete', async () => {
	const url = fromModel('URL', 'Address that the service calls');
	const create = { resource: 'webhook', operation: 'create', name: 'Of the model', url };
	const [{ subscription }] = await call(create, { URL: 'http://n8n.example/hook' });
	expect(sandbox.world.subscriptions()).toMatchObject([
		{ id: subscription.id, name: 'Of the model' },
	]);
	const webhookId = fromModel('Webhook_ID', 'ID of the subscription');
	const answer = await call(
		{ resource: 'webhook', operation: 'delete', webhookId },
		{ Webhook_ID: subscription.id },
	);
	expect(answer).toEqual([{ id: subscription.id, deleted: true }]);
	expect(sandbox.world.subscriptions()).toEqual([]);
});

it('a value the model made up is refused in words it can act on', async () => {
	const parameters = { resource: 'contact', operation: 'getAll', audienceId };
	const tool = await toolFor({ parameters });
	await expect(tool.invoke({ Audience_ID: 'customers' })).rejects.toThrow(
		/'Audience ID' is not a valid UUID[\s\S]*A UUID looks like/,
	);
});

describe('descriptions read well to a model', () => {
	const offered = resources.flatMap(({ value: resource, operations: all }) =>
		all.map((operation) => ({ resource, ...operation, label: `${resource} ${operation.value}` })),
	);
	// A file does not reach a tool.
	const operations = offered.filter(({ displayOptions }) => !displayOptions?.hide?.['@tool']);

	it('there is a test above for each operation that is offered as a tool', () => {
		const offered = operations.filter(({ label }) => label !== 'contact import');
		expect([...called].sort()).toEqual(offered.map(({ label }) => label).sort());
	});

	it.each(operations)('$label', async ({ resource, value, action, description, properties }) => {
		const tool = await toolFor({ parameters: { resource, operation: value } });
		expect(tool.description.length).toBeGreaterThan(10);
		expect(tool.name).toBe('Sales_CRM');
		expect(action).toMatch(/^[A-Z][a-z]+ /);
		expect(description).toMatch(/^[A-Z].{10,}/);
		for (const { name, type, hint, description: words = hint } of properties) {
			if (['collection', 'notice'].includes(type)) continue;
			expect({ name, words }).toEqual({ name, words: expect.stringMatching(/^[A-Z].{5,}/) });
		}
	});

	it.each(operations.filter(({ value, resource }) => value === 'getAll' && resource !== 'webhook'))(
		'$label is limited unless said otherwise',
		({ properties }) => {
			const defaults = Object.fromEntries(properties.map((p) => [p.name, p.default]));
			expect(defaults).toMatchObject({ returnAll: false, limit: 50 });
		},
	);
});
