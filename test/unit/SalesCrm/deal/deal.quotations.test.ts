import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../../support/failure';
import { requestsTo } from '../../../support/historyRuns';
import { runOperation } from '../../../support/nodeRuns';

/** Deals with their quotations, on a service as published. */

beforeEach(() => {
	sandbox.reset({ deals: 6, leads: 0, quotations: 12 });
	sandbox.switches.only = 'published';
	const { requests, quotations, deals } = profile();
	for (const deal of deals) deal.labels = [];
	for (const { id } of quotations) requests.delete(id);
});

const profile = () => sandbox.world.profile();

const DAY = 86_400_000;

/** Gives a deal quotations, each by its status and its age in days. */
function give(place: number, ...those: Array<[status: string, days: number]>) {
	const { deals, quotations, requests } = profile();
	const free = quotations.filter(({ id }) => !requests.has(id));
	return those.map(([status, days], n) => {
		const createdAt = Math.floor(Date.now() - days * DAY);
		const quotation = Object.assign(free[n], { status, createdAt });
		requests.set(quotation.id, deals[place].leadConfigurationId);
		return quotation;
	});
}

const getAll = async (
	filters: IDataObject = {},
	options: IDataObject = { includeQuotations: true },
) => await runOperation('deal', 'getAll', { filters, options });

const dealIn = (rows: IDataObject[], place: number) =>
	rows.find(({ dealId }) => dealId === profile().deals[place].id)!;

const placesOf = (rows: IDataObject[]) =>
	rows.map(({ dealId }) => profile().deals.findIndex(({ id }) => id === dealId)).sort();

it('a deal has the quotation that counts, all of them, its request and description', async () => {
	const [older, newer] = give(0, ['DRAFT', 20], ['SENT', 10.5]);
	give(1, ['SENT', 2], ['SENT', 1]);
	const { rows, hints } = await getAll();
	const row = dealIn(rows, 0);
	const shown = ({ number, status, total, createdAt, expiresAt, id }: typeof older) => ({
		...{ number, status, total, quotationId: id },
		createdAt: new Date(createdAt).toISOString(),
		expiresAt: new Date(expiresAt).toISOString(),
	});
	const { description, leadConfigurationId } = profile().deals[0];
	expect(row).toMatchObject({
		quotationNumber: newer.number,
		quotationStatus: 'SENT',
		quotationTotal: newer.total,
		quotationDaysOpen: 10.5,
		quotationUnclear: false,
		quotations: [shown(newer), shown(older)],
		description,
		requestId: leadConfigurationId,
	});
	const keys = Object.keys(row);
	expect(keys.slice(keys.indexOf('result'), keys.indexOf('pipeline'))).toEqual([
		...['result', 'quotationNumber', 'quotationStatus', 'quotationTotal', 'quotationDaysOpen'],
		'quotationUnclear',
	]);
	expect(keys.at(-1)).toBe('quotations');
	expect(dealIn(rows, 1)).toMatchObject({ quotationNumber: null, quotationUnclear: true });
	expect(dealIn(rows, 2)).toMatchObject({ quotationUnclear: false, quotations: [] });
	expect(hints).toEqual(['8 quotations without a request: not shown with any deal']);
});

it.each([
	['ACCEPTED 20, ACCEPTED 5, SENT 1', 'ACCEPTED 5'],
	['SENT 20, DRAFT 1', 'SENT 20'],
	['REJECTED 3', 'REJECTED 3'],
	['SENT 20, SENT 1', 'unclear'],
	['DRAFT 2, REJECTED 1', 'unclear'],
	['ACCEPTED 5, ACCEPTED 5', 'unclear'],
])('of the quotations %j, each with its age in days, %j counts', async (all, counting) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const each = all.split(', ').map((one): [string, number] => {
		const [status, days] = one.split(' ');
		return [status, Number(days)];
	});
	const given = give(0, ...each);
	const row = dealIn((await getAll()).rows, 0);
	const { quotationNumber, quotationDaysOpen, quotationUnclear } = row;
	const place = given.findIndex(({ number }) => number === quotationNumber);
	expect(quotationUnclear ? 'unclear' : all.split(', ')[place]).toBe(counting);
	// Only of what was sent, and is still open.
	expect(quotationDaysOpen).toBe(counting.startsWith('SENT') ? each[place][1] : null);
	// Invoices and contracts of accepted ones belong to the deal as well, but are no quotations.
	expect(row.quotations).toHaveLength(given.length);
	jest.restoreAllMocks();
});

it('a filter leaves out deals for which it is unclear, and a hint counts them', async () => {
	give(0, ['SENT', 12]);
	give(1, ['SENT', 9.9], ['DRAFT', 20]);
	give(2, ['SENT', 12], ['SENT', 13]);
	const { rows, hints } = await getAll({ minQuotationDaysOpen: 10 }, {});
	expect(placesOf(rows)).toEqual([0]);
	expect(hints).toContain(
		'The filter on quotations left out 1 deal: which of several quotations counts is unclear',
	);
});

it.each(['listDocuments', 'listBoardItems', 'listBoards'])(
	'if %s is refused, a filter is an error; otherwise the keys are null, and a hint says why',
	async (route) => {
		sandbox.switches.faults = [{ kind: 'status', status: 403, route, every: 1 }];
		const { rows, hints } = await getAll();
		expect(rows).toHaveLength(6);
		expect(rows[0]).toMatchObject({ quotations: null, quotationNumber: null });
		expect(hints.join()).toMatch(
			/(are not known: .*403|ask for the permission\. Quotations are left empty)/,
		);
		for (const filters of [{ quotationStatuses: ['SENT'] }, { minQuotationDaysOpen: 0 }]) {
			await failure(getAll(filters, {}));
		}
	},
);

it('while the deals of one pipeline of several cannot be read, a filter waits', async () => {
	const fault = { kind: 'status', status: 500, route: 'listBoardItems', nth: 1 } as const;
	sandbox.switches.faults = [fault];
	const { message } = await failure(getAll({ quotationStatuses: ['SENT'] }, {}));
	expect(message).toMatch(/^The quotations of deals cannot be read: /);
	expect(requestsTo('listBoardItems').map(({ status }) => status)).toContain(200);
});

it('if the list of quotations is refused, only the expiry is missing', async () => {
	give(0, ['SENT', 1]);
	sandbox.switches.faults = [
		{ kind: 'status', status: 403, route: 'listQuotationsAsPublished', every: 1 },
	];
	const { rows, hints } = await getAll();
	expect(dealIn(rows, 0)).toMatchObject({
		quotationStatus: 'SENT',
		quotations: [{ status: 'SENT', expiresAt: null }],
	});
	expect(hints[0]).toMatch(/may not read quotations: .*When quotations expire is left empty/);
});

it('all pages of a pipeline are read, a thousand deals each, once for all input items', async () => {
	sandbox.reset({ deals: 1_500, leads: 0, quotations: 50 });
	const { backlogs, deals } = profile();
	for (const deal of deals) deal.backlogId = backlogs[0].id;
	const parameters = { options: { includeQuotations: true } };
	const items = [{ json: {} }, { json: {} }];
	const { rows } = await runOperation('deal', 'getAll', parameters, { items });
	expect(rows.length).toBeGreaterThan(2_000);
	expect(rows.every(({ quotations }) => quotations !== null)).toBe(true);
	expect(requestsTo('listDocuments')).toHaveLength(1);
});
