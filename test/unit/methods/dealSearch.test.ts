import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext, type StageOptions } from '../../support/engine';
import { FAKE_URL, useNock } from '../../support/fakeService';
import { startOver } from '../../support/startOver';

/** The list of deals in the editor. Search by email and phone: deal.details.test.ts. */

const { searchDeals } = new SalesCrm().methods.listSearch;

useNock();
beforeEach(async () => await startOver({ deals: 250 }));

const search = async (filter?: string, token?: string, options: StageOptions = {}) =>
	await searchDeals.call(loadOptionsContext(options), filter, token);

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
	return sandbox.world.profile().deals.toSorted((a, b) => latest(b) - latest(a));
};

it('has the titles, the latest change first, with the ID if two are the same', async () => {
	const titles = inOrder().map(({ summary }) => summary);
	const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
	expect(await everything('')).toEqual(
		inOrder().map(({ id, summary }) => ({
			name: isShared(summary) ? `${summary} – ${id}` : summary,
			value: id,
		})),
	);
});

it('is searched by words of the title and by ID', async () => {
	const [, , deal] = sandbox.world.profile().deals;
	deal.summary = 'Zonnepanelen Hauptstraße, gezin Çelik';
	const idsOf = async (filter: string) => (await everything(filter)).map(({ value }) => value);
	expect(await idsOf(' CELIK  strasse')).toEqual([deal.id]);
	expect(await idsOf(deal.id.slice(0, 13).toUpperCase())).toEqual([deal.id]);
	expect(await idsOf(`celik ${deal.id}`)).toEqual([deal.id]);
	expect(await idsOf('celik nowhere')).toEqual([]);
	const families = inOrder().filter(({ summary }) => summary.includes('familie'));
	expect(await idsOf('familie')).toEqual(families.map(({ id }) => id));
});

it('shows a deal without a title by its ID, and a deal that is listed twice once', async () => {
	const entry = { id: 'e', startTimestamp: Date.now(), endTimestamp: 0, type: 'STATUS_CHANGED' };
	const history = [
		{ id: 'a', summary: 'Dak', history: [entry] },
		{ id: '7', summary: '' },
		{ id: 'b', summary: null, history: [entry] },
		{ id: 'a', summary: 'Dak', history: [{ ...entry, id: 'f', startTimestamp: Date.now() + 5 }] },
	];
	nock(FAKE_URL)
		.post(/history$/)
		.reply(200, { history });
	const { results } = await search('', undefined, { credential: { baseUrl: FAKE_URL } });
	expect(results).toEqual([
		{ name: 'Dak', value: 'a' },
		{ name: 'b', value: 'b' },
		{ name: '7', value: '7' },
	]);
});
