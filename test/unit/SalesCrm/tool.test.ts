/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { resources } from '../../../nodes/SalesCrm/resources';
import { created } from '../../support/contactRuns';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { startOver } from '../../support/startOver';
import { fromModel, toolFor } from '../../support/tool';

/** Operations as tools of an agent, with values from the model; each of them in n8n itself: test/e2e/tools.test.mts. */

useNock();
beforeEach(async () => await startOver({ contacts: 30 }));

const call = async (parameters: IDataObject, values: IDataObject) =>
	JSON.parse(await (await toolFor({ parameters })).invoke(values));

const audienceId = fromModel('Audience_ID', 'UUID of the audience of contacts');

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

it('lists without a limit in the model are cut at 50, and say how many there are more', async () => {
	await startOver({ deals: 60 });
	const deals = await call({ resource: 'deal', operation: 'getAll' }, {});
	expect(deals).toHaveLength(51);
	expect(deals[50].more).toMatch(/^10 more\./);
	const hooks = Array.from({ length: 60 }, (_, n) => ({ id: `w${n}` }));
	nock(FAKE_URL).get('/api/v1/list').query(true).reply(200, hooks);
	const parameters = { resource: 'webhook', operation: 'getAll' };
	const tool = await toolFor({ parameters, credential: { baseUrl: FAKE_URL } });
	const webhooks = JSON.parse(await tool.invoke({}));
	expect(webhooks).toHaveLength(51);
	expect(webhooks[50].more).toMatch(/^10 more\./);
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
