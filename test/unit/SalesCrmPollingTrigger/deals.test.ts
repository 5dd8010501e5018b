import { passTime, stopClock } from '../../support/fastClock';

import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { assignedTo, movedTo, PROFILE } from '../../support/handCrm';
import { HandPoller, keyOf } from '../../support/handPoller';
import { ITEM_KEYS } from '../../support/oneLanguage';
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

/** Which events of deals the polling trigger reports, and their items. */

const NOW = Date.parse('2026-03-03T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let poller: HandPoller;
let accounts = 0;

beforeEach(() => {
	stopClock(NOW);
	poller = new HandPoller();
	const deals = structuredClone([ROOF, BOILER]);
	Object.assign(poller, { deals, statuses: STATUSES, users: USERS });
});

const publish = async (events: string[], more: object = {}) =>
	(await poller.publish({ events, ...more })).map(keyOf);
const polled = async () => (await poller.poll()).map(keyOf);
const moves = (...ids: string[]) => ids.map((id) => `dealStatusChanged ${id}`);
/** The key of the event that is about the first entry of a deal. */
const first = (event: string, { history }: HistoryItem) => `${event} ${history[0].id}`;

describe('the item of a change', () => {
	it('has the keys of the instant trigger, with names, and null for what the history does not contain', async () => {
		await publish(['dealStatusChanged']);
		const id = poller.happens({ startTimestamp: NOW });
		const [item] = await poller.poll();
		expect(Object.keys(item).join(', ')).toBe(ITEM_KEYS.deal);
		expect(item).toEqual({
			...Object.fromEntries(Object.keys(item).map((key) => [key, null])),
			...{ title: ROOF.summary, status: 'In gesprek', previousStatus: 'Nieuw' },
			...{ assignee: BRAM.name, assigneeEmail: BRAM.email, assigneeId: BRAM.id },
			...{ pipeline: 'Pipeline 1', pipelineId: LEADS, companyProfileId: PROFILE },
			...{ changeType: 'STATUS_CHANGED', triggeredBy: 'dealStatusChanged', changeId: id },
			...{ dealId: ROOF.id, statusId: TALKING, previousStatusId: NEW },
			occurredAt: '2026-03-03T12:00:00.000Z',
		});
	});

	it('has null for names that cannot be read, and the log says why', async () => {
		await publish(['dealStatusChanged']);
		const id = poller.happens();
		poller.faults = { statuses: 403, 'get-users-for-company-profile': 500 };
		expect(await poller.poll()).toMatchObject([{ changeId: id, status: null, statusId: TALKING }]);
		expect(poller.log.toSorted().join()).toMatch(/statuses.*403.*users/);
	});
});

describe('at a service with boards', () => {
	const pipeline = (id: string, backlog_name: string) => ({ id, backlog_name, rank: '0' });
	beforeEach(() => {
		// Whether boards are offered is remembered by the address.
		poller.credential = { ...poller.credential, baseUrl: `https://crm${++accounts}.example` };
		poller.boards = [
			{ id: 'b1', board_name: 'Deals', board_type: 'DEALS', backlogs: [pipeline(WORK, 'Montage')] },
			{ id: 'b2', board_name: 'Leads', board_type: 'LEADS', backlogs: [pipeline(LEADS, 'Web')] },
		];
	});

	it('items and filters use the names of boards and pipelines', async () => {
		await publish(['dealStatusChanged'], { filters: { pipelineIds: ['web'] } });
		const changeId = poller.happens();
		const expected = { changeId, pipeline: 'Web', boardId: 'b2', recordType: 'lead' };
		expect(await poller.poll()).toMatchObject([expected]);
		poller.happens(movedTo(NEW_AT_WORK), poller.deals[1]);
		expect(await polled()).toEqual([]);
		expect(poller.log).toEqual([]);
	});

	it('a new lead and a new deal are two events', async () => {
		await publish(['dealCreated', 'leadCreated', 'dealStatusChanged']);
		const [lead, deal] = [poller.addDeal(), poller.addDeal(movedTo(NEW_AT_WORK), WORK)];
		expect(await poller.poll()).toMatchObject([
			{ triggeredBy: 'leadCreated', recordType: 'lead', dealId: lead.id },
			{ triggeredBy: 'dealCreated', recordType: 'deal', dealId: deal.id },
		]);
		await publish(['leadCreated']);
		poller.addDeal(movedTo(NEW_AT_WORK), WORK);
		expect(await polled()).toEqual([]);
	});

	it.each<[string, string[], string[]]>([
		['deals', ['Deal'], ['dealStatusChanged', 'dealStuck']],
		['leads', ['lead'], ['dealAssigned']],
		['both', ['deal', 'lead'], ['dealAssigned', 'dealStatusChanged', 'dealStuck']],
	])('Record Types with %s lets creations of both pass', async (_which, recordTypes, expected) => {
		poller.addDeal(movedTo(NEW_AT_WORK), WORK);
		const lead = poller.addDeal();
		const events = ['dealStatusChanged', 'dealAssigned', 'dealStuck', 'dealCreated', 'leadCreated'];
		const daysPerStatus = { status: [{ statusId: NEW, days: 0 }] };
		await publish(events, { daysInStatus: 2, daysPerStatus, filters: { recordTypes } });
		passTime(HOUR);
		poller.happens(movedTo(GONE), poller.deals[1]);
		poller.happens(assignedTo(ANNA.id), lead);
		poller.addDeal();
		poller.addDeal(movedTo(NEW_AT_WORK), WORK);
		passTime(2 * DAY - HOUR / 2);
		const reported = (await poller.poll()).map(({ triggeredBy }) => triggeredBy);
		expect(reported.toSorted()).toEqual([...expected, 'dealCreated', 'leadCreated'].toSorted());
	});

	it('that cannot be read, items lack the pipeline; filters by it and events of leads fail the poll', async () => {
		await publish(['dealStatusChanged']);
		const changeId = poller.happens();
		poller.faults = { boards: 403 };
		const expected = { changeId, pipeline: null, pipelineId: LEADS, status: 'In gesprek' };
		expect(await poller.poll()).toMatchObject([expected]);
		expect(poller.log).toEqual([expect.stringMatching(/boards.*403.*pipelines are left empty/)]);
		poller.parameters.filters = { pipelineIds: ['Web'] };
		await expect(poller.poll()).rejects.toThrow('The pipeline "Web" could not be looked up');
		await expect(publish(['leadCreated'])).rejects.toThrow(/^Could not fetch the boards/);
	});

	it('the first status of a pipeline is the one with the first position', async () => {
		poller.statuses = STATUSES.map((status, n) => ({ ...status, position: -n }));
		await publish(['dealStatusChanged']);
		poller.addDeal(movedTo(TALKING));
		const other = poller.addDeal(movedTo(NEW));
		expect(await polled()).toEqual([first('dealStatusChanged', other)]);
	});
});

it.each<[string, string[], object]>([
	['the event', ['leadCreated'], {}],
	['the filter', ['dealStatusChanged'], { recordTypes: ['lead'] }],
])('without boards %s of leads fails the activation', async (_what, events, filters) => {
	await expect(publish(events, { filters })).rejects.toThrow(
		/^Leads and deals cannot be told apart.*boards.*'Lead: Created'.*'Record Types'/,
	);
});

describe('what is new', () => {
	it.each<[string, Array<Partial<HistoryEntry>>, number[]]>([
		['a change', [{}], [0]],
		['nothing if only an entry ended', [], []],
		['the oldest first', [{}, { startTimestamp: NOW - HOUR, ...movedTo(GONE) }], [1, 0]],
		[
			'a change up to 24 hours older than the latest one',
			[{ startTimestamp: NOW - 48 * HOUR }],
			[0],
		],
		['no change that is older than that', [{ startTimestamp: NOW - 50 * HOUR }], []],
		['no entry of an unknown type', [{ type: 'PRIORITY_CHANGED', metaData: {} }], []],
	])('is %s', async (_what, entries, expected) => {
		await publish(['dealStatusChanged']);
		poller.deals[0].history.at(-1)!.endTimestamp = NOW;
		const ids = entries.map((entry) => poller.happens(entry));
		expect(await polled()).toEqual(moves(...expected.map((n) => ids[n])));
		expect(await polled()).toEqual([]);
	});

	it.each<[string, () => unknown, Array<string | null>]>([
		['a new deal is not', () => poller.addDeal(), []],
		['the next move of a new deal is', () => poller.happens({}, poller.addDeal()), [NEW]],
		['a deal that begins in a later status is', () => poller.addDeal(movedTo(TALKING)), [null]],
		['a deal that begins in an unlisted status is', () => poller.addDeal(movedTo(GONE)), [null]],
		['a deal that stays in its status is not', () => poller.happens(movedTo(NEW)), []],
		['an entry without a status is not', () => poller.happens({ metaData: {} }), []],
		[
			'a move after an entry without a status is',
			() => [poller.happens({ metaData: {} }), poller.happens()],
			[NEW],
		],
		['an assignment is not', () => poller.happens(assignedTo(ANNA.id)), []],
	])('%s a move', async (_what, happen, previous) => {
		await publish(['dealStatusChanged']);
		happen();
		const items = await poller.poll();
		expect(items.map(({ previousStatusId }) => previousStatusId)).toEqual(previous);
		expect(await poller.poll()).toEqual([]);
	});

	it('is reported once even if its deal is listed twice', async () => {
		await publish(['dealStatusChanged']);
		const id = poller.happens();
		poller.deals.push(structuredClone(poller.deals[0]));
		expect(await polled()).toEqual(moves(id));
	});

	it('is not hidden by an earlier change that is far ahead of our clock', async () => {
		await publish(['dealStatusChanged']);
		const ahead = poller.happens({ startTimestamp: NOW + 30 * DAY });
		const next = poller.happens(movedTo(GONE));
		expect(await polled()).toEqual(moves(next, ahead));
		const later = poller.happens();
		expect(await polled()).toEqual(moves(later));
	});

	it('is reported 1,000 at a time, in order, none skipped, also over a restart', async () => {
		await publish(['dealStatusChanged']);
		const keys = moves(...Array.from({ length: 2500 }, () => poller.happens()));
		expect(await polled()).toEqual(keys.slice(0, 1000));
		poller.stop();
		expect((await poller.activate()).map(keyOf)).toEqual(keys.slice(1000, 2000));
		expect(await polled()).toEqual(keys.slice(2000));
		expect(await polled()).toEqual([]);
	});
});

describe('a filter', () => {
	const filter = async (filters: object) =>
		await publish(['dealStatusChanged', 'dealAssigned'], { filters });

	it('by status or previous status lets no assignment pass', async () => {
		await filter({ toStatusIds: [TALKING], fromStatusIds: [NEW] });
		const moved = poller.happens();
		poller.happens(assignedTo(ANNA.id));
		expect(await polled()).toEqual(moves(moved));
	});

	it('by pipeline looks at that of the status or, if it is not listed, of the deal', async () => {
		const deal = poller.addDeal();
		await filter({ pipelineIds: [LEADS] });
		const won = poller.happens(movedTo(TALKING), deal);
		poller.happens(movedTo(NEW_AT_WORK), deal);
		deal.backlogId = WORK;
		const unlisted = poller.happens(movedTo(GONE));
		const items = await poller.poll();
		expect(items.map(keyOf)).toEqual(moves(won, unlisted));
		expect(items[0]).toMatchObject({ pipelineId: LEADS, status: 'In gesprek' });
	});

	it('by pipeline fails the poll if the statuses cannot be read, and loses nothing', async () => {
		await filter({ pipelineIds: [LEADS] });
		const id = poller.happens();
		poller.faults = { statuses: 500 };
		await expect(poller.poll()).rejects.toThrow('Could not fetch the statuses');
		poller.faults = {};
		expect(await polled()).toEqual(moves(id));
	});

	it.each<[string, object]>([
		['a status, in any case', { toStatusIds: [' in GESPREK '] }],
		['a user by email, among others', { assigneeIds: `${ANNA.id}, ${BRAM.email}` }],
	])('may name %s', async (_what, filters) => {
		await filter(filters);
		poller.happens(movedTo(NEW_AT_WORK), poller.deals[1]);
		const id = poller.happens();
		expect(await polled()).toEqual(moves(id));
	});

	it.each<[string, object, RegExp]>([
		['a name', { toStatusIds: ['Won'] }, /^Unknown status "Won".*Available: Nieuw, In gesprek/],
		['an ID of another account', { toStatusIds: [uuid(0x77)] }, /^'Status': not in the list/],
	])('by %s that does not exist fails the activation and the test', async (...[, filters, why]) => {
		await expect(filter(filters)).rejects.toThrow(why);
		await expect(poller.fetchTestEvent()).rejects.toThrow(/^(Unknown|'Status')/);
	});

	it('by a status that was deleted fails scheduled polls; if another one exists, the log says so', async () => {
		await filter({ toStatusIds: ['In gesprek'] });
		const id = poller.happens();
		poller.statuses = STATUSES.map((status) => ({ ...status, label: `${status.label}!` }));
		await expect(poller.poll()).rejects.toThrow(/^Unknown status "In gesprek"/);
		poller.statuses = STATUSES;
		expect(await polled()).toEqual(moves(id));
		await filter({ toStatusIds: [TALKING, GONE] });
		expect(poller.log.join()).toContain(`'Status': not in the list of statuses: ${GONE}`);
	});

	it('by name waits until the name can be looked up; IDs pass', async () => {
		await filter({ toStatusIds: ['In gesprek'] });
		const id = poller.happens();
		poller.faults = { statuses: 503 };
		expect(await poller.activate()).toEqual([]);
		await expect(poller.poll()).rejects.toThrow(/^The status "In gesprek" could not be looked up/);
		poller.parameters.filters = { toStatusIds: [TALKING] };
		expect(await polled()).toEqual(moves(id));
	});

	it('that becomes wider does not replay what it held back', async () => {
		await filter({ assigneeIds: [ANNA.id] });
		poller.happens();
		expect(await polled()).toEqual([]);
		expect(await filter({})).toEqual([]);
	});
});

describe('a deal that was created', () => {
	it('is one event, whatever else is chosen; its next change is another', async () => {
		await publish(['dealStatusChanged', 'dealCreated']);
		const deal = poller.addDeal();
		const next = poller.happens({}, deal);
		expect(await polled()).toEqual([first('dealCreated', deal), ...moves(next)]);
	});

	it('is not created again by an earlier change that arrives late', async () => {
		const deal = poller.addDeal();
		await publish(['dealCreated', 'dealStatusChanged']);
		const late = poller.happens({ startTimestamp: NOW - HOUR }, deal);
		expect(await polled()).toEqual(moves(late));
	});

	it('is judged by its first status if a filter asks for one, and not reported before', async () => {
		await publish(['dealCreated'], { filters: { toStatusIds: [NEW] } });
		const deal = poller.addDeal(assignedTo(ANNA.id));
		expect(await polled()).toEqual([]);
		const entered = poller.happens(movedTo(NEW), deal);
		expect(await polled()).toEqual([`dealCreated ${entered}`]);
		poller.happens(movedTo(NEW), poller.addDeal(movedTo(TALKING)));
		expect(await polled()).toEqual([]);
	});

	it('is judged by its first assignee if a filter asks for one, however late', async () => {
		await publish(['dealCreated'], { filters: { assigneeIds: [ANNA.id] } });
		const [hers, his] = [poller.addDeal(), poller.addDeal()];
		expect(await polled()).toEqual([]);
		const assigned = poller.happens(assignedTo(ANNA.id), hers);
		poller.happens(assignedTo(BRAM.id), his);
		expect(await polled()).toEqual([`dealCreated ${assigned}`]);
		poller.happens(assignedTo(ANNA.id), his);
		expect(await polled()).toEqual([]);
	});
});

describe('a stuck deal', () => {
	const days = { daysInStatus: 14 };
	/** A deal that entered a status so many days ago. */
	const entered = (ago = 0, status = NEW, pipeline = LEADS) =>
		poller.addDeal({ ...movedTo(status), startTimestamp: NOW - ago * DAY }, pipeline);
	const onDay = (day: number) => stopClock(NOW + day * DAY);

	beforeEach(() => (poller.deals = []));

	it('is reported at the first poll after its days, once, with its days', async () => {
		const deal = entered();
		await publish(['dealStuck'], days);
		stopClock(NOW + 14 * DAY - 1);
		expect(await polled()).toEqual([]);
		onDay(14.5);
		const [item, ...others] = await poller.poll();
		expect(keyOf(item)).toBe(first('dealStuck', deal));
		const occurredAt = new Date(NOW).toISOString();
		expect(item).toMatchObject({ daysInStatus: 14.5, occurredAt, status: 'Nieuw' });
		onDay(90);
		expect([...others, ...(await poller.poll())]).toEqual([]);
	});

	it.each<[string, (deal: HistoryItem) => unknown, boolean]>([
		['moved', (deal) => poller.happens(movedTo(TALKING), deal), false],
		['put into its own status', (deal) => poller.happens(movedTo(NEW), deal), true],
		['assigned', (deal) => poller.happens(assignedTo(ANNA.id), deal), true],
		['closed', (deal) => (deal.history.at(-1)!.endTimestamp = NOW), false],
	])('that was %s meanwhile is reported: %p', async (_what, change, isReported) => {
		const deal = entered();
		await publish(['dealStuck'], days);
		onDay(13);
		change(deal);
		// A weekend with the laptop asleep.
		onDay(16);
		expect(await polled()).toHaveLength(isReported ? 1 : 0);
	});

	it('that was closed and reopened counts from then', async () => {
		const deal = entered();
		await publish(['dealStuck'], days);
		deal.history[0].endTimestamp = NOW + DAY;
		const opened = poller.happens({ ...movedTo(NEW), startTimestamp: NOW + 3 * DAY }, deal);
		onDay(16);
		expect(await polled()).toEqual([]);
		onDay(17);
		expect(await polled()).toEqual([`dealStuck ${opened}`]);
	});

	it('was never closed if its status is open, even if entries of assignments leave gaps', async () => {
		const deal = entered();
		await publish(['dealStuck'], days);
		const times = { startTimestamp: NOW + DAY, endTimestamp: NOW + 2 * DAY };
		poller.happens({ ...assignedTo(ANNA.id), ...times }, deal);
		poller.happens({ ...assignedTo(BRAM.id), startTimestamp: NOW + 5 * DAY }, deal);
		deal.history[0].endTimestamp = 0;
		onDay(14);
		expect(await polled()).toEqual([first('dealStuck', deal)]);
	});

	it('has its current assignee, in the item and for the filter', async () => {
		const deal = entered();
		await publish(['dealStuck'], { ...days, filters: { assigneeIds: [ANNA.id] } });
		poller.happens(assignedTo(BRAM.id), deal);
		poller.happens(assignedTo(ANNA.id), deal);
		onDay(14);
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
	])('that is %s', (_what, close) => {
		const perStatus = (statusId: string) => ({ status: [{ statusId, days: 14 }] });

		it.each<[string, object, boolean]>([
			['no setting names its status', {}, false],
			['Status names it', { filters: { toStatusIds: ['Nieuw'] } }, true],
			['Days per Status names it', { daysPerStatus: perStatus(NEW.toUpperCase()) }, true],
			['Days per Status names another one', { daysPerStatus: perStatus(TALKING) }, false],
		])('if %s is reported: %p', async (_if, more, isReported) => {
			entered();
			await publish(['dealStuck'], { ...days, ...more });
			close();
			onDay(15);
			expect(await polled()).toHaveLength(isReported ? 1 : 0);
		});
	});

	it('has the days of its status, by ID or by name in all pipelines, or never counts', async () => {
		const [quick, , usual] = [TALKING, NEW, GONE].map((status) => entered(0, status));
		entered(0, NEW_AT_WORK, WORK);
		const status = [
			{ statusId: TALKING.toUpperCase(), days: 3 },
			{ statusId: 'nieuw', countsAsStuck: 'Never', days: 3 },
		];
		await publish(['dealStuck'], { daysInStatus: 5, daysPerStatus: { status } });
		onDay(4);
		expect(await polled()).toEqual([first('dealStuck', quick)]);
		onDay(100);
		expect(await polled()).toEqual([first('dealStuck', usual)]);
	});

	it('fails the activation if only unknown statuses have days; beside known ones the log says so', async () => {
		const perStatus = (...names: string[]) => ({
			daysPerStatus: { status: names.map((statusId) => ({ statusId, days: 0 })) },
		});
		await expect(publish(['dealStuck'], perStatus('Won'))).rejects.toThrow(/^Unknown status "Won"/);
		await publish(['dealStuck'], perStatus(GONE, 'nieuw'));
		expect(poller.log.join()).toContain(`'Days per Status': not in the list of statuses: ${GONE}`);
	});

	it.each<[string, number, number[], number[]]>([
		['fewer', 7, [10, 8], [4]],
		['as many', 14, [], [10, 8, 4]],
		['more', 21, [], [20, 15, 10, 8, 4]],
		['0, for never', 0, [], []],
	])(
		'by %s days is reported at once if it is stuck by them and was not before, else later',
		async (...[, daysInStatus, atOnce, later]) => {
			const deals = new Map([20, 15, 10, 8, 4].map((ago) => [ago, entered(ago)]));
			const keys = (ago: number[]) => ago.map((one) => first('dealStuck', deals.get(one)!));
			// The deals of 20 and 15 days are noted.
			await publish(['dealStuck'], days);
			expect(await publish(['dealStuck'], { daysInStatus })).toEqual(keys(atOnce));
			expect(await polled()).toEqual([]);
			onDay(20);
			expect(await polled()).toEqual(keys(later));
			expect(await polled()).toEqual([]);
		},
	);

	it('is never split from others that got stuck at the same time, even beyond 1,000', async () => {
		for (let n = 0; n < 1504; n++) entered(n < 999 ? 1 : n < 1500 ? 0.5 : 0.25);
		await publish(['dealStuck'], days);
		onDay(20);
		expect(await polled()).toHaveLength(1500);
		expect(await polled()).toHaveLength(4);
		expect(await polled()).toEqual([]);
	});

	it('is reported in the order of time with other events', async () => {
		entered(9);
		const deal = entered();
		await publish(['dealStuck', 'dealStatusChanged'], { daysInStatus: 1 });
		const before = poller.happens({ startTimestamp: NOW + DAY - 1 });
		const after = poller.happens({ startTimestamp: NOW + DAY + 1 });
		onDay(1.5);
		const [one, other] = moves(before, after);
		expect(await polled()).toEqual([one, first('dealStuck', deal), other]);
	});
});

describe('the first activation', () => {
	it('with "Only New Events" starts nothing; with "Also Existing Ones" also deals that are stuck already', async () => {
		poller.deals = [];
		const deal = poller.addDeal({ startTimestamp: NOW - 90 * DAY });
		expect(await publish(['dealStuck'])).toEqual([]);
		poller.stop();
		poller.store({});
		const expected = [first('dealStuck', deal)];
		expect(await publish(['dealStuck'], { start: 'everything' })).toEqual(expected);
		expect(await polled()).toEqual([]);
	});

	it('with "Also Existing Ones" starts with the changes of the past days, all of them, 1,000 at a time', async () => {
		const deal = poller.addDeal({ startTimestamp: NOW - 90 * HOUR });
		const old = poller.happens({ startTimestamp: NOW - 73 * HOUR }, deal);
		const ids = Array.from({ length: 1500 }, (_, n) =>
			poller.happens({ startTimestamp: NOW - 60 * HOUR + n * 60_000 }, deal),
		);
		// The others are more than 24 hours older than this one.
		ids.push(poller.happens({}, deal));
		const options = { start: 'everything', pastDays: 3 };
		const reported = await publish(['dealStatusChanged'], options);
		reported.push(...(await polled()));
		expect(reported).toEqual(expect.arrayContaining(moves(...ids)));
		expect(reported).not.toContain(moves(old)[0]);
		expect(await polled()).toEqual([]);
	});

	it('with an empty history does not report the whole past once it appears', async () => {
		const { deals } = poller;
		poller.deals = [];
		await publish(['dealStatusChanged']);
		poller.deals = deals;
		passTime(DAY);
		expect(await polled()).toEqual([]);
	});
});

it('a test shows the ten newest events, of each kind in turn, and stores nothing', async () => {
	const events = ['dealStatusChanged', 'dealStuck', 'dealCreated'];
	poller.addDeal({ startTimestamp: NOW - 90 * DAY });
	const newest = Array.from({ length: 15 }, () => poller.happens())[14];
	poller.parameters = { events, daysInStatus: 1 };
	const items = await poller.fetchTestEvent();
	expect(items).toHaveLength(10);
	expect(new Set(items.map(({ triggeredBy }) => triggeredBy))).toEqual(new Set(events));
	expect(items.map(keyOf).at(-1)).toBe(moves(newest)[0]);
	expect(poller.stored).toEqual({});
});
