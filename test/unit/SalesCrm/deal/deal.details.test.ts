import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';
import { loadOptionsContext } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { dealOfId, deals, history } from '../../../support/historyRuns';
import { runOperation } from '../../../support/nodeRuns';

/** What deals contain besides their changes. All spellings of it: api/dealDetails.test.ts. */

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

it('Get reads the deal itself for its description and request, which else are null', async () => {
	const [{ id, description, leadConfigurationId: requestId }] = dealsHere();
	const listed = (await getAll()).rows.find(({ dealId }) => dealId === id)!;
	expect(await dealOfId(id)).toMatchObject([{ json: { ...listed, description, requestId } }]);
	sandbox.switches.faults = [{ kind: 'status', route: 'getItem', status: 404, every: 1 }];
	expect(await dealOfId(id)).toMatchObject([{ json: listed }]);
});

it('archived deals are left out, and a hint counts them; Include Archived returns them', async () => {
	const { rows, hints } = await getAll();
	expect(placesOf(rows)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10]);
	expect(hints).toEqual(["Left out 2 archived deals. To get them, turn on 'Include Archived'."]);
	expect((await getAll({}, { includeArchived: true })).rows).toHaveLength(12);
});

it.each([
	[['won'], [3, 9]],
	[
		['open', 'won'],
		[0, 1, 2, 3, 6, 7, 8, 9],
	],
])('the filter on results %j lets through %j', async (results, places) => {
	expect(placesOf((await getAll({ results })).rows)).toEqual(places);
});

it('the filter on results lets open deals through where none was closed yet', async () => {
	for (const deal of dealsHere()) deal.labels = [];
	expect((await getAll({ results: ['open'] })).rows).toHaveLength(12);
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
});

it('as of a past time, the assignee is that of then, also where Get reads the deal itself', async () => {
	const [{ id, updatedAt, assigneeId }] = dealsHere();
	const { users } = sandbox.world.profile();
	const next = users.find((user) => user.id !== assigneeId)!;
	await sandbox.assignDeal(id, next.id);
	const assigneeAt = async (asOf: string) => {
		const [{ json }] = await dealOfId(id, { options: { asOf } });
		return json.assigneeId;
	};
	expect(await assigneeAt('')).toBe(next.id);
	expect(await assigneeAt(new Date(updatedAt).toISOString())).toBe(assigneeId);
});

it.each<[string, boolean]>([
	['STRASSE zonnepanelen', true],
	['an.jansen@klant.example "dak"', true],
	['zoe dak', true],
	['dak bakker', false],
	['+31 (0)6-12345678', true],
	['0612345679', false],
	['12345678', true],
	// Fewer than eight digits are words.
	['2345678', false],
])('the search %p, also in the list of the editor: %p', async (search, isFound) => {
	const [, deal] = dealsHere();
	deal.summary = 'Zonne-panelen, Dak Zoë (Dorpsstraße)';
	Object.assign(deal.person, { email: 'An.Jansen@klant.example', phone: '06 1234 5678' });
	const ids = isFound ? [deal.id] : [];
	expect((await deals({ search })).map(({ dealId }) => dealId)).toEqual(ids);
	const { results } = await searchDeals.call(loadOptionsContext(), search);
	expect(results.map(({ value }) => value)).toEqual(ids);
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
	for (const deal of dealsHere())
		if (deal !== first) deal.labels = deal.labels.filter(({ type }) => type !== 'ITEM_ARCHIVED');
	const { hints: ofOne } = await runOperation('history', 'getStatusReport');
	expect(ofOne).toEqual(["'openNow' does not count 1 archived deal"]);
});

it('if boards cannot be read, the filter on record types is an error, and without it all are returned', async () => {
	sandbox.switches.faults = [{ kind: 'status', route: 'listBoards', status: 500, every: 1 }];
	const { message, description } = await failure(getAll({ recordTypes: ['lead'] }));
	expect(message).toMatch(/^'Record Types' cannot be checked: could not fetch the boards: .*500/);
	expect(description).toMatch(/^Remove this filter\./);
	expect((await getAll({}, { includeArchived: true })).rows).toHaveLength(16);
});

it('of one board of several that is refused, leads may be among its records; a filter waits for it', async () => {
	const refuse = (status: number) =>
		(sandbox.switches.faults = [{ kind: 'status', route: 'listPipelines', status, nth: 1 }]);
	refuse(403);
	const { rows, hints } = await getAll({}, { includeArchived: true });
	expect(rows.some(({ recordType }) => recordType === null)).toBe(true);
	expect(hints).toContainEqual(expect.stringMatching(/Leads may be among/));
	refuse(500);
	const { message } = await failure(getAll({ recordTypes: ['deal'] }));
	expect(message).toMatch(/^'Record Types' cannot be checked: /);
});

describe('as described', () => {
	beforeEach(() => void (sandbox.switches.only = 'described'));

	const run = async (operation: string, more: IDataObject) => {
		const dealId = { __rl: true, mode: 'id', value: dealsHere()[0].id };
		// An address of its own, because it is remembered which description an account has.
		const credential = { baseUrl: sandbox.url.replace('127.0.0.1', 'localhost') };
		return await runOperation('deal', operation, { dealId, ...more }, { credential });
	};

	it('what the service does not offer is null, and a hint says so for quotations', async () => {
		const { rows, hints } = await run('getAll', { options: { includeQuotations: true } });
		expect(rows[0]).toMatchObject({
			...{ value: null, email: null, result: null, archived: null, recordType: null },
			...{ quotations: null, quotationNumber: null, quotationUnclear: null },
		});
		expect(hints).toEqual([
			'Your Sales CRM does not offer boards. Leads may be among 12 records.',
			'Your Sales CRM does not offer boards. Quotations are left empty.',
		]);
	});

	it.each<[IDataObject, RegExp]>([
		[{ results: ['won'] }, /^'Results' cannot be used: your Sales CRM does not show/],
		[
			{ recordTypes: ['deal'] },
			/^'Record Types' cannot be checked: your Sales CRM does not offer boards/,
		],
		[{ quotationStatuses: ['SENT'] }, /^The quotations of deals cannot be read/],
	])('the filter %j is an error', async (filters, message) => {
		expect((await failure(run('getAll', { filters }))).message).toMatch(message);
	});

	it('an update is an error, and nothing is sent', async () => {
		const { message } = await failure(run('update', { updateFields: { description: 'x' } }));
		expect(message).toBe('Deals cannot be updated: your Sales CRM does not offer boards');
		expect(sandbox.log.requests.map(({ method }) => method)).not.toContain('PATCH');
	});
});
