import { stopClock } from '../../support/fastClock';

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

	it('has null for a user if users cannot be read; a filter by ID does without them, one by name fails the poll', async () => {
		await publish(['dealStatusChanged'], { filters: { assigneeIds: [BRAM.id] } });
		const id = poller.happens();
		poller.faults = { 'get-users-for-company-profile': 500 };
		const item = { changeId: id, status: 'In gesprek', assignee: null, assigneeId: BRAM.id };
		expect(await poller.poll()).toMatchObject([item]);
		expect(poller.log.join()).toMatch(/users: .*\(500\)\. The names of users are left empty/);
		poller.parameters.filters = { assigneeIds: [BRAM.name] };
		await expect(poller.poll()).rejects.toThrow(/^The user "Bram Smit" could not be looked up/);
	});
});

describe('at a service with boards', () => {
	const pipeline = (id: string, backlog_name: string) => ({ id, backlog_name, rank: '0' });
	beforeEach(() => {
		poller.boards = [
			{ id: 'b1', board_name: 'Deals', board_type: 'DEALS', backlogs: [pipeline(WORK, 'Montage')] },
			{ id: 'b2', board_name: 'Leads', board_type: 'LEADS', backlogs: [pipeline(LEADS, 'Web')] },
		];
	});

	it('items and filters use the names of boards and pipelines', async () => {
		const recordTypes = ['deal', 'lead'];
		await publish(['dealStatusChanged'], { filters: { pipelineIds: ['web'], recordTypes } });
		const changeId = poller.happens();
		const expected = { changeId, pipeline: 'Web', boardId: 'b2', recordType: 'lead' };
		expect(await poller.poll()).toMatchObject([expected]);
		poller.happens(movedTo(NEW_AT_WORK), poller.deals[1]);
		expect(await polled()).toEqual([]);
		expect(poller.log).toEqual([]);
	});

	it('a new lead and a new deal are two events, and Record Types is about neither', async () => {
		poller.addDeal(movedTo(NEW_AT_WORK), WORK);
		const events = ['dealCreated', 'leadCreated', 'dealStatusChanged'];
		await publish(events, { filters: { recordTypes: ['Deal'] } });
		const [lead, deal] = [poller.addDeal(), poller.addDeal(movedTo(NEW_AT_WORK), WORK)];
		poller.happens();
		const moved = poller.happens(movedTo(GONE), poller.deals[1]);
		expect(await poller.poll()).toMatchObject([
			{ triggeredBy: 'leadCreated', recordType: 'lead', dealId: lead.id },
			{ triggeredBy: 'dealCreated', recordType: 'deal', dealId: deal.id },
			{ triggeredBy: 'dealStatusChanged', recordType: 'deal', changeId: moved },
		]);
	});

	it.each([
		[['deal'], 0],
		[['lead'], 0],
		[['deal', 'lead'], 1],
	])(
		'of a record that is on no board, Record Types %j let %i changes through',
		async (recordTypes, many) => {
			poller.boards!.shift();
			await publish(['dealStatusChanged'], { filters: { recordTypes } });
			poller.happens(movedTo(GONE), poller.deals[1]);
			expect(await polled()).toHaveLength(many);
		},
	);

	it('only deals count unless Record Types is set, and records of other boards are no event', async () => {
		poller.boards![1].board_type = 'ORDERS';
		await publish(['dealStatusChanged', 'dealCreated', 'leadCreated', 'dealStuck']);
		poller.addDeal();
		poller.happens();
		const moved = poller.happens(movedTo(NEW_AT_WORK), poller.addDeal(movedTo(GONE), WORK));
		expect(await polled()).toEqual([expect.stringContaining('dealCreated'), ...moves(moved)]);
	});
});

describe('what is new', () => {
	it.each<[string, Array<Partial<HistoryEntry>>, number[]]>([
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
		['a deal that begins in a later status is', () => poller.addDeal(movedTo(TALKING)), [null]],
		['a deal that stays in its status is not', () => poller.happens(movedTo(NEW)), []],
		['an entry without a status is not', () => poller.happens({ metaData: {} }), []],
	])('%s a move', async (_what, happen, previous) => {
		await publish(['dealStatusChanged']);
		happen();
		const items = await poller.poll();
		expect(items.map(({ previousStatusId }) => previousStatusId)).toEqual(previous);
		expect(await poller.poll()).toEqual([]);
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

	it.each([
		['status', { toStatusIds: [TALKING] }],
		['previous status', { fromStatusIds: [NEW] }],
	])('by %s lets no assignment pass', async (_what, filters) => {
		await filter(filters);
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
		[
			'an ID of another account',
			{ toStatusIds: [uuid(0x77)] },
			/^'Status Names or IDs': not in the list/,
		],
	])('by %s that does not exist fails the activation and the test', async (...[, filters, why]) => {
		await expect(filter(filters)).rejects.toThrow(why);
		await expect(poller.fetchTestEvent()).rejects.toThrow(/^(Unknown|'Status Names or IDs')/);
	});

	it('by a status that was deleted fails scheduled polls; if another one exists, the log says so', async () => {
		await filter({ toStatusIds: ['In gesprek'] });
		const id = poller.happens();
		poller.statuses = STATUSES.map((status) => ({ ...status, label: `${status.label}!` }));
		await expect(poller.poll()).rejects.toThrow(/^Unknown status "In gesprek"/);
		poller.statuses = STATUSES;
		expect(await polled()).toEqual(moves(id));
		await filter({ toStatusIds: [TALKING, GONE] });
		expect(poller.log.join()).toContain(
			`'Status Names or IDs': not in the list of statuses: ${GONE}`,
		);
	});

	it.each<[string, object, string]>([
		['status', { toStatusIds: [TALKING] }, `'Status Names or IDs': not in the list of statuses`],
		['pipeline', { pipelineIds: [LEADS] }, `'Pipeline Names or IDs': not in the list of pipelines`],
	])(
		'by the ID of a %s that was deleted: the next change fails the poll, and is not lost',
		async (...[, filters, words]) => {
			await filter(filters);
			poller.statuses = STATUSES.filter(
				({ id, backlog_id }) => id !== TALKING && backlog_id !== LEADS,
			);
			expect(await polled()).toEqual([]);
			const id = poller.happens();
			for (let poll = 0; poll < 2; poll++) await expect(poller.poll()).rejects.toThrow(words);
			poller.statuses = STATUSES;
			expect(await polled()).toEqual(moves(id));
		},
	);
});

describe('a deal that was created', () => {
	it('is one event, whatever else is chosen; its next change is another', async () => {
		await publish(['dealStatusChanged', 'dealCreated']);
		const deal = poller.addDeal();
		const next = poller.happens({}, deal);
		expect(await polled()).toEqual([first('dealCreated', deal), ...moves(next)]);
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

	it('is reported at the next poll if the number of days was lowered, once', async () => {
		const deal = entered(10);
		await publish(['dealStuck'], days);
		poller.parameters = { ...poller.parameters, daysInStatus: 7 };
		expect(await polled()).toEqual([first('dealStuck', deal)]);
		expect(await polled()).toEqual([]);
	});

	it('has its current assignee, in the item and for the filter', async () => {
		const deal = entered();
		await publish(['dealStuck'], { ...days, filters: { assigneeIds: [ANNA.id] } });
		poller.happens(assignedTo(BRAM.id), deal);
		poller.happens(assignedTo(ANNA.id), deal);
		onDay(14);
		expect(await poller.poll()).toMatchObject([{ assignee: 'Anna Visser', status: 'Nieuw' }]);
	});

	describe.each<[string, (deal: HistoryItem) => unknown]>([
		['won', (deal) => (deal.technicalLabels = [{ type: 'DEAL_WON', timestamp: NOW }])],
		['lost', (deal) => (deal.technicalLabels = [{ type: 'DEAL_LOST', timestamp: NOW }])],
		['archived', (deal) => (deal.technicalLabels = [{ type: 'ITEM_ARCHIVED' }])],
		[
			'in a status of the category DONE',
			() => (poller.statuses = STATUSES.map((one) => ({ ...one, status_category: 'DONE' }))),
		],
	])('that is %s', (_what, close) => {
		it.each<[string, object]>([
			['Status', { filters: { toStatusIds: ['Nieuw'] } }],
			[
				'Days per Status',
				{ daysPerStatus: { status: [{ statusId: NEW.toUpperCase(), days: 14 }] } },
			],
		])('is reported only if %s names its status', async (_what, naming) => {
			close(entered());
			await publish(['dealStuck'], days);
			onDay(15);
			expect(await polled()).toEqual([]);
			close(entered(-15));
			poller.parameters = { ...poller.parameters, ...naming };
			onDay(30);
			expect(await polled()).toHaveLength(1);
		});
	});

	it('has the days of its status, by ID or by name in all pipelines, or never counts', async () => {
		const status = [
			{ statusId: TALKING.toUpperCase(), days: 3 },
			{ statusId: 'nieuw', countsAsStuck: 'Never', days: 3 },
		];
		await publish(['dealStuck'], { daysInStatus: 5, daysPerStatus: { status } });
		const [quick, , usual] = [TALKING, NEW, GONE].map((one) => entered(-1, one));
		entered(-1, NEW_AT_WORK, WORK);
		onDay(4);
		expect(await polled()).toEqual([first('dealStuck', quick)]);
		onDay(100);
		expect(await polled()).toEqual([first('dealStuck', usual)]);
	});

	it('is never split from others that got stuck at the same time, even beyond 1,000', async () => {
		for (let n = 0; n < 1504; n++) entered(n < 999 ? 1 : n < 1500 ? 0.5 : 0.25);
		await publish(['dealStuck'], days);
		onDay(20);
		expect(await polled()).toHaveLength(1500);
		expect(await polled()).toHaveLength(4);
		expect(await polled()).toEqual([]);
	});
});

describe('a deal that is marked as won or lost', () => {
	const mark = (deal: HistoryItem, ...marks: Array<[type: string, at: number]>) => {
		deal.technicalLabels = marks.map(([type, timestamp]) => ({ type, timestamp }));
	};
	const closed = async () =>
		(await poller.poll()).map(({ dealId, result, occurredAt }) => [dealId, result, occurredAt]);
	const at = (time: number) => new Date(time).toISOString();
	let deal: HistoryItem;

	beforeEach(() => {
		poller.isPublished = true;
		deal = poller.addDeal();
		for (const one of poller.deals) mark(one);
	});

	it('is an event at the time of the mark, with status and assignee of that time', async () => {
		await publish(['dealClosed', 'dealStatusChanged']);
		poller.happens(assignedTo(ANNA.id), deal);
		mark(deal, ['ITEM_ACTIVE', 5], ['DEAL_WON', NOW + HOUR]);
		poller.happens({ ...movedTo(TALKING), startTimestamp: NOW + 2 * HOUR }, deal);
		const [item, move] = await poller.poll();
		expect(Object.keys(item).join(', ')).toBe(ITEM_KEYS.deal);
		expect(item).toMatchObject({
			...{ triggeredBy: 'dealClosed', dealId: deal.id, result: 'won' },
			...{ occurredAt: at(NOW + HOUR), status: 'Nieuw', assignee: ANNA.name },
			...{ changeType: null, changeId: null, previousStatus: null, previousAssignee: null },
		});
		expect(move).toMatchObject({ triggeredBy: 'dealStatusChanged', status: 'In gesprek' });
		expect(await poller.poll()).toEqual([]);
	});

	it.each<[string, Array<[string, number]>, unknown[]]>([
		['taken back', [], []],
		['as before', [['DEAL_WON', 1]], []],
		['given again', [['DEAL_WON', NOW - 90 * DAY]], [['won', NOW - 90 * DAY]]],
		['changed', [['DEAL_LOST', NOW]], [['lost', NOW]]],
		[
			'changed while the other stays',
			[
				['DEAL_LOST', NOW],
				['DEAL_WON', 1],
			],
			[['lost', NOW]],
		],
	])('and whose mark is %s', async (_what, marks, expected) => {
		mark(deal, ['DEAL_WON', 1]);
		await publish(['dealClosed']);
		mark(deal, ...marks);
		const events = expected.map((one) => [deal.id, (one as string[])[0], at((one as number[])[1])]);
		expect(await closed()).toEqual(events);
		expect(await closed()).toEqual([]);
		mark(deal);
		expect(await closed()).toEqual([]);
		mark(deal, ['DEAL_WON', 1]);
		expect(await closed()).toEqual([[deal.id, 'won', at(1)]]);
	});

	it('is no event again if the history lacked it, or its marks, for a while', async () => {
		mark(deal, ['DEAL_WON', 1]);
		await publish(['dealClosed']);
		const all = poller.deals;
		for (const deals of [
			[],
			all.slice(0, 1),
			all.map((one) => ({ ...one, technicalLabels: null })),
		]) {
			poller.deals = deals as HistoryItem[];
			expect(await closed()).toEqual([]);
			poller.deals = all;
			expect(await closed()).toEqual([]);
		}
	});

	it('passes a filter on results, and those on statuses', async () => {
		const filters = { results: ['Lost'], toStatusIds: [GONE], fromStatusIds: [TALKING] };
		await publish(['dealClosed'], { filters: { ...filters, assigneeIds: [ANNA.id] } });
		poller.happens(assignedTo(ANNA.id), deal);
		for (const one of poller.deals) mark(one, ['DEAL_LOST', NOW + DAY]);
		expect(await closed()).toEqual([[deal.id, 'lost', at(NOW + DAY)]]);
		mark(deal, ['DEAL_WON', NOW + DAY]);
		expect(await closed()).toEqual([]);
	});

	it('is noted first if the event is chosen later, and is given 1,000 at a time', async () => {
		mark(deal, ['DEAL_WON', 1]);
		await publish(['dealStatusChanged']);
		expect(await publish(['dealStatusChanged', 'dealClosed'])).toEqual([]);
		const added = Array.from({ length: 1500 }, () => poller.addDeal());
		await poller.poll();
		added.forEach((one, n) => mark(one, ['DEAL_LOST', n + 1]));
		const ids = added.map(({ id }) => id);
		expect((await closed()).map(([id]) => id)).toEqual(ids.slice(0, 1000));
		poller.stop();
		expect((await poller.activate()).map(({ dealId }) => dealId)).toEqual(ids.slice(1000));
		expect(await closed()).toEqual([]);
	});

	it('before the first activation is an event of the past days, with "Also Existing Ones"', async () => {
		mark(deal, ['DEAL_WON', NOW - 8 * DAY], ['DEAL_LOST', NOW - 6 * DAY]);
		const parameters = { events: ['dealClosed'], start: 'everything' };
		expect(await poller.publish(parameters)).toMatchObject([{ result: 'lost' }]);
		expect(await closed()).toEqual([]);
		expect(await poller.fetchTestEvent()).toMatchObject([{ result: 'won' }, { result: 'lost' }]);
	});

	it('cannot be an event where the history shows no marks, which the error says', async () => {
		for (const one of poller.deals) delete one.technicalLabels;
		await expect(publish(['dealClosed'])).rejects.toThrow(
			/^'Deal: Won or Lost' cannot be used: your Sales CRM does not show which deals were won or lost.*Choose 'Deal: Status Changed'/,
		);
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

	it('with "Also Existing Ones" starts with the changes of the past days, 1,000 at a time', async () => {
		const deal = poller.addDeal({ startTimestamp: NOW - 90 * HOUR });
		poller.happens({ startTimestamp: NOW - 73 * HOUR }, deal);
		const ids = Array.from({ length: 1500 }, (_, minute) =>
			poller.happens({ startTimestamp: NOW - 60 * HOUR + minute * 60_000 }, deal),
		);
		// Those that come later are more than 24 hours older than this one.
		ids.push(poller.happens({}, deal));
		poller.deals = [deal];
		const options = { start: 'everything', pastDays: 3 };
		const events = await publish(['dealStatusChanged'], options);
		expect(events).toHaveLength(1000);
		expect([...events, ...(await polled())]).toEqual(moves(...ids));
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
