import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { FAKE_URL, useNock } from '../../../support/fakeService';
import { type Description, quotationsAs } from '../../../support/quotations';
import { startOver } from '../../../support/startOver';

/** Quotation: Get Many: filters, and the customers that the published list does not have. */

useNock();
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

const faults = (...routes: string[]) =>
	(sandbox.switches.faults = routes.map((route) => ({
		route,
		kind: 'status',
		status: 403,
		every: 1,
	})));

describe.each<Description>(['described', 'published'])('as %s', (description) => {
	beforeEach(() =>
		setQuotations(['SENT', 12], ['SENT', 3], ['ACCEPTED', 20], ['REJECTED', 20], ['SENT', 10]),
	);

	it.each<[IDataObject, string]>([
		[{}, '1 2 3 4 5'],
		[{ statuses: 'rejected, Accepted' }, '3 4'],
		[{ statuses: ['EXPIRED'] }, ''],
		[{ minDaysOpen: 10 }, '1 5'],
		[{ createdBefore: daysAgo(11), createdAfter: daysAgo(13) }, '1'],
		[{ createdBefore: daysAgo(11), statuses: ['ACCEPTED'] }, '3'],
		// An empty choice in the editor.
		[{ dealId: { __rl: true, mode: 'list', value: '' }, statuses: [] }, '1 2 3 4 5'],
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
		const { last } = deals()[0].person;
		const more = { simplify: false, search: last, filters: { minDaysOpen: 11 } };
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
	const page = { quotations: rows, total: 3 };
	nock(FAKE_URL).persist().get('/api/v1/quotations').query(true).reply(200, page);
	const at = { credential: { baseUrl: FAKE_URL } };
	const { items, hints } = await quotationsAs('described', { filters: { statuses: ['SENT'] } }, at);
	expect(items).toMatchObject([{ number: '3' }]);
	expect(hints).toEqual(['The filter on the status left out 2 quotations without a status.']);
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
		const { items } = await quotationsAs('published');
		expect(items[0]).toMatchObject(own());
		sandbox.log.requests.length = 0;
		await quotationsAs('published');
		expect(sandbox.log.requests.map(({ operationId }) => operationId).sort()).toEqual([
			'listContactPersons',
			'listDocuments',
			'listQuotationsAsPublished',
		]);
	});

	it('are not read without Simplify', async () => {
		await quotationsAs('published');
		sandbox.log.requests.length = 0;
		await quotationsAs('published', { simplify: false });
		expect(sandbox.log.requests).toHaveLength(1);
	});

	it.each<[string[], RegExp, () => IDataObject]>([
		[
			['listDocuments'],
			/^Could not list the documents with their customers: [^.]*\. Customers of quotations are left empty\.$/,
			() => ({ ...NONE, requestId: null, contactId: null }),
		],
		[
			['listContactPersons'],
			/^Could not list the contact persons: [^.]*\. Customers of quotations are left empty\.$/,
			() => ({ ...NONE, requestId: own().requestId }),
		],
		[
			['listDocuments', 'listContactPersons'],
			/^Could not list the documents .*Could not list the contact persons.*left empty\.$/,
			() => NONE,
		],
	])('are empty if %j is refused, and one hint says so', async (routes, words, known) => {
		faults(...routes);
		const { items, hints } = await quotationsAs('published');
		expect(items[0]).toMatchObject({ number: '1', ...known() });
		expect(hints).toEqual([expect.stringMatching(words)]);
	});

	it('of a single quotation are read alone', async () => {
		const [{ id }] = sandbox.world.profile().quotations;
		const one = { operation: 'get', quotationId: { __rl: true, mode: 'id', value: id } };
		expect((await quotationsAs('published', one)).items).toMatchObject([own()]);
		faults('getContactPerson');
		const { items, hints } = await quotationsAs('published', one);
		expect(items).toMatchObject([{ number: '1', ...NONE, requestId: own().requestId }]);
		expect(hints).toEqual([
			expect.stringMatching(/^Could not fetch the contact person: .*left empty/),
		]);
		expect((await quotationsAs('published', { ...one, simplify: false })).hints).toEqual([]);
	});
});

describe('the quotations of one deal', () => {
	beforeEach(() => setQuotations(['SENT', 1], ['SENT', 2], ['DRAFT', 3], ['REJECTED', 4]));
	const ofDeal = async (dealId: unknown, more: IDataObject = {}) =>
		await quotationsAs('published', { filters: { dealId, ...more } as IDataObject });

	it('are those of the same request', async () => {
		const [{ id, leadConfigurationId: requestId }] = deals();
		const { items, hints } = await ofDeal({ __rl: true, mode: 'list', value: id });
		expect(items).toMatchObject([
			{ number: '1', requestId },
			{ number: '4', requestId },
		]);
		expect(hints).toEqual([]);
		expect((await ofDeal(id, { statuses: ['REJECTED'] })).items).toMatchObject([{ number: '4' }]);
	});

	it.each<[string, Description, () => string, RegExp]>([
		['does not exist', 'published', () => identities.PROFILE_ID, /No deal with the ID/],
		['cannot be found', 'described', () => deals()[0].id, /does not offer deals by their ID/],
	])('are an error, not an empty list, if the deal %s', async (_what, description, id, words) => {
		await expect(quotationsAs(description, { filters: { dealId: id() } })).rejects.toThrow(words);
	});

	it('are an error if the list is refused', async () => {
		faults('listQuotationsAsPublished');
		await expect(ofDeal(deals()[0].id)).rejects.toThrow('Could not list the quotations');
	});
});
