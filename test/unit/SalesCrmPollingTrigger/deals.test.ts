import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { triggerItem } from '../../../nodes/deals/change';
import { dealOf } from '../../support/deals';
import { HandPoller, PROFILE } from '../../support/handPoller';
import {
	ANNA,
	BOILER,
	BRAM,
	GONE,
	LEADS,
	NEW,
	NEW_AT_WORK,
	ROOF,
	STATUSES,
	TALKING,
	USERS,
	WORK,
} from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** What the polling trigger tells of deals, on a clock of its own. */

const NOW = Date.parse('2026-03-03T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let now = NOW;

/** A wait between two tries takes no time but that of the test. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => await Promise.resolve(void (now += ms)),
}));
let poller: HandPoller;

beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	poller = new HandPoller();
	const deals = structuredClone([ROOF, BOILER]);
	Object.assign(poller, { deals, statuses: STATUSES, users: USERS });
});

afterEach(() => jest.restoreAllMocks());

const listen = async (events: string[], more: object = {}) => {
	poller.parameters = { events, ...more };
	return told(await poller.activate());
};

let entries = 0;

/** Something happens to a deal; gives the id of the entry that the history then holds of it. */
function happened(entry: Partial<HistoryEntry> = {}, deal: HistoryItem = poller.deals[0]): string {
	const made = {
		id: `entry ${++entries}`,
		startTimestamp: now + entries,
		endTimestamp: 0,
		...movedTo(statusOf(deal) === TALKING ? NEW : TALKING),
		...entry,
	} as HistoryEntry;
	const last = deal.history.at(-1);
	if (last?.endTimestamp === 0) last.endTimestamp = made.startTimestamp;
	deal.history.push(made);
	return made.id;
}

/** By the order in which things happened. */
const statusOf = ({ history }: HistoryItem) =>
	history.findLast(({ type }) => type === 'STATUS_CHANGED')?.metaData?.propertyValue?._id;

const movedTo = (_id: string) => ({
	type: 'STATUS_CHANGED',
	metaData: { propertyValue: { _id, type: 'STATUS' } },
});

const assignedTo = (_id: string) => ({
	type: 'USER_CHANGED',
	metaData: { propertyValue: { _id, type: 'USER' } },
});

/** A deal that was made a while ago, unless it is told when. */
function newDeal(entry: Partial<HistoryEntry> = {}, backlogId = LEADS): HistoryItem {
	const deal: HistoryItem = {
		id: uuid(0xde00 + ++entries),
		backlogId,
		summary: 'Dak',
		companyProfileId: [PROFILE],
		history: [],
	};
	happened({ ...movedTo(NEW), ...entry }, deal);
	poller.deals.push(deal);
	return deal;
}

const told = (items: Array<{ triggeredBy?: unknown; changeId?: unknown }>) =>
	items.map(({ triggeredBy, changeId }) => `${String(triggeredBy)} ${String(changeId)}`);

const polled = async () => told(await poller.poll());

const day = (days: number) => new Date(NOW + days * DAY).toISOString();

describe('the item', () => {
	it('has the keys of a change, with names, and null for what history does not hold', async () => {
		await listen(['dealStatusChanged']);
		happened({ id: 'moved', startTimestamp: NOW });
		const [item] = await poller.poll();
		expect(item).toEqual({
			...triggerItem({}),
			title: ROOF.summary,
			status: 'In gesprek',
			previousStatus: 'Nieuw',
			assignee: BRAM.name,
			assigneeEmail: BRAM.email,
			assigneeId: BRAM.id,
			pipeline: 'Pipeline 1',
			occurredAt: '2026-03-03T12:00:00.000Z',
			changeType: 'STATUS_CHANGED',
			triggeredBy: 'dealStatusChanged',
			changeId: 'moved',
			dealId: ROOF.id,
			statusId: TALKING,
			previousStatusId: NEW,
			pipelineId: LEADS,
			companyProfileId: PROFILE,
		});
	});

	it('goes through without names, and the log says why', async () => {
		await listen(['dealStatusChanged']);
		const id = happened();
		poller.faults = { statuses: 403, 'get-users-for-company-profile': 500 };
		expect(await poller.poll()).toMatchObject([{ changeId: id, status: null, statusId: TALKING }]);
		expect(poller.log.toSorted().join()).toMatch(/statuses.*403.*users/);
	});
});

describe('at a service with boards', () => {
	const pipeline = (id: string, backlog_name: string) => ({ id, backlog_name, rank: '0' });
	beforeEach(() => {
		// Whether boards are offered is remembered.
		poller.credential = { ...poller.credential, baseUrl: `https://crm${++entries}.example` };
		poller.boards = [
			{ id: 'b1', board_name: 'Deals', board_type: 'DEALS', backlogs: [pipeline(WORK, 'Montage')] },
			{ id: 'b2', board_name: 'Leads', board_type: 'LEADS', backlogs: [pipeline(LEADS, 'Web')] },
		];
	});

	it('the item and the filters name the pipeline as its board does', async () => {
		const filters = { pipelineIds: ['web'] };
		await listen(['dealStatusChanged'], { filters });
		const id = happened();
		expect(await poller.poll()).toMatchObject([{ changeId: id, pipeline: 'Web' }]);
		happened({ ...movedTo(NEW_AT_WORK), startTimestamp: NOW }, poller.deals[1]);
		expect(await polled()).toEqual([]);
		expect(poller.log).toEqual([]);
	});

	it('a new lead and a new deal are two events', async () => {
		await listen(['dealCreated', 'leadCreated', 'dealStatusChanged']);
		const [lead, deal] = [newDeal(), newDeal(movedTo(NEW_AT_WORK), WORK)];
		const items = await poller.poll();
		expect(items).toMatchObject([
			{ triggeredBy: 'leadCreated', recordType: 'lead', dealId: lead.id },
			{ triggeredBy: 'dealCreated', recordType: 'deal', dealId: deal.id },
		]);
		await listen(['leadCreated']);
		const other = newDeal();
		newDeal(movedTo(NEW_AT_WORK), WORK);
		expect(await polled()).toEqual([`leadCreated ${other.history[0].id}`]);
	});

	it.each<[string, string[], string[]]>([
		['deals', ['Deal'], ['dealStatusChanged', 'dealStuck', 'dealCreated', 'leadCreated']],
		['leads', ['lead'], ['dealAssigned', 'dealCreated', 'leadCreated']],
		[
			'both',
			['deal', 'lead'],
			['dealStatusChanged', 'dealAssigned', 'dealStuck', 'dealCreated', 'leadCreated'],
		],
	])('Record Types: %s lets creations of both pass', async (_what, recordTypes, expected) => {
		const deal = newDeal({ ...movedTo(NEW_AT_WORK), startTimestamp: NOW - HOUR }, WORK);
		const lead = newDeal({ startTimestamp: NOW });
		const events = ['dealStatusChanged', 'dealAssigned', 'dealStuck', 'dealCreated', 'leadCreated'];
		const usual = { daysInStatus: 2, daysPerStatus: { status: [{ statusId: NEW, days: 0 }] } };
		await listen(events, { ...usual, filters: { recordTypes } });
		now = NOW + HOUR;
		happened({ ...movedTo(GONE), startTimestamp: now }, poller.deals[1]);
		happened({ ...assignedTo(ANNA.id), startTimestamp: now }, lead);
		newDeal({ startTimestamp: now });
		newDeal({ ...movedTo(NEW_AT_WORK), startTimestamp: now }, WORK);
		now = NOW + 47.5 * HOUR;
		const came = (await poller.poll()).map(({ triggeredBy }) => triggeredBy);
		expect(came.toSorted()).toEqual(expected.toSorted());
		expect(deal.history).toHaveLength(1);
	});

	it('leads cannot be told from deals where boards cannot be read: the poll fails', async () => {
		poller.faults = { boards: 500 };
		await expect(listen(['leadCreated'])).rejects.toThrow(/^Could not fetch the boards/);
		poller.faults = {};
		await listen(['leadCreated']);
		const lead = newDeal();
		poller.faults = { boards: 503 };
		expect(await poller.activate()).toEqual([]);
		poller.faults = {};
		expect(await polled()).toEqual([`leadCreated ${lead.history[0].id}`]);
	});

	it('that cannot be read now, the item goes through, and the log says why', async () => {
		await listen(['dealStatusChanged']);
		const id = happened();
		poller.faults = { boards: 403 };
		expect(await poller.poll()).toMatchObject([
			{ changeId: id, pipeline: null, pipelineId: LEADS, status: 'In gesprek' },
		]);
		expect(poller.log).toEqual([expect.stringMatching(/boards.*403.*pipelines are left empty/)]);
		poller.parameters.filters = { pipelineIds: ['Web'] };
		await expect(poller.poll()).rejects.toThrow('The pipeline "Web" could not be looked up');
	});

	it('the first status of a pipeline is that of the first position', async () => {
		poller.statuses = STATUSES.map((status, n) => ({ ...status, position: -n }));
		await listen(['dealStatusChanged']);
		newDeal({ ...movedTo(TALKING) });
		expect(await polled()).toEqual([]);
		const other = newDeal({ ...movedTo(NEW) });
		expect(await polled()).toEqual([`dealStatusChanged ${other.history[0].id}`]);
	});
});

it.each<[string, string[], object]>([
	['the event', ['leadCreated'], {}],
	['the filter', ['dealStatusChanged'], { recordTypes: ['lead'] }],
])('without boards %s of leads fails the activation', async (_what, events, filters) => {
	await expect(listen(events, { filters })).rejects.toThrow(
		/^Leads and deals cannot be told apart.*boards.*'Lead: Created'.*'Record Types'/,
	);
});

describe('what is new', () => {
	it.each<[string, () => Array<Partial<HistoryEntry>>, number[]]>([
		['one change', () => [{}], [0]],
		['an end of an entry is none', () => [], []],
		[
			'oldest first',
			() => [{ startTimestamp: now }, { startTimestamp: now - HOUR, ...movedTo(GONE) }],
			[1, 0],
		],
		['of 23 hours before the latest one', () => [{ startTimestamp: now - 48 * HOUR }], [0]],
		['of more than a day before the latest one', () => [{ startTimestamp: now - 50 * HOUR }], []],
		['far ahead of our clock', () => [{ startTimestamp: now + 30 * DAY }], [0]],
		['of a kind that nobody described', () => [{ type: 'PRIORITY_CHANGED', metaData: {} }], []],
	])('%s', async (_what, make, expected) => {
		await listen(['dealStatusChanged']);
		const last = poller.deals[0].history.at(-1)!;
		last.endTimestamp = now;
		const ids = make().map((entry) => happened(entry));
		expect(await polled()).toEqual(expected.map((n) => `dealStatusChanged ${ids[n]}`));
		expect(await polled()).toEqual([]);
	});

	it.each<[string, () => void, Array<string | null>]>([
		['a deal that is new', () => void newDeal(), []],
		['of a new deal its next move', () => void happened({}, newDeal()), [NEW]],
		['a deal that begins in another status', () => void newDeal(movedTo(TALKING)), [null]],
		['one that begins in a status of no list', () => void newDeal(movedTo(GONE)), [null]],
		['a deal that is put where it stands', () => void happened(movedTo(NEW)), []],
		['an entry that names no status', () => void happened({ metaData: {} }), []],
		[
			'a move after one that names none',
			() => (happened({ metaData: {} }), void happened()),
			[NEW],
		],
		['an assignment', () => void happened(assignedTo(ANNA.id)), []],
	])('as a move, %s', async (_what, befalls, previous) => {
		await listen(['dealStatusChanged']);
		befalls();
		const items = await poller.poll();
		expect(items.map(({ previousStatusId }) => previousStatusId)).toEqual(previous);
		expect(await poller.poll()).toEqual([]);
	});

	it('is told once where a deal, and an entry, is listed twice', async () => {
		await listen(['dealStatusChanged']);
		const id = happened();
		poller.deals.push(structuredClone(poller.deals[0]));
		expect(await polled()).toEqual([`dealStatusChanged ${id}`]);
		expect(await polled()).toEqual([]);
	});

	it('a change far ahead of our clock hides no later one', async () => {
		await listen(['dealStatusChanged']);
		const ahead = happened({ startTimestamp: now + 30 * DAY });
		const next = happened(movedTo(GONE));
		expect(await polled()).toEqual([next, ahead].map((id) => `dealStatusChanged ${id}`));
		const later = happened();
		expect(await polled()).toEqual([`dealStatusChanged ${later}`]);
	});

	it('comes 1,000 at a time, in order, none skipped, also over a restart', async () => {
		await listen(['dealStatusChanged']);
		const ids = Array.from({ length: 2500 }, () => happened()).map(
			(id) => `dealStatusChanged ${id}`,
		);
		expect(await polled()).toEqual(ids.slice(0, 1000));
		poller.stop();
		expect(told(await poller.activate())).toEqual(ids.slice(1000, 2000));
		expect(await polled()).toEqual(ids.slice(2000));
		expect(await polled()).toEqual([]);
	});
});

describe('filters', () => {
	const filtered = async (filters: object, events = ['dealStatusChanged', 'dealAssigned']) =>
		await listen(events, { filters });

	it('to and from status pass no assignment', async () => {
		await filtered({ toStatusIds: [TALKING], fromStatusIds: [NEW] });
		const moved = happened();
		happened(assignedTo(ANNA.id));
		expect(await polled()).toEqual([`dealStatusChanged ${moved}`]);
	});

	it('a deal that moved on to another pipeline at once is told in the one that it left', async () => {
		const deal = newDeal({ startTimestamp: now - HOUR });
		await filtered({ pipelineIds: [LEADS] });
		const won = happened(movedTo(TALKING), deal);
		happened(movedTo(NEW_AT_WORK), deal);
		deal.backlogId = WORK;
		const items = await poller.poll();
		expect(told(items)).toEqual([`dealStatusChanged ${won}`]);
		expect(items).toMatchObject([{ pipelineId: LEADS, status: 'In gesprek' }]);
	});

	it('a status that is in no list is of the pipeline of its deal', async () => {
		await filtered({ pipelineIds: LEADS });
		const id = happened(movedTo(uuid(0x99)));
		expect(await polled()).toEqual([`dealStatusChanged ${id}`]);
	});

	it('by pipeline, a poll fails while the statuses cannot be read, and loses nothing', async () => {
		await filtered({ pipelineIds: [LEADS] });
		const id = happened();
		poller.faults = { statuses: 500 };
		await expect(poller.poll()).rejects.toThrow('Could not fetch the statuses');
		poller.faults = {};
		expect(await polled()).toEqual([`dealStatusChanged ${id}`]);
	});

	it.each<[string, object]>([
		['a label, whatever its case', { toStatusIds: [' in GESPREK '] }],
		['a label of two pipelines', { fromStatusIds: 'Nieuw' }],
		['a pipeline', { pipelineIds: 'pipeline 1' }],
		['the name of a user', { assigneeIds: 'Bram Smit' }],
		['the email of a user, and another', { assigneeIds: `${ANNA.id}, ${BRAM.email}` }],
	])('by name: %s', async (_what, filters) => {
		await filtered(filters);
		const id = happened();
		happened({ ...movedTo(NEW_AT_WORK), startTimestamp: now - 1 }, poller.deals[1]);
		expect(await polled()).toEqual([`dealStatusChanged ${id}`]);
	});

	it.each<[string, object, RegExp]>([
		['a name', { toStatusIds: ['Won'] }, /^Unknown status "Won".*Available: Nieuw, In gesprek/],
		['an ID of another account', { toStatusIds: [uuid(0x77)] }, /^'Status': not in the list/],
		['a pipeline', { pipelineIds: ['Pipeline 9'] }, /^Unknown pipeline .*Pipeline 1, Pipeline 2/],
	])('%s that nothing has fails the activation, and the test', async (_what, filters, why) => {
		await expect(filtered(filters)).rejects.toThrow(why);
		await expect(poller.fetchTestEvent()).rejects.toThrow(/^(Unknown|'Status')/);
	});

	it('a status that is gone fails the polls aloud; beside one that exists it is a word in the log', async () => {
		await filtered({ toStatusIds: ['In gesprek'] });
		const id = happened();
		poller.statuses = STATUSES.map((status) => ({ ...status, label: `${status.label}!` }));
		await expect(poller.poll()).rejects.toThrow(/^Unknown status "In gesprek"/);
		poller.statuses = STATUSES;
		expect(await polled()).toEqual([`dealStatusChanged ${id}`]);
		await filtered({ toStatusIds: [TALKING, GONE] });
		expect(poller.log.join()).toContain(`'Status': not in the list of statuses: ${GONE}`);
	});

	it('by name, what cannot be looked up is waited for; IDs pass', async () => {
		await filtered({ toStatusIds: ['In gesprek'] });
		const id = happened();
		poller.faults = { statuses: 503 };
		expect(await poller.activate()).toEqual([]);
		await expect(poller.poll()).rejects.toThrow(/^The status "In gesprek" could not be looked up/);
		poller.parameters.filters = { toStatusIds: [TALKING] };
		expect(await polled()).toEqual([`dealStatusChanged ${id}`]);
	});

	it('of a wider filter replays nothing that was left out before', async () => {
		await filtered({ assigneeIds: [ANNA.id] });
		happened();
		expect(await polled()).toEqual([]);
		expect(await filtered({})).toEqual([]);
	});
});

describe('a deal that was created', () => {
	it('is one item, whatever else is chosen; its next change is another', async () => {
		await listen(['dealStatusChanged', 'dealCreated']);
		const deal = newDeal();
		const next = happened({}, deal);
		expect(await polled()).toEqual([
			`dealCreated ${deal.history[0].id}`,
			`dealStatusChanged ${next}`,
		]);
		happened({}, deal);
		expect(await polled()).toHaveLength(1);
	});

	it('is not one of which an earlier change comes late', async () => {
		const deal = newDeal({ startTimestamp: now - HOUR });
		await listen(['dealCreated', 'dealStatusChanged']);
		const late = happened({ startTimestamp: now - 2 * HOUR }, deal);
		expect(await polled()).toEqual([`dealStatusChanged ${late}`]);
	});

	it('with a status in the filters is judged by its first status, and not told before it has one', async () => {
		await listen(['dealCreated'], { filters: { toStatusIds: [NEW] } });
		const deal = newDeal(assignedTo(ANNA.id));
		expect(await polled()).toEqual([]);
		const first = happened(movedTo(NEW), deal);
		expect(await polled()).toEqual([`dealCreated ${first}`]);
		const other = newDeal(movedTo(TALKING));
		happened(movedTo(NEW), other);
		expect(await polled()).toEqual([]);
	});

	it('with an assignee is told when it is assigned to them first, however late', async () => {
		await listen(['dealCreated'], { filters: { assigneeIds: [ANNA.id] } });
		const [hers, his] = [newDeal(), newDeal()];
		expect(await polled()).toEqual([]);
		const first = happened(assignedTo(ANNA.id), hers);
		happened(assignedTo(BRAM.id), his);
		expect(await polled()).toEqual([`dealCreated ${first}`]);
		happened(assignedTo(ANNA.id), his);
		expect(await polled()).toEqual([]);
	});
});

describe('a deal that is stuck', () => {
	const days = { daysInStatus: 14 };

	beforeEach(() => (poller.deals = []));

	it('is told at the first poll after its days, once, with its days', async () => {
		const deal = newDeal({ startTimestamp: NOW });
		await listen(['dealStuck'], days);
		now = NOW + 14 * DAY - 1;
		expect(await poller.poll()).toEqual([]);
		now = NOW + 14.5 * DAY;
		expect(await poller.poll()).toMatchObject([
			{
				triggeredBy: 'dealStuck',
				daysInStatus: 14.5,
				changeId: deal.history[0].id,
				occurredAt: day(0),
				status: 'Nieuw',
			},
		]);
		now = NOW + 90 * DAY;
		expect(await poller.poll()).toEqual([]);
	});

	it.each<[string, (deal: HistoryItem) => void, boolean]>([
		['moved on', (deal) => void happened(movedTo(TALKING), deal), false],
		['put where it stands already', (deal) => void happened(movedTo(NEW), deal), true],
		['assigned', (deal) => void happened(assignedTo(ANNA.id), deal), true],
		['closed', (deal) => void (deal.history.at(-1)!.endTimestamp = now), false],
	])('%s meanwhile: %p', async (_what, befalls, isTold) => {
		const deal = newDeal({ startTimestamp: NOW });
		await listen(['dealStuck'], days);
		now = NOW + 13 * DAY;
		befalls(deal);
		// A weekend with the laptop asleep.
		now = NOW + 16 * DAY;
		expect(await polled()).toHaveLength(isTold ? 1 : 0);
	});

	it('was closed and opened again: its days count from then', async () => {
		const deal = newDeal({ startTimestamp: NOW });
		await listen(['dealStuck'], days);
		deal.history[0].endTimestamp = NOW + DAY;
		now = NOW + 3 * DAY;
		const opened = happened({ ...movedTo(NEW), startTimestamp: now }, deal);
		now = NOW + 16 * DAY;
		expect(await polled()).toEqual([]);
		now = NOW + 17 * DAY;
		expect(await polled()).toEqual([`dealStuck ${opened}`]);
	});

	it('was never closed while its status is open, whoever had it for a while beside', async () => {
		const deal = newDeal({ startTimestamp: NOW });
		await listen(['dealStuck'], days);
		happened(
			{ ...assignedTo(ANNA.id), startTimestamp: NOW + DAY, endTimestamp: NOW + 2 * DAY },
			deal,
		);
		happened({ ...assignedTo(BRAM.id), startTimestamp: NOW + 5 * DAY }, deal);
		deal.history[0].endTimestamp = 0;
		now = NOW + 14 * DAY;
		expect(await polled()).toEqual([`dealStuck ${deal.history[0].id}`]);
	});

	it('goes by the assignee of now, in the item and in the filter', async () => {
		const deal = newDeal({ startTimestamp: NOW });
		await listen(['dealStuck'], { ...days, filters: { assigneeIds: [ANNA.id] } });
		now = NOW + DAY;
		happened(assignedTo(BRAM.id), deal);
		happened(assignedTo(ANNA.id), deal);
		now = NOW + 14 * DAY;
		expect(await poller.poll()).toMatchObject([{ assignee: 'Anna Visser', status: 'Nieuw' }]);
	});

	describe.each<[string, () => void]>([
		['won', () => (poller.deals[0].technicalLabels = [{ type: 'DEAL_WON', timestamp: NOW }])],
		['lost', () => (poller.deals[0].technicalLabels = [{ type: 'DEAL_LOST', timestamp: NOW }])],
		['archived', () => (poller.deals[0].technicalLabels = [{ type: 'ITEM_ARCHIVED' }])],
		[
			'in a status of the category DONE',
			() => (poller.statuses = STATUSES.map((one) => ({ ...one, status_category: 'DONE' }))),
		],
	])('is not one that is %s', (_what, closes) => {
		it.each<[string, object, boolean]>([
			['', {}, false],
			[', unless Status names its status', { filters: { toStatusIds: ['Nieuw'] } }, true],
			[
				', unless Days per Status names its status',
				{ daysPerStatus: { status: [{ statusId: NEW.toUpperCase(), days: 14 }] } },
				true,
			],
			[
				', also if Days per Status names another one',
				{ daysPerStatus: { status: [{ statusId: TALKING, days: 14 }] } },
				false,
			],
		])('%s', async (_unless, more, isTold) => {
			newDeal({ startTimestamp: NOW });
			await listen(['dealStuck'], { ...days, ...more });
			closes();
			now = NOW + 15 * DAY;
			expect(await polled()).toHaveLength(isTold ? 1 : 0);
		});
	});

	it('has the days of its status, or never', async () => {
		const [quick, never, usual] = [NEW, TALKING, NEW_AT_WORK].map((status) =>
			newDeal({ ...movedTo(status), startTimestamp: NOW }),
		);
		const status = [
			{ statusId: NEW.toUpperCase(), days: 3 },
			{ statusId: TALKING, countsAsStuck: 'Never', days: 3 },
		];
		await listen(['dealStuck'], { daysInStatus: 5, daysPerStatus: { status } });
		now = NOW + 4 * DAY;
		expect(await polled()).toEqual([`dealStuck ${quick.history[0].id}`]);
		now = NOW + 100 * DAY;
		expect(await polled()).toEqual([`dealStuck ${usual.history[0].id}`]);
		expect(never.history).toHaveLength(1);
	});

	it('already at the first activation is told with "Also Existing Ones" alone', async () => {
		newDeal({ startTimestamp: NOW - 90 * DAY });
		expect(await listen(['dealStuck'], days)).toEqual([]);
		poller.store({});
		poller.stop();
		expect(await listen(['dealStuck'], { ...days, start: 'everything' })).toHaveLength(1);
		expect(await polled()).toEqual([]);
	});

	it('has days for a status by its name, in all pipelines; an unknown one fails the activation', async () => {
		const never = [newDeal({ startTimestamp: NOW }), newDeal(movedTo(NEW_AT_WORK), WORK)];
		const usual = newDeal({ ...movedTo(TALKING), startTimestamp: NOW });
		const perStatus = (statusId: string) => ({
			...days,
			daysPerStatus: { status: [{ statusId, days: 0 }] },
		});
		await expect(listen(['dealStuck'], perStatus('Won'))).rejects.toThrow(/^Unknown status "Won"/);
		const both = [GONE, 'nieuw'].map((statusId) => ({ statusId, days: 0 }));
		await listen(['dealStuck'], { ...days, daysPerStatus: { status: both } });
		expect(poller.log.join()).toContain(`'Days per Status': not in the list of statuses: ${GONE}`);
		now = NOW + 100 * DAY;
		expect(await polled()).toEqual([`dealStuck ${usual.history[0].id}`]);
		expect(never).toHaveLength(2);
	});

	it.each<[string, number, number[], number[]]>([
		['fewer', 7, [10, 8], [4]],
		['as many', 14, [], [10, 8, 4]],
		['more', 21, [], [20, 15, 10, 8, 4]],
		['none, for never', 0, [], []],
	])(
		'with %s days tells at once what is stuck by them, the rest later, each once',
		async (...given) => {
			const [, daysInStatus, atOnce, later] = given;
			const deals = new Map(
				[20, 15, 10, 8, 4].map((ago) => [
					ago,
					`dealStuck ${newDeal({ startTimestamp: NOW - ago * DAY }).history[0].id}`,
				]),
			);
			// What is there already is noted: 20 and 15 days.
			await listen(['dealStuck'], days);
			const keys = (ago: number[]) => ago.map((one) => deals.get(one));
			expect(await listen(['dealStuck'], { daysInStatus })).toEqual(keys(atOnce));
			expect(await polled()).toEqual([]);
			now += 20 * DAY;
			expect(await polled()).toEqual(keys(later));
			expect(await polled()).toEqual([]);
		},
	);

	it('a thousand of one moment are never split', async () => {
		for (let n = 0; n < 1500; n++) newDeal({ startTimestamp: NOW + (n < 999 ? 0 : 1) });
		for (let n = 0; n < 5; n++) newDeal({ startTimestamp: NOW + 2 });
		await listen(['dealStuck'], days);
		now = NOW + 20 * DAY;
		expect(await polled()).toHaveLength(1500);
		expect(await polled()).toHaveLength(5);
		expect(await polled()).toEqual([]);
	});

	it('chosen together with moves comes in the order of time', async () => {
		newDeal({ startTimestamp: NOW - 9 * DAY });
		const deal = newDeal({ startTimestamp: NOW });
		await listen(['dealStuck', 'dealStatusChanged'], { daysInStatus: 1 });
		const before = happened({ startTimestamp: NOW + DAY - 1 });
		const after = happened({ startTimestamp: NOW + DAY + 1 });
		now = NOW + 1.5 * DAY;
		expect(await polled()).toEqual([
			`dealStatusChanged ${before}`,
			`dealStuck ${deal.history[0].id}`,
			`dealStatusChanged ${after}`,
		]);
	});
});

describe('the first activation', () => {
	it('"Also Existing Ones" starts with the moves of the past days, and goes on from there', async () => {
		const [old, a, b] = [60, 40, 1].map((hours) =>
			happened({ startTimestamp: now - hours * HOUR }),
		);
		const came = await listen(['dealStatusChanged'], { start: 'everything', pastDays: 2 });
		expect(came).toEqual(expect.arrayContaining([a, b].map((id) => `dealStatusChanged ${id}`)));
		expect(came).not.toContain(`dealStatusChanged ${old}`);
		expect(await polled()).toEqual([]);
	});

	it('"Also Existing Ones" of days comes 1,000 at a time, and none is lost for being older than a day', async () => {
		const deal = newDeal({ startTimestamp: now - 90 * HOUR });
		const ids = Array.from({ length: 1500 }, (_, n) =>
			happened({ startTimestamp: now - 60 * HOUR + n * 60_000 }, deal),
		);
		ids.push(happened({ startTimestamp: now }, deal));
		const came = await listen(['dealStatusChanged'], { start: 'everything', pastDays: 3 });
		came.push(...(await polled()));
		expect(came).toEqual(expect.arrayContaining(ids.map((id) => `dealStatusChanged ${id}`)));
		expect(await polled()).toEqual([]);
	});

	it('of an empty history does not tell the whole past once it is there', async () => {
		const { deals } = poller;
		poller.deals = [];
		await listen(['dealStatusChanged']);
		poller.deals = deals;
		now += DAY;
		expect(await polled()).toEqual([]);
	});
});

it('the test shows the ten newest, of each event in turn', async () => {
	const events = ['dealStatusChanged', 'dealStuck', 'dealCreated'];
	poller.parameters = { events, daysInStatus: 1 };
	const old = dealOf('Oud', LEADS, [['2025-01-01T00:00:00Z', 'STATUS_CHANGED', NEW]], uuid(0xd9));
	poller.deals = [structuredClone(ROOF), old];
	const moves = Array.from({ length: 15 }, () => happened());
	const items = await poller.fetchTestEvent();
	expect(items).toHaveLength(10);
	expect(new Set(items.map(({ triggeredBy }) => triggeredBy))).toEqual(new Set(events));
	expect(told(items).at(-1)).toBe(`dealStatusChanged ${moves[14]}`);
	poller.parameters.events = ['dealStatusChanged'];
	expect(await poller.fetchTestEvent()).toHaveLength(10);
	expect(poller.stored).toEqual({});
});
