import { stopClock } from '../../support/fastClock';

import type { HistoryItem } from '../../../nodes/api/types';
import { assignedTo, movedTo } from '../../support/handCrm';
import { type HandPoller, keyOf } from '../../support/handPoller';
import { DAY, NOW, solarPoller } from '../../support/solarPoller';
import {
	ANNA,
	BRAM,
	GONE,
	LEADS,
	NEW,
	NEW_AT_WORK,
	STATUSES,
	TALKING,
	WORK,
} from '../../support/solarRoof';

/** When the polling trigger reports a deal as stuck. */

let poller: HandPoller;

beforeEach(() => (poller = solarPoller([])));

const publish = async (events: string[], more: object = {}) =>
	(await poller.publish({ events, ...more })).map(keyOf);
const polled = async () => (await poller.poll()).map(keyOf);
/** The key of the event that is about the first entry of a deal. */
const first = (event: string, { history }: HistoryItem) => `${event} ${history[0].id}`;

describe('a stuck deal', () => {
	const days = { daysInStatus: 14 };
	/** A deal that entered a status so many days ago. */
	const entered = (ago = 0, status = NEW, pipeline = LEADS) =>
		poller.addDeal({ ...movedTo(status), startTimestamp: NOW - ago * DAY }, pipeline);
	const onDay = (day: number) => stopClock(NOW + day * DAY);

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
