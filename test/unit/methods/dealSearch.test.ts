import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext, type StageOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { requestsTo } from '../../support/historyRuns';
import { startOver } from '../../support/startOver';

/** The list of deals to choose from: the whole history is read for it, so it is kept for a while. */

const { searchDeals } = new SalesCrm().methods.listSearch;

/** Moved on by hand; each test begins an hour after the one before, when nothing is kept any more. */
let ahead = 0;
const realNow = Date.now;

useNock();
beforeEach(async () => {
	await startOver({ deals: 250 });
	ahead += 3_600_000;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
});
afterEach(() => jest.restoreAllMocks());

const search = async (filter?: string, options: StageOptions = {}, token?: string) =>
	await searchDeals.call(loadOptionsContext(options), filter, token);

const idsOf = async (...asked: Parameters<typeof search>) =>
	(await search(...asked)).results.map(({ value }) => value);

const profile = () => sandbox.world.profile();
const reads = () => requestsTo('listHistory').length;

/** The sandbox's deals, the one that changed last first. */
const inOrder = () => {
	const latest = ({ history }: { history: Array<{ startTimestamp: number }> }) =>
		Math.max(...history.map(({ startTimestamp }) => startTimestamp));
	return profile().deals.toSorted((a, b) => latest(b) - latest(a));
};

it('titles, the newest change first, in pages of a hundred to the last one', async () => {
	const seen: unknown[] = [];
	const sizes: number[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search(undefined, {}, token);
		seen.push(...results);
		sizes.push(results.length);
		token = paginationToken as string | undefined;
	} while (token !== undefined && sizes.length < 10);
	const titles = profile().deals.map(({ summary }) => summary);
	const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
	expect(seen).toEqual(
		inOrder().map(({ id, summary }) => ({
			name: isShared(summary) ? `${summary} – ${id}` : summary,
			value: id,
		})),
	);
	expect(sizes).toEqual([100, 100, 50]);
	expect(reads()).toBe(1);
});

it('is searched by words of the title and by id, in pages, too', async () => {
	const [, , deal] = profile().deals;
	deal.summary = 'Zonnepanelen Hauptstraße, familie Çelik';
	expect(await idsOf(' CELIK  strasse')).toEqual([deal.id]);
	expect(await idsOf('celik nergens')).toEqual([]);
	expect(await idsOf(deal.id.slice(0, 13).toUpperCase())).toEqual([deal.id]);
	expect(await idsOf(`celik ${deal.id}`)).toEqual([deal.id]);
	const families = inOrder().filter(({ summary }) => summary.includes('familie'));
	expect(families.length).toBeGreaterThan(100);
	const first = await search('familie');
	const second = await search('familie', {}, first.paginationToken as string);
	expect([...first.results, ...second.results].slice(0, 200).map(({ value }) => value)).toEqual(
		families.slice(0, 200).map(({ id }) => id),
	);
	expect(reads()).toBe(1);
});

it('what has no title is shown by its id, what is listed twice once', async () => {
	const history = [{ id: 'e', startTimestamp: realNow(), endTimestamp: 0, type: 'STATUS_CHANGED' }];
	const later = [{ ...history[0], id: 'f', startTimestamp: realNow() + 5 }];
	nock(FAKE_URL)
		.post(/history$/)
		.reply(200, {
			history: [
				{ id: 'a', summary: 'Dak', history },
				{ id: '7', summary: '' },
				{ id: 'b', summary: null, history },
				{ id: 'a', summary: 'Dak', history: later },
			],
		});
	expect(await search('', { credential: { baseUrl: FAKE_URL } })).toEqual({
		results: [
			{ name: 'Dak', value: 'a' },
			{ name: 'b', value: 'b' },
			{ name: '7', value: '7' },
		],
		paginationToken: undefined,
	});
});

describe('is kept', () => {
	it('for 30 seconds from when it came', async () => {
		await search();
		ahead += 29_000;
		await search('dak');
		expect(reads()).toBe(1);
		ahead += 1_000;
		await search('dak');
		expect(reads()).toBe(2);
	});

	it('not when it failed', async () => {
		sandbox.switches.faults = [{ kind: 'status', route: 'listHistory', status: 403 }];
		const failed = await Promise.all([failure(search()), failure(search('dak'))]);
		for (const { message } of failed) expect(message).toContain('Could not fetch the deal history');
		expect(reads()).toBe(1);
		expect((await search()).results).toHaveLength(100);
	});

	it('for its profile alone', async () => {
		const at = (companyProfileId: string): StageOptions => ({
			scheme: 'serviceAccount',
			parameters: { options: { companyProfileId } },
		});
		const one = await idsOf('', at(identities.PROFILE_ID));
		const other = await idsOf('', at(identities.SECOND_PROFILE_ID));
		expect(other.filter((id) => one.includes(id))).toEqual([]);
		expect(other.length).toBeGreaterThan(0);
		expect(await idsOf('', at(identities.PROFILE_ID))).toEqual(one);
	});
});

describe('another sign-in sees none of it', () => {
	/** A service that gives each its own deals, whatever it is asked for. */
	const service = () => {
		const deal = (id: unknown) => ({ history: [{ id, summary: 'Dak', history: [] }] });
		nock(FAKE_URL)
			.persist()
			.post(/history$/)
			.reply(function () {
				const { headers } = this.req;
				return [200, deal(String(headers.authorization))];
			});
	};
	const credential = { baseUrl: FAKE_URL };

	it('with another token', async () => {
		service();
		for (const apiToken of ['one', 'two', 'one']) {
			expect(await idsOf('', { credential: { ...credential, apiToken } })).toEqual([
				`Bearer ${apiToken}`,
			]);
		}
	});
});

it('an empty list says why, but not one that a search does not find', async () => {
	expect((await search('nowhere')).results).toEqual([]);
	profile().deals.length = 0;
	ahead += 30_000;
	expect((await failure(search())).message).toBe(
		'This company profile has no deals. Create one in your Sales CRM, or check the company profile.',
	);
});
