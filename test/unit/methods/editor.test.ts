import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext, type StageOptions } from '../../support/engine';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { startOver } from '../../support/startOver';

/** What the editor offers while a node is filled in. */

useNock();
beforeEach(async () => await startOver({ quotations: 130 }));

const { listSearch, loadOptions, resourceMapping } = new SalesCrm().methods;
const profile = () => sandbox.world.profile();

describe('quotations to choose from', () => {
	const search = async (filter?: string, token?: string, options: StageOptions = {}) =>
		await listSearch.searchQuotations.call(loadOptionsContext(options), filter, token);
	const everything = async (filter?: string) => {
		const found: INodeListSearchResult['results'] = [];
		let token: string | undefined;
		for (let scrolled = 0; scrolled < 30; scrolled++) {
			const { results, paginationToken } = await search(filter, token);
			found.push(...results);
			token = paginationToken as string | undefined;
			if (token === undefined) break;
		}
		expect(token).toBeUndefined();
		return found.map(({ value }) => value);
	};

	it('come in pages, to the last one', async () => {
		const first = await search();
		expect(first.results).toHaveLength(100);
		expect(first.paginationToken).toBeDefined();
		expect(await everything()).toEqual(profile().quotations.map(({ id }) => id));
	});

	it('are searched by any text, on later pages too', async () => {
		const { quotations, requests, items } = profile();
		const late = quotations.slice(110).find(({ id }) => requests.has(id))!;
		const customer = items.find((one) => one.leadConfigurationId === requests.get(late.id))!;
		for (const text of [
			late.id.slice(0, 13).toUpperCase(),
			` ${late.number} `,
			`${customer.person.last} ${late.number} ${customer.person.email}`,
			`${late.number} ${late.total!.toFixed(2)}`,
		]) {
			expect(await everything(text)).toEqual([late.id]);
		}
		expect(await everything(`${late.number} nowhere`)).toEqual([]);
	});

	describe('at a service whose quotations are of another kind', () => {
		const credential = { baseUrl: FAKE_URL };
		/** Answers page after page; gives the queries that came. */
		const service = (answer: (page: number) => nock.Body) => {
			const asked: string[] = [];
			nock(FAKE_URL)
				.persist()
				.get('/api/v1/quotations')
				.query(true)
				.reply((uri) => {
					const { searchParams } = new URL(uri, FAKE_URL);
					asked.push(`${searchParams.get('page')} of ${searchParams.get('per_page')}`);
					return [200, answer(Number(searchParams.get('page')))];
				});
			return asked;
		};

		it('are shown by their id where they have none', async () => {
			service(() => [{ id: 7 }, { other: 1 }, { id: 8, title: '' }]);
			const { results } = await search('', undefined, { credential });
			expect(results).toEqual(['7', '8'].map((id) => ({ name: id, value: id })));
		});

		const contact = { contact_info: { first_name: 'An', last_name: 'Bakker' } };
		const price_variables = { total_incl_vat: 2420.5 };
		it.each<[object, string]>([
			[{ quotation_number: 318, contact }, '318 – An Bakker'],
			[
				{ quotation_number: 318, status: 'SENT', contact, price_variables },
				'318 – An Bakker – SENT – 2,420.50',
			],
			[{ title: 'Roof', status: 'open' }, 'Roof – open'],
			[
				{ documentId: '1', documentNumber: '42', isoCurrency: 'EUR', pricing: { total: 2420 } },
				'42 – 2,420.00 EUR',
			],
		])('are shown by what people call them: %j', async (fields, name) => {
			service(() => [{ id: 1, ...fields }]);
			const { results } = await search('', undefined, { credential });
			expect(results).toEqual([{ name, value: '1' }]);
		});

		it('are told apart by their ID where all else is equal', async () => {
			service(() => [
				{ id: 1, title: 'Roof' },
				{ id: 2, title: 'Roof' },
				{ id: 3, title: 'Wall' },
			]);
			const { results } = await search('', undefined, { credential });
			expect(results.map(({ name }) => name)).toEqual(['Roof – 1', 'Roof – 2', 'Wall']);
		});
	});
});

describe('webhooks to choose from', () => {
	const search = async (filter?: string, options: StageOptions = {}) =>
		await listSearch.searchWebhooks.call(loadOptionsContext(options), filter);
	const credential = { baseUrl: FAKE_URL };
	const listed = (...subscriptions: object[]) =>
		nock(FAKE_URL).get('/api/v1/list').query(true).reply(200, { subscriptions });

	it.each([
		[
			'name and address',
			{ name: 'Deals', url: 'https://a.example/x' },
			'Deals – https://a.example/x',
		],
		['their name', { name: 'Deals' }, 'Deals'],
		['their address', { url: 'https://a.example/x' }, 'https://a.example/x'],
		['their id, where nothing else is shown', {}, '7'],
	])('are shown by %s', async (_, shown, name) => {
		listed({ subscription: { id: '7', ...shown } });
		expect(await search('', { credential })).toEqual({ results: [{ name, value: '7' }] });
		listed({ subscription: { id: '7' }, ...shown });
		expect(await search('', { credential })).toEqual({ results: [{ name, value: '7' }] });
	});

	it('are searched by what is shown and by id; one without an id is left out', async () => {
		const hooks = [{ name: 'Deals' }, { id: 7, name: 'Deals' }, { id: 'Q-8', name: 'Others' }];
		for (const [filter, found] of [
			[' DEAL ', ['7']],
			['q-8', ['Q-8']],
			['none', []],
		] as const) {
			listed(...hooks.map((hook) => ({ subscription: hook })));
			const { results } = await search(filter, { credential });
			expect(results.map(({ value }) => value)).toEqual(found);
		}
	});
});

describe('statuses, pipelines and users', () => {
	it('statuses come with their label first, pipeline by pipeline', async () => {
		const options = await loadOptions.getStatuses.call(loadOptionsContext());
		const { backlogs, statuses } = profile();
		expect(options).toEqual(
			statuses.map(({ id, label, backlog_id }) => ({
				name: `${label} – ${backlogs.find((one) => one.id === backlog_id)!.name}`,
				value: id,
			})),
		);
	});

	it('pipelines are shown with their first and last status, all of them below', async () => {
		const options = await loadOptions.getPipelines.call(loadOptionsContext());
		const { allBacklogs, statuses } = profile();
		expect(options.map(({ value }) => value)).toEqual(allBacklogs.map(({ id }) => id));
		for (const [index, { name, value, description }] of options.entries()) {
			const labels = statuses
				.filter(({ backlog_id }) => backlog_id === value)
				.map(({ label }) => label);
			const ends = labels.length > 0 ? `: ${labels[0]} … ${labels.at(-1)}` : '';
			expect(name).toBe(allBacklogs[index].name + ends);
			expect(description).toBe(labels.join(', '));
		}
	});

	it('where there is one pipeline, a status is its label alone', async () => {
		const { statuses } = profile();
		const one = statuses.filter(({ backlog_id }) => backlog_id === statuses[0].backlog_id);
		statuses.splice(0, statuses.length, ...one);
		const options = await loadOptions.getStatuses.call(loadOptionsContext());
		expect(options.map(({ name }) => name)).toEqual(one.map(({ label }) => label));
	});

	it('users are shown by name, or else by address, in alphabetical order', async () => {
		nock(FAKE_URL)
			.post('/company-profile-service/get-users-for-company-profile')
			.query(true)
			.reply(200, [
				{ id: '3', name: 'Zoë' },
				{ id: '2', name: '', email: 'b@x.example' },
			]);
		const context = loadOptionsContext({ credential: { baseUrl: FAKE_URL } });
		expect(await loadOptions.getUsers.call(context)).toMatchObject([
			{ name: 'b@x.example', value: '2', description: 'b@x.example' },
			{ name: 'Zoë', value: '3' },
		]);
	});

	it('are those of the credential while the node has an expression', async () => {
		const parameters = { options: { companyProfileId: '={{ $json.profile }}' } };
		expect(await loadOptions.getUsers.call(loadOptionsContext({ parameters }))).toHaveLength(6);
	});

	it('say what is wrong instead of being empty', async () => {
		const context = loadOptionsContext({ credential: { apiToken: 'wrong' } });
		await expect(loadOptions.getUsers.call(context)).rejects.toThrow('refused the sign-in (401)');
		const blank = loadOptionsContext({ credential: { companyProfileId: '' } });
		sandbox.switches.only = 'described';
		await expect(loadOptions.getUsers.call(blank)).rejects.toThrow('No company profile is set');
	});
});

const PIPELINE = 'Set up a pipeline in your Sales CRM, or check the company profile.';

it.each<[string, (this: ILoadOptionsFunctions) => Promise<unknown>, string]>([
	['statuses', loadOptions.getStatuses, PIPELINE],
	['statuses', loadOptions.getPipelines, PIPELINE],
	['users', loadOptions.getUsers, 'Check the company profile.'],
	[
		'quotations',
		listSearch.searchQuotations,
		'Create one in your Sales CRM, or check the company profile.',
	],
	[
		'webhooks',
		listSearch.searchWebhooks,
		'Create one, or publish a workflow with the Sales CRM Trigger.',
	],
])('a profile without %s says what is missing', async (what, list, words) => {
	const { statuses, users, quotations } = profile();
	for (const records of [statuses, users, quotations]) records.length = 0;
	// The editor shows the message alone.
	const message = `This company profile has no ${what}. ${words}`;
	await expect(list.call(loadOptionsContext())).rejects.toThrow(message);
});

it('the fields of a contact are the nine names with their English meaning', async () => {
	const { fields } = await resourceMapping.getPersonalInfoFields.call(loadOptionsContext());
	expect(fields.map(({ displayName }) => displayName)).toEqual([
		'First Name (Voornaam)',
		'Last Name (Achternaam)',
		'Email (E-mailadres)',
		'Phone (Telefoonnummer)',
		'Street (Straatnaam)',
		'House Number (Huisnummer)',
		'Postal Code (Postcode)',
		'City (Plaats)',
		'Country (Land)',
	]);
	expect(fields.every(({ id, displayName }) => displayName.endsWith(`(${id})`))).toBe(true);
});

it('the fields of contacts to watch are the nine names and what else they have, also where there are none yet', async () => {
	const contacts: object[] = [];
	nock(FAKE_URL)
		.persist()
		.get('/api/v1/contacts')
		.query(true)
		.reply(200, () => ({ contacts, total: contacts.length }));
	const parameters = { audienceId: identities.AUDIENCE_ID };
	const fields = async () => {
		const context = loadOptionsContext({ parameters, credential: { baseUrl: FAKE_URL } });
		return (await loadOptions.getContactFields.call(context)).map(({ value }) => value);
	};
	const known = await fields();
	expect(known).toHaveLength(9);
	contacts.push({ id: 'c', score: 7 });
	expect(await fields()).toEqual(expect.arrayContaining([...known, 'score']));
});
