import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext, type StageOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { startOver } from '../../support/startOver';

/** The list of deals to choose from. */

const { searchDeals } = new SalesCrm().methods.listSearch;

useNock();
beforeEach(async () => await startOver({ deals: 250 }));

const search = async (filter?: string, options: StageOptions = {}, token?: string) =>
	await searchDeals.call(loadOptionsContext(options), filter, token);

const idsOf = async (...asked: Parameters<typeof search>) =>
	(await search(...asked)).results.map(({ value }) => value);

const profile = () => sandbox.world.profile();

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
});

it('what has no title is shown by its id, what is listed twice once', async () => {
	const history = [
		{ id: 'e', startTimestamp: Date.now(), endTimestamp: 0, type: 'STATUS_CHANGED' },
	];
	const later = [{ ...history[0], id: 'f', startTimestamp: Date.now() + 5 }];
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

it('an empty list says why, but not one that a search does not find', async () => {
	expect((await search('nowhere')).results).toEqual([]);
	profile().deals.length = 0;
	expect((await failure(search())).message).toBe(
		'This company profile has no deals. Create one in your Sales CRM, or check the company profile.',
	);
});
