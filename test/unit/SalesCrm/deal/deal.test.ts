import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../../support/failure';
import { useNock } from '../../../support/fakeService';
import { dealOfId, deals, history, requestsTo } from '../../../support/historyRuns';
import { uuid } from '../../../support/uuid';
import { TOOL } from '../../../support/workflow';

/**
 * Deal: Get and Get Many. The first three deals of the sandbox, read off its histories, with the
 * figures worked out by hand for midnight of 1 April 2025, UTC. Their stories: history.test.ts.
 */

const NOBODY = uuid(0xff);
const JACOBS = '327dea2c-6fbb-565e-b210-d8faa2fee4a4';
const NOW = 1_743_465_600_000;

useNock();
beforeEach(() => {
	sandbox.reset({ deals: 3 });
	// What a deal's own route adds: deal.details.test.ts.
	sandbox.switches.faults = [{ kind: 'status', route: 'getItem', status: 404, every: 1 }];
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => jest.restoreAllMocks());

const pick = (rows: IDataObject[], ...fields: string[]) =>
	rows.map((row) => fields.map((field) => row[field]));
const family = ({ title }: IDataObject) => String(title).replace(/^.*familie /, '');
const found = async (filters: IDataObject, options: IDataObject = {}) =>
	(await deals({ filters, options })).map(family);

it('how the deals stand now, the one that changed last first', async () => {
	const rows = await deals({});
	expect(pick(rows, 'status', 'statusColor', 'enteredAt', 'daysInStatus')).toEqual([
		['Nieuw', '#2E86C1', '2025-03-25T09:16:17.019Z', 6.61],
		['Afspraak gepland', '#16A085', '2025-03-19T09:00:56.599Z', 12.62],
		['In onderhandeling', '#16A085', '2025-03-17T04:26:05.597Z', 14.82],
	]);
	expect(pick(rows, 'enteredCount', 'previousStatus', 'assignee', 'pipeline')).toEqual([
		[1, 'In uitvoering', 'Jasmine Dijkstra', 'Nieuwe leads'], // its two Nieuw are of two pipelines
		[1, 'Contact gelegd', 'Tristan Verhoeven', 'Nieuwe leads'],
		[1, 'Offerte verstuurd', 'Fabiënne de Nijs', 'Offertetraject'],
	]);
});

const nothing = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, null]));

it('every field of a deal, in the order of One language', async () => {
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
		...nothing('address', 'archived', 'custom'),
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

describe('as of a moment that is past', () => {
	it('the pipeline of a day: a date alone is its end in the zone of the workflow', async () => {
		// Jacobs was put to Offerte verstuurd at 08:27 and on at 04:26 the next day, UTC.
		const rows = await deals({ options: { asOf: '2025-03-16' } });
		expect(pick(rows, 'status', 'assignee', 'daysInStatus', 'lastChangeAt')).toEqual([
			['Offerte verstuurd', 'Fiep van de Velden', 0.61, '2025-03-16T08:27:39.500Z'],
			['Contact gelegd', 'Tristan Verhoeven', 1.95, '2025-03-15T00:12:31.387Z'],
			['Ingepland', 'Nomi Veenstra', 5.19, '2025-03-14T02:24:10.803Z'],
		]);
		const [{ json }] = await dealOfId(JACOBS, { options: { asOf: '2025-03-16' } });
		expect(json).toEqual(rows[0]);
	});

	it('filters, order and what is included are of that moment', async () => {
		const options = { asOf: '2025-03-16', sort: 'longestInStatus' };
		expect(await found({}, options)).toEqual(['Hendriks', 'van den Heuvel', 'Jacobs']);
		expect(await found({ statusIds: ['offerte verstuurd'] }, options)).toEqual(['Jacobs']);
		expect(await found({ minDaysInStatus: 5 }, options)).toEqual(['Hendriks']);
		expect(await found({ changedAfter: '2025-03-17' }, options)).toEqual([]);
		const both = { includeChanges: true, includeTimeInStatus: true };
		const [{ json }] = await dealOfId(JACOBS, { options: { ...options, ...both } });
		expect((json.changes as IDataObject[]).map(({ status, open }) => [status, open])).toEqual([
			['Offerte maken', false],
			['Offerte maken', false],
			['Offerte maken', false],
			['Offerte verstuurd', true],
		]);
		expect(json.timeInStatus).toMatchObject([
			{ current: false },
			{ current: true, latestDays: json.daysInStatus },
		]);
	});

	it('a deal that was not there yet is not there', async () => {
		const options = { asOf: '2025-03-05T12:05:37.728Z' };
		expect(await found({}, options)).toEqual(['van den Heuvel']);
		const { message, description } = await failure(dealOfId(JACOBS, { options }));
		expect(message).toBe(`The deal "${JACOBS}" did not exist at that time`);
		expect(description).toBe('Its first change was at 2025-03-05T12:05:37.729Z.');
		expect((await failure(dealOfId(NOBODY, { options }))).message).toContain('No deal with the ID');
		expect(await found({}, { asOf: '2025-03-05T12:05:37.729Z' })).toContain('Jacobs');
	});

	it('each item its own, with one read; now is what comes without it', async () => {
		const days = ['2025-03-17', '2025-03-04T12:00:00', '2025-04-01T00:00:00Z', '2025-04-01', ''];
		const items = days.map((day) => ({ json: { day } }));
		const rows = await deals({ options: { asOf: '={{ $json.day }}' } }, { items });
		const now = await deals({});
		expect(rows.map(family)).toHaveLength(3 + 0 + 3 + 3 + 3);
		// Today is now.
		expect(rows.slice(3)).toEqual([...now, ...now, ...now]);
		expect(requestsTo('listHistory')).toHaveLength(2);
		await expect(deals({ options: { asOf: 'last week' } })).rejects.toThrow(
			"'As Of' is not a date that can be read",
		);
		for (const asOf of ['2030-01-01', '2025-04-02', '2025-04-01T00:00:01Z']) {
			await expect(deals({ options: { asOf } })).rejects.toThrow("'As Of' is in the future");
		}
	});
});

it.each([
	[7, ['van den Heuvel', 'Jacobs']],
	['6.6', ['Hendriks', 'van den Heuvel', 'Jacobs']], // 6.61 days
	[571_422_981 / 86_400_000, ['Hendriks', 'van den Heuvel', 'Jacobs']], // to the millisecond
	[15, []],
	['', ['Hendriks', 'van den Heuvel', 'Jacobs']],
])('in their status for at least %p days', async (minDaysInStatus, families) => {
	expect(await found({ minDaysInStatus })).toEqual(families);
});

it.each([
	['newestFirst', ['Hendriks', 'van den Heuvel', 'Jacobs']],
	['oldestFirst', ['Jacobs', 'van den Heuvel', 'Hendriks']],
	['longestInStatus', ['Jacobs', 'van den Heuvel', 'Hendriks']],
])('%s, then cut', async (sort, families) => {
	expect(await found({}, { sort })).toEqual(families);
	const cut = await deals({ options: { sort }, returnAll: false, limit: 2 });
	expect(cut.map(family)).toEqual(families.slice(0, 2));
});

it('filters look at status, when it was entered, assignee, pipeline and last change of now', async () => {
	const [hendriks, heuvel] = await deals({});
	const { statusId, previousStatusId, lastChangeAt: at } = heuvel;
	const { assigneeId, pipelineId } = hendriks;
	const ids = [statusId, hendriks.statusId].map((id) => String(id).toUpperCase()).join(',');
	const cases: Array<[IDataObject, string[]]> = [
		[{ statusIds: [statusId] }, ['van den Heuvel']],
		[{ statusIds: [previousStatusId] }, []],
		[{ statusIds: ids }, ['Hendriks', 'van den Heuvel']],
		[{ assigneeIds: [assigneeId] }, ['Hendriks']],
		[{ assigneeIds: [assigneeId], statusIds: [statusId] }, []],
		// Van den Heuvel is in the pipeline of Hendriks, Jacobs in another.
		[{ pipelineIds: [pipelineId] }, ['Hendriks', 'van den Heuvel']],
		// The moment itself is after, and not before.
		[{ changedAfter: at }, ['Hendriks', 'van den Heuvel']],
		[{ changedBefore: at }, ['Jacobs']],
		[{ enteredAfter: heuvel.enteredAt }, ['Hendriks', 'van den Heuvel']],
		[{ enteredBefore: heuvel.enteredAt }, ['Jacobs']],
		// Assigned half a day after it entered its status.
		[{ enteredBefore: '2025-03-17T12:00:00Z', changedAfter: '2025-03-17T12:00:00Z' }, ['Jacobs']],
	] as never;
	for (const [filters, families] of cases) expect(await found(filters)).toEqual(families);
});

describe('names in place of ids', () => {
	it.each<[object, string[]]>([
		[{ statusIds: ['In onderhandeling'] }, ['Jacobs']],
		[{ statusIds: 'afspraak GEPLAND, in onderhandeling' }, ['van den Heuvel', 'Jacobs']],
		// Each pipeline has its own.
		[{ statusIds: ['nieuw'] }, ['Hendriks']],
		[{ assigneeIds: ['jasmine dijkstra'] }, ['Hendriks']],
		[
			{ assigneeIds: ['Fabienne3@zonendak.example', 'Tristan Verhoeven'] },
			['van den Heuvel', 'Jacobs'],
		],
	])('%j', async (filters, families) => {
		expect(await found(filters as IDataObject)).toEqual(families);
	});

	it('an unknown one is an error that lists those that are there', async () => {
		for (const run of [deals, history]) {
			const filters = { statusIds: ['Gewonnen!'] };
			const { message, description } = await failure(run({ filters }));
			expect(message).toBe('Unknown status "Gewonnen!"');
			expect(description).toMatch(/^Available: .*\bNieuw, .*In onderhandeling/);
			expect(description!.match(/Nieuw/g)).toHaveLength(1);
		}
		const { message, description } = await failure(deals({ filters: { assigneeIds: ['Piet'] } }));
		expect(message).toBe('Unknown user "Piet"');
		expect(description).toContain('Jasmine Dijkstra');
	});

	it('a text is tried whole before it is split at commas', async () => {
		const { statuses } = sandbox.world.profile();
		statuses.find(({ label }) => label === 'Afspraak gepland')!.label = 'Afspraak, gepland';
		expect(await found({ statusIds: 'afspraak, gepland' })).toEqual(['van den Heuvel']);
		expect(await found({ statusIds: 'Nieuw, In onderhandeling' })).toEqual(['Hendriks', 'Jacobs']);
		const { message } = await failure(found({ statusIds: 'Nieuw, Klaar' }));
		expect(message).toBe('Unknown status "Klaar"');
	});

	it('of IDs that are in no list: an error where none is known, else a hint', async () => {
		const { message, description } = await failure(found({ statusIds: [NOBODY] }));
		expect(message).toBe(`'Status': not in the list of statuses: ${NOBODY}`);
		expect(description).toContain('Available: Nieuw');
		expect(await found({ statusIds: [NOBODY, 'In onderhandeling'] })).toEqual(['Jacobs']);
	});

	it('a list that cannot be read is said, and ids do without it', async () => {
		sandbox.switches.faults = [{ kind: 'status', route: 'listStatuses', status: 403, every: 1 }];
		const { message, description } = await failure(deals({ filters: { statusIds: ['Nieuw'] } }));
		expect(message).toBe('The status "Nieuw" could not be looked up');
		expect(description).toMatch(/Could not fetch the statuses: .*403.*Enter the ID of the status/);
		const [{ statusId }] = await deals({});
		expect(await found({ statusIds: [statusId] })).toEqual(['Hendriks']);
	});
});

it('results are an error where the service does not show them', async () => {
	const { message } = await failure(deals({ filters: { results: ['open'] } }));
	expect(message).toBe(
		"'Results' cannot be used: your Sales CRM does not show which deals were won or lost",
	);
});

describe('what the options add', () => {
	it('is what Deal History gives, and nothing else changes', async () => {
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
		const [{ json }] = await dealOfId(JACOBS, { options: { includeTimeInStatus: true } });
		expect(json).toEqual({ ...plain[2], timeInStatus: of(times, JACOBS) });
	});

	it.each([
		[50, undefined],
		[120, 70],
	])('of %i changes a model is given the latest 50, and told how many more', async (many, more) => {
		const { history: entries } = sandbox.world.profile().deals.find(({ id }) => id === JACOBS)!;
		const at = (n: number) => ({ id: uuid(n), startTimestamp: NOW - many + n, endTimestamp: 0 });
		const [first] = entries;
		entries.splice(
			0,
			Infinity,
			...Array.from({ length: many }, (_, n) => ({ ...first, ...at(n) })),
		);
		const options = { includeChanges: true };
		const [whole] = await deals({ search: 'Jacobs', options });
		expect(whole).not.toHaveProperty('changesOmitted');
		const changes = (whole.changes as IDataObject[]).slice(-50);
		const latest = { ...whole, changes, ...(more && { changesOmitted: more }) };
		expect((await dealOfId(JACOBS, { options }, { type: TOOL }))[0].json).toEqual(latest);
		expect(await deals({ search: 'Jacobs', options }, { type: TOOL })).toEqual([latest]);
	});
});

describe('which deal is got', () => {
	it.each([
		['from the list', JACOBS, 'list'],
		[
			'by its id in upper case, with blanks and invisible signs',
			` \u200b${JACOBS.toUpperCase()}\n`,
			'id',
		],
		['by an address', `https://crm.example/deals/${JACOBS}?tab=history`, 'id'],
	])('%s', async (_how, value, mode) => {
		const [{ json }] = await dealOfId(JACOBS, { dealId: { __rl: true, mode, value } });
		expect(family(json)).toBe('Jacobs');
	});

	it('an id that the history does not hold fails its item alone, which says which it was', async () => {
		const ids = [JACOBS, NOBODY, 'undefined', ''];
		const items = ids.map((id) => ({ json: { id } }));
		const run = { items, onError: 'continueRegularOutput' as const };
		const [jacobs, ...failed] = await dealOfId('={{ $json.id }}', {}, run);
		expect(jacobs.json.dealId).toBe(JACOBS);
		const unknown = (id: string) =>
			`No deal with the ID "${id}" in the history. The history contains 3 deals. Choose the deal from the list, or check its ID and the company profile.`;
		expect(failed.map(({ json }) => json)).toEqual([
			{ error: unknown(NOBODY), item: { id: NOBODY } },
			{ error: unknown('undefined'), item: { id: 'undefined' } },
			{ error: "'Deal' is empty. Enter the ID of the deal.", item: { id: '' } },
		]);
	});
});
