import '../../support/fastClock';

import type { HistoryItem } from '../../../nodes/api/types';
import { assignedTo, movedTo } from '../../support/handCrm';
import { type HandPoller, keyOf } from '../../support/handPoller';
import { ITEM_KEYS } from '../../support/oneLanguage';
import { DAY, HOUR, NOW, solarPoller } from '../../support/solarPoller';
import { ANNA, GONE, TALKING } from '../../support/solarRoof';

/** When the polling trigger reports a deal as won or lost. */

let poller: HandPoller;

beforeEach(() => (poller = solarPoller()));

const publish = async (events: string[], more: object = {}) =>
	(await poller.publish({ events, ...more })).map(keyOf);

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
