import '../../../support/freshAccount';

import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { dealOfId, deals, history, requestsTo } from '../../../support/historyRuns';
import { runOperation } from '../../../support/nodeRuns';
import { uuid } from '../../../support/uuid';

/** Deal: Get and Get Many for the first three deals of the sandbox, with figures that were worked out by hand. */

const NOBODY = uuid(0xff);
const JACOBS = '327dea2c-6fbb-565e-b210-d8faa2fee4a4';
const NOW = Date.parse('2025-04-01T00:00:00Z');

beforeEach(() => {
	sandbox.reset({ deals: 3 });
	// What the deal's own route adds is tested in deal.details.test.ts.
	sandbox.switches.faults = [{ kind: 'status', route: 'getItem', status: 404, every: 1 }];
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => jest.restoreAllMocks());

const pick = (rows: IDataObject[], ...fields: string[]) =>
	rows.map((row) => fields.map((field) => row[field]));
const family = ({ title }: IDataObject) => String(title).replace(/^.*familie /, '');
const found = async (filters: IDataObject, options: IDataObject = {}) =>
	(await deals({ filters, options })).map(family);

const nothing = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, null]));

it('a fresh node lists deals, and needs nothing but its credential', async () => {
	const rows = (await runNode({})).map(({ json }) => json);
	expect(rows.map(({ dealId }) => dealId)).toContain(JACOBS);
});

it('a deal has these keys, in this order', async () => {
	const expected = {
		title: 'HR++ glas familie Jacobs',
		status: 'In onderhandeling',
		daysInStatus: 14.82,
		assignee: 'Fabiënne de Nijs',
		...nothing('value', 'currency', 'email', 'phone', 'result'),
		pipeline: 'Offertetraject',
		enteredAt: '2025-03-17T04:26:05.597Z',
		daysToStatus: 11.68,
		previousStatus: 'Offerte verstuurd',
		enteredCount: 1,
		assigneeEmail: 'fabienne3@zonendak.example',
		assignedAt: '2025-03-17T18:30:01.555Z',
		firstChangeAt: '2025-03-05T12:05:37.729Z',
		lastChangeAt: '2025-03-17T18:30:01.555Z',
		...nothing('address', 'contactDetails', 'archived', 'custom'),
		recordType: 'deal',
		...nothing('enteredManually', 'description', 'requestId'),
		statusColor: '#16A085',
		dealId: JACOBS,
		statusId: '4fcaacca-bab7-53e2-bf29-8685dc37d627',
		previousStatusId: 'a88d0fd6-7ef0-540e-a607-0779ac4faf77',
		assigneeId: 'd40761c6-0944-5cbd-9f08-d5b966bcda6e',
		pipelineId: '3af1a473-dcb8-59b6-beb0-06cdb031b853',
		companyProfileId: identities.PROFILE_ID,
	};
	const [{ json }] = await dealOfId(JACOBS);
	expect(json).toEqual(expected);
	expect(Object.keys(json)).toEqual(Object.keys(expected));
	expect(await deals({ search: 'Jacobs, "HR" (glas)' })).toEqual([expected]);
});

it('a search text that nobody types is an error', async () => {
	const { message } = await failure(deals({ search: `${'x,'.repeat(500)}x` }));
	expect(message).toBe('The search text has more than 1,000 characters');
});

describe('as of a past time', () => {
	it('the deals are those at the end of the day, in the time zone of the workflow', async () => {
		// Jacobs entered Offerte verstuurd at 08:27, and left it at 04:26 the next day, UTC.
		const rows = await deals({ options: { asOf: '2025-03-16' } });
		expect(pick(rows, 'status', 'assignee', 'daysInStatus', 'lastChangeAt')).toEqual([
			['Offerte verstuurd', 'Fiep van de Velden', 0.61, '2025-03-16T08:27:39.500Z'],
			['Contact gelegd', 'Tristan Verhoeven', 1.95, '2025-03-15T00:12:31.387Z'],
			['Ingepland', 'Nomi Veenstra', 5.19, '2025-03-14T02:24:10.803Z'],
		]);
		const [{ json }] = await dealOfId(JACOBS, { options: { asOf: '2025-03-16' } });
		expect(json).toEqual(rows[0]);
	});

	it('filters, order and changes are of that time', async () => {
		const options = { asOf: '2025-03-16', sort: 'longestInStatus' };
		expect(await found({}, options)).toEqual(['Hendriks', 'van den Heuvel', 'Jacobs']);
		expect(await found({ statusIds: ['offerte verstuurd'] }, options)).toEqual(['Jacobs']);
		expect(await found({ minDaysInStatus: 5 }, options)).toEqual(['Hendriks']);
		expect(await found({ changedAfter: '2025-03-17' }, options)).toEqual([]);
		const both = { includeChanges: true, includeTimeInStatus: true };
		const [{ json }] = await dealOfId(JACOBS, { options: { ...options, ...both } });
		expect((json.changes as IDataObject[]).map(({ open }) => open)).toEqual([
			...[false, false, false],
			true,
		]);
		expect(json.timeInStatus).toMatchObject([{ current: false }, { current: true }]);
	});

	it('a deal that did not exist yet is missing, and Get says when it began', async () => {
		const options = { asOf: '2025-03-05T12:05:37.728Z' };
		expect(await found({}, options)).toEqual(['van den Heuvel']);
		const { message, description } = await failure(dealOfId(JACOBS, { options }));
		expect(message).toBe(`The deal "${JACOBS}" did not exist at that time`);
		expect(description).toBe('Its first change was at 2025-03-05T12:05:37.729Z.');
		expect(await found({}, { asOf: '2025-03-05T12:05:37.729Z' })).toContain('Jacobs');
	});

	it('each input item may have another time; today means now', async () => {
		const days = ['2025-03-17', '2025-03-04T12:00:00', '2025-04-01T00:00:00Z', '2025-04-01'];
		const items = days.map((day) => ({ json: { day } }));
		const rows = await deals({ options: { asOf: '={{ $json.day }}' } }, { items });
		expect(requestsTo('listHistory')).toHaveLength(1);
		const now = await deals({});
		expect(rows).toHaveLength(3 + 0 + 3 + 3);
		expect(rows.slice(3)).toEqual([...now, ...now]);
	});

	it('the future is an error', async () => {
		await expect(deals({ options: { asOf: '2025-04-02' } })).rejects.toThrow('is in the future');
	});
});

it.each([
	['newestFirst', ['Hendriks', 'van den Heuvel', 'Jacobs']],
	['oldestFirst', ['Jacobs', 'van den Heuvel', 'Hendriks']],
	['longestInStatus', ['Jacobs', 'van den Heuvel', 'Hendriks']],
])('the sort %s is applied before the limit', async (sort, families) => {
	expect(await found({}, { sort })).toEqual(families);
	const cut = await deals({ options: { sort }, returnAll: false, limit: 2 });
	expect(cut.map(family)).toEqual(families.slice(0, 2));
});

// Heuvel entered its status, and was changed last, at 09:00:56.599; Jacobs was assigned half a day after its move.
it.each<[IDataObject, string[]]>([
	[{ changedAfter: '2025-03-19T09:00:56.599Z' }, ['Hendriks', 'van den Heuvel']],
	[{ changedBefore: '2025-03-19T09:00:56.599Z' }, ['Jacobs']],
	[{ enteredBefore: '2025-03-17T12:00:00Z', changedAfter: '2025-03-17T12:00:00Z' }, ['Jacobs']],
])('the filters %j look at the deals as they are now', async (filters, families) => {
	expect(await found(filters)).toEqual(families);
});

describe('names in place of IDs', () => {
	it('that are unknown are an error that lists all', async () => {
		const { message, description } = await failure(found({ statusIds: ['Gewonnen!'] }));
		expect(message).toBe('Unknown status "Gewonnen!"');
		expect(description).toMatch(/^Available: .*\bNieuw, (?!.*Nieuw)/);
	});

	it('may contain commas', async () => {
		const { statuses } = sandbox.world.profile();
		statuses.find(({ label }) => label === 'Afspraak gepland')!.label = 'Afspraak, gepland';
		expect(await found({ statusIds: 'afspraak, gepland' })).toEqual(['van den Heuvel']);
		expect(await found({ statusIds: 'Nieuw, In onderhandeling' })).toEqual(['Hendriks', 'Jacobs']);
	});

	it('IDs that are in no list are an error if none of them is known, otherwise a hint', async () => {
		const { message, description } = await failure(found({ statusIds: [NOBODY] }));
		expect(message).toBe(`'Status Names or IDs': not in the list of statuses: ${NOBODY}`);
		expect(description).toContain('Available: Nieuw');
		const filters = { statusIds: [NOBODY, 'In onderhandeling'] };
		const { rows, hints } = await runOperation('deal', 'getAll', { filters });
		expect(rows.map(family)).toEqual(['Jacobs']);
		expect(hints).toEqual([`${message}. It may have been removed.`]);
	});

	it('are an error if their list cannot be read, and IDs are not', async () => {
		sandbox.switches.faults = [{ kind: 'status', route: 'listStatuses', status: 403, every: 1 }];
		const { message, description } = await failure(deals({ filters: { statusIds: ['Nieuw'] } }));
		expect(message).toMatch(
			/^The status "Nieuw" could not be looked up: this account may not read/,
		);
		expect(description).toMatch(
			/^Enter the ID of the status\..*Could not fetch the statuses: .*403/,
		);
		const [{ statusId }] = await deals({});
		expect(await found({ statusIds: [statusId] })).toEqual(['Hendriks']);
	});
});

it('what the options add is the same as in Deal History', async () => {
	const changes = await history({});
	const times = await history({ operation: 'getTimeInStatus' });
	const of = (rows: IDataObject[], id: unknown) => rows.filter(({ dealId }) => dealId === id);
	const plain = await deals({});
	expect(await deals({ options: { includeChanges: true, includeTimeInStatus: true } })).toEqual(
		plain.map((deal) => ({
			...deal,
			changes: of(changes, deal.dealId),
			timeInStatus: of(times, deal.dealId),
		})),
	);
});

it('Get fails the item whose deal is not there, with the ID in the error', async () => {
	const items = [JACOBS, NOBODY].map((id) => ({ json: { id } }));
	const run = { items, onError: 'continueRegularOutput' as const };
	const words = expect.stringMatching(`^No deal with the ID "${NOBODY}" in the history`);
	expect(await dealOfId('={{ $json.id }}', {}, run)).toMatchObject([
		{ json: { dealId: JACOBS }, pairedItem: { item: 0 } },
		{ json: { error: words, item: { id: NOBODY } }, pairedItem: { item: 1 } },
	]);
});

it('each profile and each body has its own read, shared by all items', async () => {
	const profiles = [identities.PROFILE_ID, identities.SECOND_PROFILE_ID];
	const items = Array.from({ length: 60 }, (_, n) => {
		const profile = profiles[n % 2];
		const { id } = sandbox.world.profile(profile).deals[n % 3];
		return { json: { profile, id, body: n % 3 === 0 ? ' {"n": 1} ' : '{"n":1}' } };
	});
	const options = { companyProfileId: '={{ $json.profile }}', requestBody: '={{ $json.body }}' };
	const run = { items, scheme: 'serviceAccount' } as const;
	const found = await dealOfId('={{ $json.id }}', { options }, run);
	expect(found.map(({ json }) => json.dealId)).toEqual(items.map(({ json }) => json.id));
	expect(found.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(requestsTo('listHistory', 'listStatuses', 'listUsers')).toHaveLength(6);
});
