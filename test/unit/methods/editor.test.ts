import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext, type StageOptions } from '../../support/engine';
import { startOver } from '../../support/startOver';
import { POLLING_TRIGGER } from '../../support/workflow';

/** The lists of the editor. Statuses and pipelines: pipelines.test.ts. */

beforeEach(async () => await startOver({ quotations: 130 }));

const { listSearch, loadOptions } = new SalesCrm().methods;
const profile = () => sandbox.world.profile();
/** What the service answers to a route. */
const answer = (route: string, body: unknown) =>
	(sandbox.switches.faults = [{ route, kind: 'failure200', body, every: 1 }]);

it('the lists are those of the profile that the node names', async () => {
	const companyProfileId = identities.SECOND_PROFILE_ID;
	const parameters = { options: { companyProfileId } };
	const shown = await loadOptions.getUsers.call(
		loadOptionsContext({ parameters, scheme: 'serviceAccount' }),
	);
	const { users } = sandbox.world.profile(companyProfileId);
	expect(shown.map(({ value }) => value).sort()).toEqual(users.map(({ id }) => id).sort());
});

describe('quotations', () => {
	const search = async (filter?: string, token?: string, options: StageOptions = {}) =>
		await listSearch.searchQuotations.call(loadOptionsContext(options), filter, token);

	it('are shown a hundred at a time', async () => {
		const { results, paginationToken } = await search();
		const more = await search('', String(paginationToken));
		expect([results.length, more.results.length, more.paginationToken]).toEqual([
			100,
			30,
			undefined,
		]);
		const ids = profile().quotations.map(({ id }) => id);
		expect([...results, ...more.results].map(({ value }) => value)).toEqual(ids);
	});

	it('are searched by any text', async () => {
		const { quotations, requests, items } = profile();
		const late = quotations.slice(110).find(({ id }) => requests.has(id))!;
		const { person } = items.find((one) => one.leadConfigurationId === requests.get(late.id))!;
		for (const text of [
			late.id.slice(0, 13).toUpperCase(),
			`${person.last} ${late.number} ${person.email}`,
			`${late.number} ${late.total!.toFixed(2)}`,
		]) {
			expect((await search(text)).results.map(({ value }) => value)).toEqual([late.id]);
		}
		expect((await search(`${late.number} nowhere`)).results).toEqual([]);
	});

	it('are searched a thousand at a time', async () => {
		await startOver({ quotations: 1001 });
		const [{ number }] = profile().quotations;
		const { results, paginationToken } = await search(String(number));
		expect(results.length).toBeLessThan(100);
		expect(paginationToken).toBe('1000');
	});

	const contact = { contact_info: { first_name: 'An', last_name: 'Bakker' } };
	it.each<[string, object]>([
		[
			'318 – An Bakker – SENT – 2,420.50',
			{
				...{ quotation_number: 318, status: 'SENT', contact },
				price_variables: { total_incl_vat: 2420.5 },
			},
		],
		[
			'42 – 2,420.00 EUR',
			{ documentId: '1', documentNumber: '42', isoCurrency: 'EUR', pricing: { total: 2420 } },
		],
	])('are shown as "%s"', async (name, fields) => {
		const rows = [{ id: 1, ...fields }, { 'without an ID': true }];
		answer('listQuotations', rows);
		expect((await search('')).results).toEqual([{ name, value: '1' }]);
	});
});

describe('deals', () => {
	beforeEach(async () => await startOver({ deals: 250 }));

	const search = async (filter?: string, token?: string, options: StageOptions = {}) =>
		await listSearch.searchDeals.call(loadOptionsContext(options), filter, token);

	/** All results, page by page. */
	async function everything(filter: string) {
		const pages = [await search(filter)];
		while (pages.at(-1)!.paginationToken !== undefined && pages.length < 10)
			pages.push(await search(filter, pages.at(-1)!.paginationToken as string));
		expect(pages.slice(0, -1).every(({ results }) => results.length === 100)).toBe(true);
		return pages.flatMap(({ results }) => results);
	}

	/** The sandbox's deals, the one that changed last first. */
	const inOrder = () => {
		const latest = ({ history }: { history: Array<{ startTimestamp: number }> }) =>
			Math.max(...history.map(({ startTimestamp }) => startTimestamp));
		return profile().deals.toSorted((a, b) => latest(b) - latest(a));
	};

	it('are shown by title, status and assignee, the latest change first', async () => {
		const namesOf = ({ summary, statusId, assigneeId }: (typeof deals)[0]) => {
			const { label } = profile().status(statusId)!;
			const assignee = profile().users.find(({ id }) => id === assigneeId);
			return [summary, label, ...(assignee ? [assignee.name] : [])].join(' – ');
		};
		const deals = inOrder();
		Object.assign(deals[0], { summary: 'Dak', assigneeId: null, statusId: deals[1].statusId });
		const shown = await everything('');
		expect(shown.map(({ value }) => value)).toEqual(deals.map(({ id }) => id));
		expect(shown[1].name).toBe(namesOf(deals[1]));
	});

	it('an update may leave status and assignee as they are, which the editor does not mark', async () => {
		const { getTargetStatuses, getAssignees } = loadOptions;
		for (const list of [getTargetStatuses, getAssignees])
			expect((await list.call(loadOptionsContext()))[0].value).toBe('');
	});

	describe('statuses of the chosen deal', () => {
		const statusesFor = async (value: string) => {
			const dealId = { __rl: true, mode: 'id', value };
			const parameters = { resource: 'deal', operation: 'update', dealId };
			return await loadOptions.getStatusesOfDeal.call(loadOptionsContext({ parameters }));
		};

		it('are those of its pipeline alone', async () => {
			const byPipeline = new Map(profile().deals.map(({ id, backlogId }) => [backlogId, id]));
			expect(byPipeline.size).toBeGreaterThan(1);
			for (const [backlogId, id] of byPipeline) {
				const inPipeline = profile().statuses.filter((one) => one.backlog_id === backlogId);
				const shown = inPipeline.map(({ label, id: value }) => ({ name: label, value }));
				expect(await statusesFor(id)).toEqual(expect.arrayContaining(shown));
				expect(await statusesFor(id)).toHaveLength(shown.length);
			}
		});

		it.each(['', '={{ $json.dealId }}', identities.PROFILE_ID])(
			'are all of them, with their pipelines, if it is %j',
			async (value) => {
				expect(await statusesFor(value)).toEqual(
					await loadOptions.getStatuses.call(loadOptionsContext()),
				);
			},
		);
	});

	it('are searched by words of the title and by ID', async () => {
		const [, , deal] = profile().deals;
		deal.summary = 'Zonnepanelen Hauptstraße, gezin Çelik';
		const idsOf = async (filter: string) => (await everything(filter)).map(({ value }) => value);
		expect(await idsOf(' CELIK  strasse')).toEqual([deal.id]);
		expect(await idsOf(deal.id.slice(0, 13).toUpperCase())).toEqual([deal.id]);
		expect(await idsOf(`celik ${deal.id}`)).toEqual([deal.id]);
		expect(await idsOf('celik nowhere')).toEqual([]);
		const families = inOrder().filter(({ summary }) => summary.includes('familie'));
		expect(await idsOf('familie')).toEqual(families.map(({ id }) => id));
	});
});

describe('webhooks', () => {
	const search = async (hooks: object[], filter?: string) => {
		const subscriptions = hooks.map((subscription) => ({ subscription }));
		answer('listSubscriptions', { subscriptions });
		return (await listSearch.searchWebhooks.call(loadOptionsContext(), filter)).results;
	};

	it('are shown by name and address, and found by these and their ID', async () => {
		const hooks = [
			{ name: 'Deals' },
			{ id: 7, name: 'Deals', url: 'https://a.example/' },
			{ id: 'Q-8', name: 'Others' },
		];
		const name = 'Deals – https://a.example/';
		expect(await search(hooks, ' DEAL ')).toEqual([{ name, value: '7' }]);
		expect(await search(hooks, 'q-8')).toEqual([{ name: 'Others', value: 'Q-8' }]);
		expect(await search(hooks, 'none')).toEqual([]);
	});
});

describe('users', () => {
	it('are shown by name, otherwise by email, in alphabetical order', async () => {
		answer('listUsers', [
			{ id: '3', name: 'Zoë' },
			{ id: '2', name: '', email: 'b@x.example' },
		]);
		expect(await loadOptions.getUsers.call(loadOptionsContext())).toMatchObject([
			{ name: 'b@x.example', value: '2', description: 'b@x.example' },
			{ name: 'Zoë', value: '3' },
		]);
	});

	it('are an error with its reason if they cannot be read', async () => {
		const context = loadOptionsContext({ credential: { apiToken: 'wrong' } });
		await expect(loadOptions.getUsers.call(context)).rejects.toThrow('refused the sign-in (401)');
	});
});

const PIPELINE = 'Set up a pipeline in your Sales CRM, or check the company profile.';
const CREATE_ONE = 'Create one in your Sales CRM, or check the company profile.';

it.each<[string, (this: ILoadOptionsFunctions) => Promise<unknown>, string]>([
	['statuses', loadOptions.getStatuses, PIPELINE],
	['statuses', loadOptions.getPipelines, PIPELINE],
	['users', loadOptions.getUsers, 'Check the company profile.'],
	['deals', listSearch.searchDeals, CREATE_ONE],
	['quotations', listSearch.searchQuotations, CREATE_ONE],
	[
		'webhooks',
		listSearch.searchWebhooks,
		'Create one, or publish a workflow with the Sales CRM Trigger.',
	],
])('a profile without %s is an error that says what to do', async (what, list, words) => {
	const { statuses, users, deals, quotations } = profile();
	for (const records of [statuses, users, deals, quotations]) records.length = 0;
	// The editor shows only the message.
	const message = `This company profile has no ${what}. ${words}`;
	await expect(list.call(loadOptionsContext())).rejects.toThrow(message);
});

it('the fields to watch are the nine names, and what else the contacts have', async () => {
	const contacts: object[] = [];
	const audienceId = identities.AUDIENCE_ID;
	const parameters = { events: ['contactUpdated'], audienceId };
	const fields = async () => {
		answer('listContacts', { contacts, total: contacts.length });
		const context = loadOptionsContext({ type: POLLING_TRIGGER, parameters });
		return (await loadOptions.getContactFields.call(context)).map(({ value }) => value);
	};
	const known = await fields();
	expect(known).toHaveLength(9);
	contacts.push({ id: 'c', score: 7 });
	expect(await fields()).toEqual(expect.arrayContaining([...known, 'score']));
});
