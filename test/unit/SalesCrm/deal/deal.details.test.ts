import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { deals, history } from '../../../support/historyRuns';
import { runOperation } from '../../../support/nodeRuns';

/** What deals contain besides their changes, on a service as published. Against SQL: deal.worlds.property.test.ts. */

const { searchDeals } = new SalesCrm().methods.listSearch;

beforeEach(() => {
	sandbox.reset({ deals: 12, leads: 4 });
	sandbox.switches.only = 'published';
});

const dealsHere = () => sandbox.world.profile().deals;

const getAll = async (filters: IDataObject = {}, options: IDataObject = {}) =>
	await runOperation('deal', 'getAll', { filters, options });

/** Of six deals in a row one is won, one is lost, and the last is archived. */
const placesOf = (rows: IDataObject[]) =>
	rows.map(({ dealId }) => dealsHere().findIndex(({ id }) => id === dealId)).sort((a, b) => a - b);

it('they come with the history', async () => {
	const { rows } = await getAll();
	const [deal] = dealsHere();
	const { person, value, enteredManually, house } = deal;
	expect(rows.find(({ dealId }) => dealId === deal.id)).toMatchObject({
		value,
		currency: 'EUR',
		email: person.email,
		phone: person.phone ?? null,
		result: null,
		archived: false,
		address: expect.stringContaining(person.street),
		custom: { 'Type woning': house },
		recordType: 'deal',
		enteredManually,
		description: null,
		requestId: null,
	});
});

const get = async (options: IDataObject = {}) => {
	const dealId = { __rl: true, mode: 'id', value: dealsHere()[0].id };
	return await runOperation('deal', 'get', { dealId, options });
};

describe('Get reads the deal itself', () => {
	const listed = async () =>
		(await getAll()).rows.find(({ dealId }) => dealId === dealsHere()[0].id)!;

	it('for its description and request', async () => {
		const [{ description, leadConfigurationId: requestId }] = dealsHere();
		const { rows, hints } = await get();
		expect(rows).toEqual([{ ...(await listed()), description, requestId }]);
		expect(hints).toEqual([]);
	});

	it('and sees that nobody is assigned, which the history cannot say', async () => {
		const [deal] = dealsHere();
		await sandbox.assignDeal(deal.id, null);
		expect((await get()).rows).toMatchObject([{ assigneeId: null, assignedAt: null }]);
	});

	it.each([
		[404, 0],
		[500, 1],
	])('if that is answered with %i, the keys are null, with %i hints', async (status, count) => {
		sandbox.switches.faults = [{ kind: 'status', route: 'getItem', status, every: 1 }];
		const { rows, hints } = await get();
		expect(rows).toEqual([await listed()]);
		expect(hints).toHaveLength(count);
	});
});

it('archived deals are left out, and a hint counts them; Include Archived returns them', async () => {
	const { rows, hints } = await getAll();
	expect(placesOf(rows)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10]);
	expect(hints).toEqual(["Left out 2 archived deals. To get them, turn on 'Include Archived'."]);
	const all = await getAll({}, { includeArchived: true });
	expect(placesOf(all.rows)).toHaveLength(12);
	expect(all.hints).toEqual([]);
});

it.each([
	[['won'], [3, 9]],
	['lost', [4, 10]],
	[
		['open', 'won'],
		[0, 1, 2, 3, 6, 7, 8, 9],
	],
])('the filter on results %j lets through %j', async (results, places) => {
	expect(placesOf((await getAll({ results })).rows)).toEqual(places);
});

it('leads are left out unless they are asked for', async () => {
	const typesOf = async (recordTypes: string[]) => {
		const { rows } = await getAll({ recordTypes });
		return [...new Set(rows.map(({ recordType }) => recordType))].sort();
	};
	expect(await typesOf([])).toEqual(['deal']);
	expect(await typesOf(['lead'])).toEqual(['lead']);
	expect(await typesOf(['deal', 'lead'])).toEqual(['deal', 'lead']);
});

it('as of a past time, labels that were set later do not count', async () => {
	const [deal] = dealsHere();
	const { updatedAt } = deal;
	deal.labels.push(
		{ type: 'DEAL_LOST', timestamp: updatedAt + 1 },
		{ type: 'ITEM_ARCHIVED', timestamp: updatedAt + 2 },
	);
	const resultAt = async (asOf: string) => {
		const { rows } = await getAll({}, { asOf, includeArchived: true });
		const { result, archived } = rows.find(({ dealId }) => dealId === deal.id)!;
		return [result, archived];
	};
	expect(await resultAt(new Date(updatedAt).toISOString())).toEqual([null, false]);
	expect(await resultAt('')).toEqual(['lost', true]);
	const then = await get({ asOf: new Date(updatedAt).toISOString() });
	expect(then.rows).toMatchObject([{ result: null }]);
});

it('email and phone are searched, also in the list of the editor', async () => {
	const [, { person, id }] = dealsHere();
	person.phone = '06 1234 5678';
	for (const search of [person.email, '+31 (0)612345678']) {
		expect((await deals({ search })).map(({ dealId }) => dealId)).toEqual([id]);
		const { results } = await searchDeals.call(loadOptionsContext(), search);
		expect(results.map(({ value }) => value)).toEqual([id]);
	}
});

it('the status report counts archived deals everywhere except in openNow', async () => {
	const sums = async () => {
		const rows = await history({ operation: 'getStatusReport' });
		const sumOf = (key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0);
		return { openNow: sumOf('openNow'), entered: sumOf('entered') };
	};
	const { openNow, entered } = await sums();
	const [first] = dealsHere();
	first.labels.push({ type: 'ITEM_ARCHIVED', timestamp: first.updatedAt });
	expect(await sums()).toEqual({ openNow: openNow - 1, entered });
	const { hints } = await runOperation('history', 'getStatusReport');
	expect(hints).toEqual(["'openNow' does not count 3 archived deals"]);
});

it('if boards cannot be read, the filter on record types is an error, and without it all are returned', async () => {
	sandbox.switches.faults = [{ kind: 'status', route: 'listBoards', status: 500, every: 1 }];
	const { message, description } = await failure(getAll({ recordTypes: ['lead'] }));
	expect(message).toBe("'Record Types' cannot be used: which pipelines contain leads is not known");
	expect(description).toMatch(/^Could not fetch the boards: .*500/);
	expect((await getAll({}, { includeArchived: true })).rows).toHaveLength(16);
});
