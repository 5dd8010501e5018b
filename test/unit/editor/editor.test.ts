/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import type { INodeListSearchResult } from 'n8n-workflow';
import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { PERSONAL_INFO_NAMES } from '../../../nodes/service/api/types';
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
		const wanted = profile().quotations[120];
		expect(await everything(wanted.id.slice(0, 13).toUpperCase())).toEqual([wanted.id]);
	});

	it('that match nothing are none', async () => {
		expect(await everything('no such thing')).toEqual([]);
	});

	it('are shown by a name where they have one', async () => {
		const { results } = await search();
		const named = results.filter(({ name, value }) => name !== value && name !== '');
		expect(named).toHaveLength(50);
	});

	it('are shown by their id where they have none', async () => {
		nock(FAKE_URL)
			.get('/api/v1/quotations')
			.query(true)
			.reply(200, [{ id: 7 }, { other: 1 }]);
		const { results } = await search('', undefined, { credential: { baseUrl: FAKE_URL } });
		expect(results).toEqual([{ name: '7', value: '7' }]);
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
		const groups = options.map(({ name }) => /^Backlog \d+/.exec(name)![0]);
		expect(groups).toEqual([...groups].sort());
	});

	it('backlogs are told apart by their statuses', async () => {
		const options = await loadOptions.getBacklogs.call(loadOptionsContext());
		const backlogs = new Set(profile().statuses.map(({ backlog_id }) => backlog_id));
		expect(new Set(options.map(({ value }) => value))).toEqual(backlogs);
		expect(new Set(options.map(({ name }) => name)).size).toBe(backlogs.size);
	});

	it('users are shown by name, in alphabetical order', async () => {
		const options = await loadOptions.getUsers.call(loadOptionsContext());
		const names = options.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		expect(new Set(options.map(({ value }) => value))).toEqual(
			new Set(profile().users.map(({ id }) => id)),
		);
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

it('the fields of a contact are the nine names with their English meaning', async () => {
	const { fields } = await resourceMapping.getPersonalInfoFields.call(loadOptionsContext());
	expect(fields.map(({ id }) => id)).toEqual(Object.keys(PERSONAL_INFO_NAMES));
	expect(fields.find(({ id }) => id === 'Voornaam')!.displayName).toBe('First name (Voornaam)');
});
