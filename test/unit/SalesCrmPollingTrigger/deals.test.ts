import '../../support/fastClock';

import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { assignedTo, movedTo, PROFILE } from '../../support/handCrm';
import { type HandPoller, keyOf } from '../../support/handPoller';
import { ITEM_KEYS } from '../../support/oneLanguage';
import { DAY, HOUR, NOW, solarPoller } from '../../support/solarPoller';
import {
	ANNA,
	BRAM,
	GONE,
	LEADS,
	NEW,
	NEW_AT_WORK,
	ROOF,
	TALKING,
	WORK,
} from '../../support/solarRoof';

/** Which events of deals the polling trigger reports, and their items. */

let poller: HandPoller;

beforeEach(() => (poller = solarPoller()));

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
