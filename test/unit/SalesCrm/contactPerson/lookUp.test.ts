import '../../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../../support/failure';
import { requestsTo } from '../../../support/historyRuns';
import { runOperation } from '../../../support/nodeRuns';
import { uuid } from '../../../support/uuid';

/** Look Up, on a service as published. The first two deals are of one person, the third of somebody else. */

beforeEach(() => {
	sandbox.reset({ deals: 12, leads: 1, quotations: 12 });
	sandbox.switches.only = 'published';
	const { deals, requests, quotations, firstRequests } = profile();
	const [first, second, third] = deals;
	for (const { id } of quotations) requests.delete(id);
	for (const { person } of deals) person.phone = undefined;
	second.person = first.person;
	firstRequests.set(second.leadConfigurationId, first.leadConfigurationId);
	Object.assign(first.person, { first: 'Zoë', last: 'van Dam', phone: '06 1234 5678' });
	Object.assign(first.person, { street: 'Dorpsstraat', number: '12', postcode: '1234 AB' });
	Object.assign(first.person, { place: 'Ergenshuizen', email: 'zoe@voorbeeld.example' });
	third.person = { ...third.person, email: 'bram@voorbeeld.example', last: 'Bos' };
	requests.set(quotations[0].id, second.leadConfigurationId);
	requests.set(quotations[1].id, third.leadConfigurationId);
	Object.assign(quotations[0], { status: 'ACCEPTED' });
});

const profile = () => sandbox.world.profile();

const lookUp = async (by: string, value: unknown, more: IDataObject = {}, type?: string) =>
	await runOperation('contactPerson', 'lookUp', { by, value: value as string, ...more }, {
		type,
	} as never);

const KEYS =
	'found, name, email, phone, matchedBy, contactDetails, deals, quotations, invoices, contracts, unclear, contactPersonId, requestIds, companyProfileId';

it('a person has the deals and documents of all requests, the newest first', async () => {
	const { rows, hints } = await lookUp('phone', '+31 (0)6-12345678');
	const { deals, quotations } = profile();
	const [first, second] = deals;
	const iso = (ms: number) => new Date(ms).toISOString();
	expect(rows).toEqual([
		expect.objectContaining({
			...{ found: true, name: 'Zoë van Dam', email: 'zoe@voorbeeld.example' },
			...{ phone: '06 1234 5678', matchedBy: 'phone', unclear: false },
			requestIds: [first.leadConfigurationId, second.leadConfigurationId],
			companyProfileId: identities.PROFILE_ID,
		}),
	]);
	const [row] = rows;
	expect(Object.keys(row).join(', ')).toBe(KEYS);
	expect(row.contactDetails).toMatchObject({ street: 'Dorpsstraat', houseNumber: '12' });
	const newestFirst = [first, second].sort((a, b) => b.createdAt - a.createdAt);
	expect(row.deals).toEqual(
		newestFirst.map(({ id, summary, createdAt, updatedAt, value }) =>
			expect.objectContaining({
				...{ title: summary, value, dealId: id, archived: false },
				...{ createdAt: iso(createdAt), updatedAt: iso(updatedAt) },
			}),
		),
	);
	expect(Object.keys((row.deals as IDataObject[])[0]).join(', ')).toBe(
		'title, status, assignee, value, currency, result, pipeline, archived, createdAt, updatedAt, dealId',
	);
	const { number, id, total, createdAt } = quotations[0];
	expect(row.quotations).toEqual([
		{
			number,
			status: 'ACCEPTED',
			total,
			currency: 'EUR',
			createdAt: iso(createdAt),
			quotationId: id,
		},
	]);
	expect(row.invoices).toEqual([expect.objectContaining({ documentId: expect.any(String) })]);
	expect(row.contracts).toHaveLength(1);
	expect(hints).toEqual([]);
});

it('shows the same deals as Deal: Get Many', async () => {
	const [{ deals, requestIds }] = (await lookUp('phone', '0612345678')).rows;
	const { rows } = await runOperation('deal', 'getAll', {
		options: { includeArchived: true, includeQuotations: true },
	});
	const same = rows.filter(({ requestId }) => (requestIds as string[]).includes(String(requestId)));
	const keys = [
		'title',
		'status',
		'assignee',
		'value',
		'currency',
		'result',
		'pipeline',
		'archived',
		'dealId',
	];
	const pick = (all: IDataObject[]) =>
		all
			.map((one) => keys.map((key) => one[key]))
			.sort((a, b) => String(a).localeCompare(String(b)));
	expect(same).toHaveLength(2);
	expect(pick(deals as IDataObject[])).toEqual(pick(same));
});

it.each<[by: string, value: () => unknown]>([
	['email', () => 'ZOE@voorbeeld.example'],
	['name', () => 'dam zoe'],
	['quotationNumber', () => `#${profile().quotations[0].number}`],
	['requestId', () => profile().deals[1].leadConfigurationId.toUpperCase()],
])('somebody is found by %s', async (by, value) => {
	const { rows } = await lookUp(by, value());
	expect(rows.map(({ name, matchedBy }) => [name, matchedBy])).toEqual([['Zoë van Dam', by]]);
});

it('two people with one phone number are two items, and a deal of the wrong one is not shown', async () => {
	const [first, , third] = profile().deals;
	third.person.phone = first.person.phone;
	const { rows } = await lookUp('phone', '0612345678');
	expect(rows.map(({ unclear }) => unclear)).toEqual([true, true]);
	const bram = rows.find(({ email }) => email === third.person.email)!;
	expect((bram.deals as IDataObject[]).map(({ dealId }) => dealId)).toEqual([third.id]);
	expect(bram.quotations).toHaveLength(1);
});

it('it costs boards, pipelines, names, two lists, and a read for each person and pipeline; never the history', async () => {
	const items = [{ json: {} }, { json: {} }];
	await runOperation('contactPerson', 'lookUp', { by: 'phone', value: '0612345678' }, { items });
	const { boards, backlogs } = profile();
	expect(requestsTo('listItems')).toHaveLength(2 * backlogs.length);
	expect(requestsTo('listPipelines')).toHaveLength(boards.length);
	for (const once of [
		'listBoards',
		'listContactPersons',
		'listDocuments',
		'listUsersAsPublished',
		'listStatusesAsPublished',
	])
		expect([once, requestsTo(once).length]).toEqual([once, 1]);
	expect(requestsTo('listHistoryAsPublished')).toEqual([]);
});

it('twenty people at most, those updated last, and a hint counts the others', async () => {
	sandbox.reset({ deals: 23, leads: 0, quotations: 0 });
	for (const [n, deal] of profile().deals.entries()) {
		Object.assign(deal.person, { first: `An ${String.fromCharCode(65 + n)}`, last: 'Bos' });
		deal.createdAt = Date.UTC(2026, 0, 1 + n);
	}
	const { rows, hints } = await lookUp('name', 'bos');
	const names = Array.from({ length: 20 }, (_, n) => `An ${String.fromCharCode(87 - n)} Bos`);
	expect(rows.map(({ name }) => name)).toEqual(names);
	expect(hints).toEqual([
		'3 more people match: the 20 updated last are shown. Enter something more exact.',
	]);
});

it.each([
	['item', [expect.objectContaining({ found: false, name: null, deals: null, unclear: false })]],
	['nothing', []],
])('nobody found: %s', async (ifNotFound, rows) => {
	expect((await lookUp('phone', '0699999999', { ifNotFound })).rows).toEqual(rows);
	expect(requestsTo('listDocuments')).toEqual([]);
});

it('nobody found may be an error; what cannot be compared has a reason; nothing is an error', async () => {
	const { message } = await failure(
		lookUp('email', 'an@voorbeeld.example', { ifNotFound: 'error' }),
	);
	expect(message).toBe('No contact person has the email address "an@voorbeeld.example"');
	const [{ found, reason }] = (await lookUp('phone', '12')).rows;
	expect([found, reason]).toEqual([
		false,
		'"12" is not a valid phone number. It needs at least 8 digits.',
	]);
	expect((await failure(lookUp('phone', '={{ undefined }}'))).message).toMatch(/'Value' is empty/);
});

it('a part that is refused is null, with a hint; contact persons that are refused are an error', async () => {
	const refuse = (route: string) =>
		void (sandbox.switches.faults = [{ kind: 'status', status: 403, route, every: 1 }]);
	refuse('listDocuments');
	const documents = await lookUp('phone', '0612345678');
	expect(documents.rows[0]).toMatchObject({ quotations: null, invoices: null, contracts: null });
	expect(documents.rows[0].deals).toHaveLength(2);
	expect(documents.hints.join()).toMatch(/may not read documents.*are left empty/);
	refuse('listBoards');
	// The lead as well: it is unknown which are deals.
	expect((await lookUp('phone', '0612345678')).rows[0].deals).toHaveLength(3);
	refuse('listItems');
	const items = await lookUp('phone', '0612345678');
	expect(items.rows[0].deals).toBeNull();
	expect(items.hints.join()).toMatch(/Deals are left empty/);
	refuse('listContactPersons');
	const { message } = await failure(lookUp('phone', '0612345678'));
	expect(message).toMatch(/^Nobody can be looked up: this account may not read contact persons/);
});

it('a service that ignores the filter is noticed, and no deal of others is shown', async () => {
	sandbox.switches.personFilter = 'ignored';
	const { rows, hints } = await lookUp('phone', '0612345678');
	expect(rows[0].deals).toHaveLength(2);
	expect(hints.join()).toMatch(/returned deals of other people as well/);
});

it('a deal that names no request is not shown', async () => {
	const body = { message: 'OK', items: [{ id: uuid(1), summary: 'Dak' }] };
	sandbox.switches.faults = [{ kind: 'failure200', route: 'listItems', every: 1, body }];
	expect((await lookUp('phone', '0612345678')).rows[0].deals).toEqual([]);
});

it('on a service as described alone, one sentence says what it lacks', async () => {
	sandbox.switches.only = 'described';
	// Of this one nothing has answered yet.
	const companyProfileId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
	const { message } = await failure(
		lookUp('phone', '0612345678', { options: { companyProfileId } }),
	);
	expect(message).toBe('Nobody can be looked up: your Sales CRM does not offer contact persons');
});
