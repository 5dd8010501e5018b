import '../../../support/fastClock';
import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { requestsTo } from '../../../support/historyRuns';
import { type Description, quotationsAs } from '../../../support/quotations';
import { startOver } from '../../../support/startOver';

/** Quotation: Get Many: search, filters, and the customers that the published list does not have. */

beforeEach(async () => await startOver({ deals: 3, quotations: 5 }));

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY - 60_000).toISOString();
const deals = () => sandbox.world.profile().deals;

/** Gives the quotations numbers from 1 on, a status and an age in days. */
function setQuotations(...all: Array<[status: string, days: number]>): void {
	const { quotations, requests } = sandbox.world.profile();
	all.forEach(([status, days], n) => {
		const createdAt = Date.parse(daysAgo(days));
		Object.assign(quotations[n], {
			number: `${n + 1}`,
			status,
			createdAt,
			expiresAt: createdAt + DAY,
		});
		requests.set(quotations[n].id, deals()[n % 3].leadConfigurationId);
	});
}

const faults = (route: string) =>
	(sandbox.switches.faults = [{ route, kind: 'status', status: 403, every: 1 }]);

describe.each<Description>(['described', 'published'])('as %s', (description) => {
	beforeEach(() =>
		setQuotations(['SENT', 12], ['SENT', 3], ['ACCEPTED', 20], ['REJECTED', 20], ['SENT', 10]),
	);

	it.each<[IDataObject, string]>([
		[{}, '1 2 3 4 5'],
		[{ statuses: 'rejected, Accepted' }, '3 4'],
		[{ minDaysOpen: 10 }, '1 5'],
		[{ createdBefore: daysAgo(11), createdAfter: daysAgo(13) }, '1'],
	])('the filters %j let through %s', async (filters, numbers) => {
		const { items, hints } = await quotationsAs(description, { filters });
		expect(items.map(({ number }) => number).join(' ')).toBe(numbers);
		expect(hints).toEqual([]);
	});

	it('the limit counts the quotations that the filters let through', async () => {
		const filters = { statuses: ['REJECTED', 'SENT'] };
		const most = { returnAll: false, limit: 3, options: { pageSize: 2 } };
		const { items } = await quotationsAs(description, { filters, ...most });
		expect(items.map(({ number }) => number)).toEqual(['1', '2', '4']);
	});

	it('without Simplify, filters and search are the same', async () => {
		const more = { simplify: false, search: 'sent', filters: { minDaysOpen: 11 } };
		const { items } = await quotationsAs(description, more);
		expect(items.map((one) => one.quotation_number ?? one.documentNumber)).toEqual(
			description === 'described' ? [1] : ['1'],
		);
	});
});

it('the filter on the status leaves out quotations without one, and a hint counts them', async () => {
	const rows = [1, 2, 3].map((id) => ({
		id,
		quotation_number: id,
		status: id === 3 ? 'SENT' : null,
	}));
	const body = { quotations: rows, total: 3 };
	sandbox.switches.faults = [{ route: 'listQuotations', kind: 'failure200', body, every: 1 }];
	const { items, hints } = await quotationsAs('described', { filters: { statuses: ['SENT'] } });
	expect(items).toMatchObject([{ number: '3' }]);
	const leftOut = 'The filter on the status left out 2 quotations without a status.';
	expect(hints).toEqual([leftOut]);
	const none = await quotationsAs('described', { filters: { statuses: ['Verstuurd'] } });
	const read = 'Nothing matches. The list contains 3 quotations, with the statuses "SENT".';
	expect([none.items, none.hints]).toEqual([[], [read, leftOut]]);
});

describe('customers, as published', () => {
	const NONE = { customer: null, email: null, phone: null };
	const own = () => {
		const { leadConfigurationId: requestId, person } = deals()[0];
		const customer = `${person.first} ${person.last}`;
		return { requestId, customer, email: person.email, phone: person.phone ?? null };
	};
	beforeEach(() => setQuotations(['SENT', 1]));

	it('take two more reads, however many quotations there are', async () => {
		await quotationsAs('published');
		sandbox.log.requests.length = 0;
		expect((await quotationsAs('published')).items[0]).toMatchObject(own());
		expect(sandbox.log.requests.map(({ operationId }) => operationId).sort()).toEqual([
			'listContactPersons',
			'listDocuments',
			'listQuotationsAsPublished',
		]);
	});

	it.each<[string, RegExp, () => IDataObject]>([
		['listDocuments', /may not read documents/, () => ({ requestId: null, contactId: null })],
		['listContactPersons', /may not read contact persons/, () => ({ requestId: own().requestId })],
	])('are empty if %s is refused, and a hint says so', async (route, words, known) => {
		faults(route);
		const { items, hints } = await quotationsAs('published');
		expect(items[0]).toMatchObject({ number: '1', ...NONE, ...known() });
		expect(hints).toEqual([expect.stringMatching(words)]);
	});

	it('of a single quotation are read alone', async () => {
		const [{ id }] = sandbox.world.profile().quotations;
		const one = { operation: 'get', quotationId: { __rl: true, mode: 'id', value: id } };
		expect((await quotationsAs('published', one)).items).toMatchObject([own()]);
		expect(requestsTo('listContactPersons')).toEqual([]);
	});
});

describe('the quotations of one deal', () => {
	beforeEach(() => setQuotations(['SENT', 1], ['SENT', 2], ['DRAFT', 3], ['REJECTED', 4]));
	it('are those of the same request', async () => {
		const [{ id, leadConfigurationId: requestId }] = deals();
		const filters = { dealId: { __rl: true, mode: 'list', value: id } };
		const { items, hints } = await quotationsAs('published', { filters });
		expect(items).toMatchObject([
			{ number: '1', requestId },
			{ number: '4', requestId },
		]);
		expect(hints).toEqual([]);
	});

	it('are an error, not an empty list, if the deal cannot be found', async () => {
		const filters = { dealId: deals()[0].id };
		const run = quotationsAs('described', { filters });
		await expect(run).rejects.toThrow(/cannot be found: your Sales CRM does not offer boards/);
	});
});

it('the search finds quotations with every word in some text of the record, on any page', async () => {
	await startOver({ quotations: 230 });
	const { quotations } = sandbox.world.profile();
	const found = async (search: string) =>
		(await quotationsAs('described', { search })).items.map(({ quotationId }) => quotationId);
	const wanted = quotations.filter(
		({ status, lines }) =>
			status === 'REJECTED' && lines.some(({ description }) => description.includes('Omvormer')),
	);
	expect(wanted.length).toBeGreaterThan(1);
	expect(await found('OMVORMER  rejected')).toEqual(wanted.map(({ id }) => id));
	expect(await found('20250230')).toEqual([quotations[229].id]);
	expect(await found('20250230 nowhere')).toEqual([]);
});
