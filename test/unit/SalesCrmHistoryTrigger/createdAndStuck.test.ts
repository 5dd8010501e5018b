import '../../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import type { HistoryItem } from '../../../nodes/api/types';
import { type Chapter, dealOf } from '../../support/deals';
import { HandPoller, PROFILE } from '../../support/handPoller';
import { ANNA, BRAM, LEADS, NEW, STATUSES, TALKING, USERS } from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** Deals created and deals stuck, case by case; `createdAndStuck.model` draws the rest by chance. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-03T12:00:00Z');

let now: number;
let poller: HandPoller;

beforeEach(() => {
	now = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	poller = new HandPoller({ changes: ['dealStuck'] });
	Object.assign(poller, { statuses: STATUSES, users: USERS });
});

afterEach(() => jest.restoreAllMocks());

const at = (daysAgo: number) => new Date(NOW - daysAgo * DAY).toISOString();

let deals = 0;

/** A deal with the history of this story; gives the ids of its entries. */
function deal(...story: Chapter[]): string[] {
	const made = dealOf('Dak', LEADS, story, uuid(0xde00 + ++deals));
	poller.deals.push(made);
	return made.history.map(({ id }) => id);
}

const brief = ({ triggeredBy, changeId, daysInStatus }: IDataObject) =>
	daysInStatus === undefined ? [triggeredBy, changeId] : [triggeredBy, changeId, daysInStatus];

/** What comes with the next poll, so many days after the activation. */
async function polled(days = 0): Promise<unknown[]> {
	now = NOW + days * DAY;
	return (await poller.poll()).map(brief);
}

describe('a deal that is stuck', () => {
	it('is told by the change that brought it there, with how long it has been there', async () => {
		const [, , moved] = deal(
			[at(20), 'STATUS_CHANGED', NEW],
			[at(19), 'USER_CHANGED', ANNA.id],
			[at(10), 'STATUS_CHANGED', TALKING],
			[at(5), 'USER_CHANGED', BRAM.id],
		);
		expect(await poller.activate()).toEqual([]);
		now += 4.27 * DAY;
		expect(await poller.poll()).toEqual([
			{
				summary: 'Dak',
				status: 'In gesprek',
				previousStatus: 'Nieuw',
				assignee: ANNA.name,
				assigneeEmail: ANNA.email,
				occurredAt: at(10),
				triggeredBy: 'dealStuck',
				daysInStatus: 14.3,
				description: null,
				fields: null,
				freeFields: null,
				custom: null,
				createdAt: null,
				updatedAt: null,
				eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE',
				eventId: moved,
				dealId: poller.deals[0].id,
				statusId: TALKING,
				previousStatusId: NEW,
				assigneeId: ANNA.id,
				boardId: null,
				backlogId: LEADS,
				companyProfileId: PROFILE,
				changeId: moved,
				changeType: 'STATUS_CHANGED',
			},
		]);
		expect(await polled(300)).toEqual([]);
	});

	it('is told after 14 days to the millisecond, and was at the first activation when it had them', async () => {
		deal([at(14), 'STATUS_CHANGED', NEW]);
		const [id] = deal([new Date(NOW - 14 * DAY + 1).toISOString(), 'STATUS_CHANGED', NEW]);
		await poller.activate();
		expect(await polled()).toEqual([]);
		now = NOW + 1;
		expect((await poller.poll()).map(brief)).toEqual([['dealStuck', id, 14]]);
	});

	it('is told once more when it comes back into the status, not when it is put where it stands', async () => {
		const [id] = deal([at(13), 'STATUS_CHANGED', NEW]);
		await poller.activate();
		expect(await polled(1)).toEqual([['dealStuck', id, 14]]);
		const { history } = poller.deals[0];
		const move = (entry: string, days: number, _id: string) =>
			history.push({
				...history[0],
				id: entry,
				startTimestamp: NOW + days * DAY,
				metaData: { propertyValue: { _id, type: 'STATUS' } },
			});
		move('put', 2, NEW);
		expect(await polled(20)).toEqual([]);
		move('away', 20, TALKING);
		move('back', 21, NEW);
		expect(await polled(34)).toEqual([]);
		expect(await polled(35)).toEqual([['dealStuck', 'back', 14]]);
	});

	it('is not one whose last entry has ended, nor one that no change of status is known of', async () => {
		deal([at(13), 'STATUS_CHANGED', NEW], [at(12), 'USER_CHANGED', ANNA.id]);
		poller.deals[0].history[1].endTimestamp = NOW;
		deal([at(13), 'USER_CHANGED', ANNA.id]);
		deal(['some day', 'STATUS_CHANGED', NEW]);
		deal();
		await poller.activate();
		expect(await polled(5)).toEqual([]);
	});

	it('with past days is told where it got stuck in them', async () => {
		poller.parameters = { ...poller.parameters, start: 'pastDays', pastDays: 2 };
		deal([at(16.1), 'STATUS_CHANGED', NEW]);
		const [id] = deal([at(16), 'STATUS_CHANGED', NEW]);
		expect((await poller.activate()).map(brief)).toEqual([['dealStuck', id, 16]]);
	});

	it('what is stuck when it is asked for later is not told, whatever the start', async () => {
		poller.parameters = { changes: ['statusChanged'], start: 'pastDays', pastDays: 2 };
		deal([at(14), 'STATUS_CHANGED', NEW]);
		const [id] = deal([at(13), 'STATUS_CHANGED', NEW]);
		await poller.activate();
		poller.parameters = { ...poller.parameters, changes: ['dealStuck'] };
		expect(await poller.activate()).toEqual([]);
		expect(await polled(1)).toEqual([['dealStuck', id, 14]]);
	});

	it('fewer days tell at once what they make stuck, more days nothing again; all that is left over comes, however long ago', async () => {
		const options = { maxChanges: 1, lookBackHours: 1 };
		poller.parameters = { ...poller.parameters, options };
		const ids = [13, 11, 9, 5].flatMap((days) => deal([at(days), 'STATUS_CHANGED', NEW]));
		await poller.activate();
		poller.parameters = { ...poller.parameters, daysInStatus: 7 };
		const lowered = [await poller.activate(), await poller.poll(), await poller.poll()];
		expect(lowered.flat().map(brief)).toEqual([
			['dealStuck', ids[0], 13],
			['dealStuck', ids[1], 11],
			['dealStuck', ids[2], 9],
		]);
		poller.parameters = { ...poller.parameters, daysInStatus: 20 };
		expect(await poller.activate()).toEqual([]);
		expect(await polled(14)).toEqual([]);
		expect(await polled(15)).toEqual([['dealStuck', ids[3], 20]]);
	});

	it('a wider filter tells nothing that was stuck before, also where n8n did not save that it was seen', async () => {
		const filters = { toStatusIds: [TALKING] };
		poller.parameters = { ...poller.parameters, filters };
		deal([at(13), 'STATUS_CHANGED', NEW]);
		const [id] = deal([at(12), 'STATUS_CHANGED', NEW]);
		await poller.activate();
		expect(await polled(1)).toEqual([]);
		poller.stop();
		poller.parameters = { changes: ['dealStuck'] };
		expect(await poller.activate()).toEqual([]);
		expect(await polled(2)).toEqual([['dealStuck', id, 14]]);
	});

	it('thousands at the first activation take no memory, nor those that were told long ago', async () => {
		for (let n = 0; n < 3000; n++) deal([at(100), 'STATUS_CHANGED', NEW]);
		await poller.activate();
		expect(JSON.stringify(poller.stored).length).toBeLessThan(500);
		for (let n = 0; n < 3000; n++) deal([at(13), 'STATUS_CHANGED', NEW]);
		deal([at(10), 'STATUS_CHANGED', NEW]);
		expect(await polled(1)).toHaveLength(1000);
		expect([(await polled(1)).length, (await polled(1)).length]).toEqual([1000, 1000]);
		expect(JSON.stringify(poller.stored).length).toBeGreaterThan(8 * 3000);
		expect(await polled(5)).toHaveLength(1);
		expect(JSON.stringify(poller.stored).length).toBeLessThan(500);
		expect(await polled(500)).toEqual([]);
	});

	it('an answer that comes empty forgets nothing', async () => {
		deal([at(13), 'STATUS_CHANGED', NEW]);
		await poller.activate();
		expect(await polled(1)).toHaveLength(1);
		const there = poller.deals;
		poller.deals = [];
		expect(await polled(1.1)).toEqual([]);
		poller.deals = there;
		expect(await polled(1.2)).toEqual([]);
	});
});

describe('a deal that is created', () => {
	const created = (parameters: IDataObject = {}) => {
		poller.parameters = { changes: ['dealCreated'], ...parameters };
	};

	it('is one item, also where status changes are chosen; its further changes are their own', async () => {
		created({ changes: ['statusChanged', 'dealCreated'] });
		await poller.activate();
		const [first, second] = deal(
			[at(0.2), 'STATUS_CHANGED', NEW],
			[at(0.1), 'STATUS_CHANGED', TALKING],
		);
		expect(await polled()).toEqual([
			['dealCreated', first],
			['statusChanged', second],
		]);
	});

	it('with a filter for its status is told when it has its first one, and by that', async () => {
		created({ filters: { toStatusIds: [NEW] } });
		await poller.activate();
		const [, , first] = deal(
			[at(0.5), 'USER_CHANGED', ANNA.id],
			[at(0.4), 'STATUS_CHANGED'],
			[at(0.3), 'STATUS_CHANGED', NEW],
		);
		const { history } = poller.deals[0];
		const [later] = [history.splice(2)];
		expect(await polled()).toEqual([]);
		history.push(...later);
		expect(await polled()).toEqual([['dealCreated', first]]);
		deal([at(0.2), 'STATUS_CHANGED', TALKING], [at(0.1), 'STATUS_CHANGED', NEW]);
		expect(await polled()).toEqual([]);
	});

	it('with a filter for its assignee is told when somebody has it', async () => {
		created({ filters: { assigneeIds: [ANNA.id], toStatusIds: [NEW] } });
		await poller.activate();
		const [, , assigned] = deal(
			[at(0.5), 'STATUS_CHANGED', NEW],
			[at(0.4), 'STATUS_CHANGED', TALKING],
			[at(0.3), 'USER_CHANGED', ANNA.id],
		);
		deal([at(0.5), 'STATUS_CHANGED', NEW], [at(0.3), 'USER_CHANGED', BRAM.id]);
		expect(await polled()).toEqual([['dealCreated', assigned]]);
	});

	it('left no status', async () => {
		created({ filters: { fromStatusIds: [NEW], assigneeIds: [ANNA.id] } });
		await poller.activate();
		deal(
			[at(0.5), 'STATUS_CHANGED', NEW],
			[at(0.4), 'USER_CHANGED', ANNA.id],
			[at(0.3), 'STATUS_CHANGED', TALKING],
		);
		expect(await polled()).toEqual([]);
	});

	it('is created by nothing that comes late', async () => {
		created();
		await poller.activate();
		const [first, second] = deal(
			[at(0.2), 'STATUS_CHANGED', NEW],
			[at(0.1), 'STATUS_CHANGED', TALKING],
		);
		const { history } = poller.deals[0];
		const [late] = history.splice(0, 1);
		expect(await polled()).toEqual([['dealCreated', second]]);
		history.push(late);
		expect(await polled()).toEqual([]);
		expect(first).toBe(late.id);
	});

	it.each<[string, Partial<HistoryItem>]>([
		['no id', { id: undefined }],
		['an empty id', { id: '' }],
	])('with %s is told once, and apart from others', async (_what, fields) => {
		created();
		await poller.activate();
		const ids = [0.3, 0.2].map((days) => deal([at(days), 'STATUS_CHANGED', NEW])[0]);
		for (const one of poller.deals) Object.assign(one, fields);
		expect(await polled()).toEqual(ids.map((id) => ['dealCreated', id]));
		expect(await polled()).toEqual([]);
	});
});

describe('a deal that is listed twice, or whose entry is', () => {
	it('is one deal: a move is from the status of before, whichever listing tells of it', async () => {
		poller.parameters = { filters: { fromStatusIds: [NEW], toStatusIds: [TALKING] } };
		await poller.activate();
		const [, id] = deal([at(0.2), 'STATUS_CHANGED', NEW], [at(0.1), 'STATUS_CHANGED', TALKING]);
		const [whole] = poller.deals;
		const [first, second] = whole.history;
		poller.deals = [second, first].map((entry) => ({ ...whole, history: [entry] }));
		expect(await polled()).toEqual([['statusChanged', id]]);
	});

	it('a move that is listed twice is a move', async () => {
		poller.parameters = { filters: { toStatusIds: [TALKING] } };
		await poller.activate();
		const [, id] = deal([at(0.2), 'STATUS_CHANGED', NEW], [at(0.1), 'STATUS_CHANGED', TALKING]);
		const { history } = poller.deals[0];
		history.push({ ...history[1] });
		expect(await polled()).toEqual([['statusChanged', id]]);
	});
});

describe('Fetch Test Event', () => {
	it('shows one at least of each kind that is asked for, and else the newest, oldest first', async () => {
		poller.parameters = { changes: ['statusChanged', 'dealCreated', 'dealStuck'] };
		const [old] = deal([at(40), 'STATUS_CHANGED', NEW]);
		const moves = Array.from({ length: 12 }, (_, n): Chapter => {
			return [at(2 - n / 10), 'STATUS_CHANGED', n % 2 ? NEW : TALKING];
		});
		const ids = deal([at(3), 'STATUS_CHANGED', NEW], ...moves);
		const shown = (await poller.fetchTestEvent()).map(brief);
		expect(shown).toEqual([
			['dealStuck', old, 40],
			['dealCreated', ids[0]],
			...ids.slice(-8).map((id) => ['statusChanged', id]),
		]);
		expect(poller.stored).toEqual({});
	});

	it('shows a deal that is stuck between what happened before and after it got stuck', async () => {
		poller.parameters = { changes: ['statusChanged', 'dealStuck'] };
		const [stuckSinceYesterday] = deal([at(15), 'STATUS_CHANGED', NEW]);
		const [created, before, after] = deal(
			[at(3), 'STATUS_CHANGED', NEW],
			[at(2), 'STATUS_CHANGED', TALKING],
			[at(0.5), 'STATUS_CHANGED', NEW],
		);
		expect((await poller.fetchTestEvent()).map(brief)).toEqual([
			['statusChanged', stuckSinceYesterday],
			['statusChanged', created],
			['statusChanged', before],
			['dealStuck', stuckSinceYesterday, 15],
			['statusChanged', after],
		]);
	});

	it('says that no deal is stuck for so long, where that is asked for', async () => {
		deal([at(13), 'STATUS_CHANGED', NEW]);
		await expect(poller.fetchTestEvent()).rejects.toThrow(
			'passes the filters, and none of the deals is stuck for 14 days.',
		);
	});
});

it.each([[''], [-1], ['two weeks']])('%p is no number of days', async (daysInStatus) => {
	poller.parameters = { changes: ['dealStuck'], daysInStatus };
	await expect(poller.activate()).rejects.toThrow(
		"'Days in Status' must be a number of at least 0",
	);
	poller.parameters = { changes: ['dealCreated'], daysInStatus };
	expect(await poller.activate()).toEqual([]);
});
