/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import type { INodeListSearchResult } from 'n8n-workflow';
import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { requestsTo } from '../support/contactRuns';
import { loadOptionsContext, type StageOptions } from '../support/engine';
import { FAKE_URL, useNock } from '../support/fakeService';
import { startOver } from '../support/startOver';

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
		expect(first.results).toHaveLength(50);
		expect(first.paginationToken).toBeDefined();
		expect(await everything()).toEqual(profile().quotations.map(({ id }) => id));
	});

	it('come to the last one where the service caps its pages', async () => {
		Object.assign(sandbox.switches, { pageCap: 25 });
		expect(await everything()).toEqual(profile().quotations.map(({ id }) => id));
	});

	it('end where the service ignores pages', async () => {
		Object.assign(sandbox.switches, { ignorePage: true });
		expect(await everything()).toEqual(profile().quotations.map(({ id }) => id));
	});

	it('are searched by id and title, on later pages too', async () => {
		const { id, title } = profile().quotations[120];
		expect(await everything(id.slice(0, 13).toUpperCase())).toEqual([id]);
		const sameTitle = profile().quotations.filter((quotation) => quotation.title === title);
		expect(await everything(` ${title.slice(0, -1).toUpperCase()} `)).toEqual(
			sameTitle.map((quotation) => quotation.id),
		);
	});

	it('that match nothing are none', async () => {
		expect(await everything('no such thing')).toEqual([]);
	});

	it('are shown by a name where they have one', async () => {
		const { results } = await search();
		expect(results).toEqual(
			profile()
				.quotations.slice(0, 50)
				.map(({ id, title }) => ({ name: title, value: id })),
		);
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
			service(() => [{ id: 7 }, { other: 1 }, { id: 8, title: '' }, { id: 9, title: {} }]);
			const { results } = await search('', undefined, { credential });
			expect(results).toEqual(['7', '8', '9'].map((id) => ({ name: id, value: id })));
		});

		it.each([
			['title', 'Roof'],
			['name', 'Roof'],
			['subject', 'Roof'],
			['summary', 'Roof'],
			['number', 17],
			['reference', 'R-17'],
			['quotation_number', 'Q-17'],
		])('are shown by their %s', async (field, value) => {
			service(() => [{ id: 1, other: 'Wall', [field]: value }]);
			const { results } = await search('', undefined, { credential });
			expect(results).toEqual([{ name: String(value), value: '1' }]);
		});

		it('are asked for five pages at a time, then the person scrolls on', async () => {
			const asked = service((page) => [{ id: page, title: page === 6 ? 'Roof' : 'Wall' }]);
			const first = await search('roof', undefined, { credential });
			expect(first.results).toEqual([]);
			expect(asked).toEqual(['0 of 50', '1 of 1', '2 of 1', '3 of 1', '4 of 1']);
			const token = first.paginationToken as string;
			const { results, paginationToken } = await search('roof', token, { credential });
			expect(results).toEqual([{ name: 'Roof', value: '6' }]);
			expect(asked.slice(5)).toEqual(['5 of 1', '6 of 1']);
			expect(JSON.parse(paginationToken as string)).toMatchObject({ page: 7, size: 1 });
		});

		it('end with the page that is marked as the last, with what fits on it', async () => {
			const asked = service(() => ({ data: [{ id: 1 }, { id: 2, name: 'Roof' }], last: true }));
			const found = await search('roof', undefined, { credential });
			expect(found).toEqual({ results: [{ name: 'Roof', value: '2' }] });
			expect(asked).toEqual(['0 of 50']);
		});
	});
});

describe('statuses, backlogs and users', () => {
	it('statuses are grouped by backlog, with their label', async () => {
		const options = await loadOptions.getStatuses.call(loadOptionsContext());
		expect(options).toHaveLength(profile().statuses.length);
		const backlogs = [...new Set(profile().statuses.map((status) => status.backlog_id))];
		for (const { name, value } of options) {
			const { label, backlog_id } = profile().statuses.find(({ id }) => id === value)!;
			expect(name).toBe(`Backlog ${backlogs.indexOf(backlog_id) + 1}: ${label}`);
		}
		for (const { value, description } of options) {
			const { backlog_id } = profile().statuses.find(({ id }) => id === value)!;
			expect(description).toBe(`Backlog ${backlog_id}`);
		}
		const groups = options.map(({ name }) => /^Backlog \d+/.exec(name)![0]);
		expect(groups).toEqual([...groups].sort());
	});

	it('backlogs are told apart by their statuses', async () => {
		const options = await loadOptions.getBacklogs.call(loadOptionsContext());
		const backlogs = new Set(profile().statuses.map(({ backlog_id }) => backlog_id));
		expect(new Set(options.map(({ value }) => value))).toEqual(backlogs);
		for (const [index, { name, value, description }] of options.entries()) {
			const own = profile().statuses.filter(({ backlog_id }) => backlog_id === value);
			const labels = own.map(({ label }) => label).join(', ');
			expect(name).toBe(`Backlog ${index + 1}: ${labels}`);
			expect(description).toBe(value);
		}
	});

	it('users are shown by name, in alphabetical order', async () => {
		const options = await loadOptions.getUsers.call(loadOptionsContext());
		const byName = [...profile().users].sort((a, b) => (a.name < b.name ? -1 : 1));
		expect(options).toEqual(
			byName.map(({ id, name, email }) => ({ name, value: id, description: email })),
		);
	});

	it('users without a name are shown by their address, else by their id', async () => {
		nock(FAKE_URL)
			.post('/company-profile-service/get-users-for-company-profile')
			.query(true)
			.reply(200, [
				{ id: '3', name: 'Zoë' },
				{ id: '2', name: '', email: 'b@x.example' },
				{ id: '1' },
			]);
		const context = loadOptionsContext({ credential: { baseUrl: FAKE_URL } });
		expect(await loadOptions.getUsers.call(context)).toMatchObject([
			{ name: '1', value: '1' },
			{ name: 'b@x.example', value: '2' },
			{ name: 'Zoë', value: '3' },
		]);
	});

	it('are those of the profile that the node names', async () => {
		const parameters = { companyProfileId: identities.SECOND_PROFILE_ID };
		const options = await loadOptions.getUsers.call(
			loadOptionsContext({ parameters, scheme: 'serviceAccount' }),
		);
		expect(options).toHaveLength(2);
	});

	it('are those of the credential while the node has an expression', async () => {
		const parameters = { companyProfileId: '={{ $json.profile }}' };
		expect(await loadOptions.getUsers.call(loadOptionsContext({ parameters }))).toHaveLength(6);
	});

	it('say what is wrong instead of being empty', async () => {
		const context = loadOptionsContext({ credential: { apiToken: 'wrong' } });
		await expect(loadOptions.getUsers.call(context)).rejects.toThrow('refused the sign-in (401)');
		const blank = loadOptionsContext({ credential: { companyProfileId: '' } });
		await expect(loadOptions.getUsers.call(blank)).rejects.toThrow('No company profile is set');
	});

	it('do not keep a person waiting: two tries at most', async () => {
		sandbox.switches.faults = [{ kind: 'status', status: 503, times: 9 }];
		await expect(loadOptions.getUsers.call(loadOptionsContext())).rejects.toThrow('(503)');
		expect(requestsTo('listUsers')).toHaveLength(2);
	});
});

/** interface.md, "Contact": names used in standard_personal_infos. */
const NINE_NAMES = {
	Voornaam: 'First name',
	Achternaam: 'Last name',
	'E-mailadres': 'Email address',
	Telefoonnummer: 'Telephone number',
	Straatnaam: 'Street',
	Huisnummer: 'House number',
	Postcode: 'Postal code',
	Plaats: 'City',
	Land: 'Country',
};

it('the fields of a contact are the nine names with their English meaning', async () => {
	const { fields } = await resourceMapping.getPersonalInfoFields.call(loadOptionsContext());
	expect(fields).toEqual(
		Object.entries(NINE_NAMES).map(([id, meaning]) => ({
			id,
			displayName: `${meaning} (${id})`,
			type: 'string',
			required: false,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
		})),
	);
});
