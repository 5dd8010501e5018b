import fc from 'fast-check';

import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { changeItem } from '../../../nodes/deals/change';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealChanges, entriesInTime, mergedDeals } from '../../../nodes/deals/history';
import { dealNow, dealRecord } from '../../../nodes/deals/present';
import { statusReport } from '../../../nodes/deals/statusReport';
import { timeInStatus } from '../../../nodes/deals/visits';
import { anyDeal, anyListedTwice, CONTEXT, HOUR, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** How a history is read, whatever order it comes in (nodes/deals/history.ts). */

const dealWith = (...history: object[]) =>
	({ id: 'deal', summary: 'Dak', history }) as unknown as HistoryItem;

const PERIOD = { after: undefined, before: undefined, splitByAssignee: true };

/** What all operations tell of these deals. */
const told = (deals: HistoryItem[]) => ({
	present: deals.map((deal) => dealRecord(dealNow(deal, NOW), CONTEXT)),
	changes: deals.flatMap((deal) => dealChanges(deal).map((one) => changeItem(one, CONTEXT))),
	times: deals.flatMap((deal) => timeInStatus(deal, CONTEXT.names, NO_FILTERS, NOW)),
	report: statusReport(deals, CONTEXT.names, { ...NO_FILTERS, ...PERIOD }),
});

it('a deal that is listed twice is the same deal, among others that are as they came', () => {
	const other = (id: string) => ({ ...dealWith(), id, summary: id }) as HistoryItem;
	fc.assert(
		fc.property(anyListedTwice, ({ deal, listed: [first, second] }) => {
			const listed = [other('a'), first, other('m'), second, other('z')];
			const asItCame = structuredClone(listed);
			expect(told(mergedDeals(listed))).toEqual(told([other('a'), deal, other('m'), other('z')]));
			expect(listed).toEqual(asItCame);
		}),
		runs(200),
	);
});

it('of an entry that changed, the later listing counts', () => {
	const entry = { id: 'one', startTimestamp: NOW - 1000, endTimestamp: 0, type: 'STATUS_CHANGED' };
	const ended = { ...entry, endTimestamp: NOW };
	const [deal] = mergedDeals([dealWith(entry), dealWith(ended)]);
	expect(deal.history).toEqual([ended]);
});

it('the order in which entries arrive makes no difference', () => {
	const shuffled = anyDeal.chain((deal) =>
		fc.tuple(
			fc.constant(deal),
			fc.shuffledSubarray(deal.history, { minLength: deal.history.length }),
		),
	);
	fc.assert(
		fc.property(shuffled, ([deal, history]) => {
			expect(told([{ ...deal, history }])).toEqual(told([deal]));
		}),
	);
});

it('entries are by start, then by end, open ones last, else as they came', () => {
	const moment = fc.integer({ min: 1, max: 3 }).map((second) => NOW + second * 1000);
	const anyEntries = fc.array(
		fc.record({ startTimestamp: moment, endTimestamp: fc.oneof(moment, fc.constant(0)) }),
		{ maxLength: 8 },
	);
	const rank = ({ startTimestamp, endTimestamp }: HistoryEntry) =>
		`${startTimestamp} ${endTimestamp || 'open'}`;
	fc.assert(
		fc.property(anyEntries, (drawn) => {
			const sorted = entriesInTime(dealWith(...drawn.map((entry, id) => ({ ...entry, id }))));
			const inOrder = sorted.map((entry) => `${rank(entry)} ${entry.id}`);
			expect(inOrder).toEqual(inOrder.toSorted());
			expect(sorted).toHaveLength(drawn.length);
		}),
		runs(300),
	);
});

it('a clock that is ahead makes no time less than none', () => {
	const metaData = { propertyValue: { _id: 'a', type: 'STATUS' } };
	const ahead = { id: 'one', startTimestamp: NOW + HOUR, type: 'STATUS_CHANGED', metaData };
	const { present, times } = told([dealWith(ahead)]);
	expect(present).toMatchObject([{ statusId: 'a', daysInStatus: 0 }]);
	expect(times).toMatchObject([{ latestDays: 0, totalDays: 0, current: true }]);
});
