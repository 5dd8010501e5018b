import fc from 'fast-check';

import type { HistoryItem } from '../../../nodes/api/types';
import { changeItem } from '../../../nodes/deals/change';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealChanges, mergedDeals } from '../../../nodes/deals/history';
import { dealNow, dealRecord } from '../../../nodes/deals/present';
import { statusReport } from '../../../nodes/deals/statusReport';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
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

it('an entry that a deal has twice counts once', () => {
	fc.assert(
		fc.property(anyDeal, fc.func(fc.boolean()), (deal, isDoubled) => {
			const history = deal.history.flatMap((one) => (isDoubled(one) ? [one, { ...one }] : one));
			expect(told(mergedDeals([{ ...deal, history }]))).toEqual(told([deal]));
		}),
	);
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

it('a clock that is ahead makes no time less than none', () => {
	const metaData = { propertyValue: { _id: 'a', type: 'STATUS' } };
	const ahead = { id: 'one', startTimestamp: NOW + HOUR, type: 'STATUS_CHANGED', metaData };
	const { present, times } = told([dealWith(ahead)]);
	expect(present).toMatchObject([{ statusId: 'a', daysInStatus: 0 }]);
	expect(times).toMatchObject([{ latestDays: 0, totalDays: 0, current: true }]);
});
