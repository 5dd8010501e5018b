import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { deals, history } from '../../../support/historyRuns';
import { itemsAndHints } from '../../../support/nodeRuns';

/** What deals contain besides their changes, on a service as published: customer, value, result, archived. */

const { searchDeals } = new SalesCrm().methods.listSearch;

beforeEach(() => {
	sandbox.reset({ deals: 12, leads: 4 });
	sandbox.switches.only = 'published';
});

const dealsHere = () => sandbox.world.profile().deals;

const getAll = async (filters: IDataObject = {}, options: IDataObject = {}) =>
	await itemsAndHints({
		parameters: { resource: 'deal', operation: 'getAll', returnAll: true, filters, options },
	});

/** Of each six deals one is won, one is lost and one is archived. */
const placesOf = (rows: IDataObject[]) =>
	rows.map(({ dealId }) => dealsHere().findIndex(({ id }) => id === dealId)).sort((a, b) => a - b);

it('come with the history', async () => {
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

describe('Get reads the deal itself', () => {
	const get = async (options: IDataObject = {}) =>
		await itemsAndHints({
			parameters: {
				...{ resource: 'deal', operation: 'get', options },
				dealId: { __rl: true, mode: 'id', value: dealsHere()[0].id },
			},
		});
	const listed = async () =>
		(await getAll()).rows.find(({ dealId }) => dealId === dealsHere()[0].id)!;

	it('for its description and request', async () => {
		const [{ description, leadConfigurationId: requestId }] = dealsHere();
		const { rows, hints } = await get();
		expect(rows).toEqual([{ ...(await listed()), description, requestId }]);
		expect(hints).toEqual([]);
	});

	it('and sees that nobody is assigned, which a history does not say', async () => {
		const [deal] = dealsHere();
		await sandbox.assignDeal(deal.id, null);
		expect((await get()).rows).toMatchObject([{ assigneeId: null, assignedAt: null }]);
	});

	it('as of a time its labels count from when they were set', async () => {
		const [{ labels, updatedAt }] = dealsHere();
		labels.push({ type: 'DEAL_LOST', timestamp: updatedAt + 1 });
		const asOf = new Date(updatedAt).toISOString();
		expect((await get({ asOf })).rows).toMatchObject([{ result: null }]);
		expect((await get()).rows).toMatchObject([{ result: 'lost' }]);
	});

	it.each([
		[404, 0],
		[500, 1],
	])('after %i the keys are null, with %i hints', async (status, told) => {
		sandbox.switches.faults = [{ kind: 'status', route: 'getItem', status, every: 1 }];
		const { rows, hints } = await get();
		expect(rows).toEqual([await listed()]);
		expect(hints).toHaveLength(told);
	});
});

it('archived ones are left out and counted, and are there with Include Archived', async () => {
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
])('of the results %j', async (results, places) => {
	const open = dealsHere().filter((_deal, n) => n % 6 < 3);
	for (const deal of open) deal.labels = deal.labels.filter(({ type }) => type !== 'DEAL_WON');
	expect(placesOf((await getAll({ results })).rows)).toEqual(places);
});

it('leads are left out unless they are asked for', async () => {
	const typesOf = async (recordTypes: string[]) => {
		const { rows } = await getAll({ recordTypes }, { includeArchived: true });
		return rows.map(({ recordType }) => recordType).sort();
	};
	expect(await typesOf([])).toEqual(Array.from({ length: 12 }, () => 'deal'));
	expect(await typesOf(['lead'])).toEqual(Array.from({ length: 4 }, () => 'lead'));
	expect(await typesOf(['deal', 'lead'])).toHaveLength(16);
});

it('as of a time labels count from when they were set', async () => {
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
});

it('a search looks at email and phone, too, also in the list to choose from', async () => {
	const [, { person, id }] = dealsHere();
	person.phone = '06 1234 5678';
	for (const search of [person.email, '+31 (0)612345678']) {
		expect((await deals({ search })).map(({ dealId }) => dealId)).toEqual([id]);
		const { results } = await searchDeals.call(loadOptionsContext(), search);
		expect(results.map(({ value }) => value)).toEqual([id]);
	}
});

it('the status report counts archived deals everywhere but in openNow', async () => {
	const sums = async () => {
		const rows = await history({ operation: 'getStatusReport' });
		const sumOf = (key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0);
		return { openNow: sumOf('openNow'), entered: sumOf('entered') };
	};
	const { openNow, entered } = await sums();
	const [first] = dealsHere();
	first.labels.push({ type: 'ITEM_ARCHIVED', timestamp: first.updatedAt });
	expect(await sums()).toEqual({ openNow: openNow - 1, entered });
	const parameters = { resource: 'history', operation: 'getStatusReport' };
	expect((await itemsAndHints({ parameters })).hints).toEqual([
		"'openNow' does not count 3 archived deals",
	]);
});

it('record types are an error while boards cannot be read, and without the filter nothing is lost', async () => {
	sandbox.switches.faults = [{ kind: 'status', route: 'listBoards', status: 500, every: 1 }];
	const { message, description } = await failure(getAll({ recordTypes: ['lead'] }));
	expect(message).toBe("'Record Types' cannot be used: which pipelines contain leads is not known");
	expect(description).toMatch(/^Could not fetch the boards: .*500/);
	expect((await getAll({}, { includeArchived: true })).rows).toHaveLength(16);
});
