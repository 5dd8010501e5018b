import fc from 'fast-check';

import type { HistoryItem } from '../../../nodes/api/types';
import { changeItem } from '../../../nodes/deals/change';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealChanges, mergedDeals } from '../../../nodes/deals/history';
import { dealAt, dealRecord } from '../../../nodes/deals/present';
import { statusReport } from '../../../nodes/deals/statusReport';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
import { anyListedTwice, CONTEXT, HOUR, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** A history says the same in whatever order it arrives, and however often it is listed. */

const dealWith = (id: string, ...history: object[]) =>
	({ id, summary: id, history }) as unknown as HistoryItem;

const PERIOD = { after: undefined, before: undefined, splitByAssignee: true };

/** What all operations show of these deals. */
const shown = (deals: HistoryItem[]) => ({
	present: deals.map((deal) => dealRecord(dealAt(deal, NOW), CONTEXT)),
	changes: deals.flatMap((deal) => dealChanges(deal).map((one) => changeItem(one, CONTEXT))),
	times: deals.flatMap((deal) => timeInStatus(deal, CONTEXT.names, NO_FILTERS, NOW)),
	report: statusReport(deals, CONTEXT.names, { ...NO_FILTERS, ...PERIOD }),
});

it('a deal that is listed twice, with entries twice and in any order, is one deal', () => {
	const shuffledTwice = anyListedTwice.chain(({ deal, listed: [first, second] }) => {
		const entries = [...first.history, ...first.history.map((one) => ({ ...one }))];
		return fc
			.shuffledSubarray(entries, { minLength: entries.length })
			.map((history) => ({ deal, listed: [{ ...first, history }, second] }));
	});
	fc.assert(
		fc.property(shuffledTwice, ({ deal, listed: [first, second] }) => {
			const others = ['a', 'm', 'z'].map((id) => dealWith(id));
			const listed = [others[0], first, others[1], second, others[2]];
			const before = structuredClone(listed);
			expect(shown(mergedDeals(listed))).toEqual(shown([others[0], deal, others[1], others[2]]));
			expect(listed).toEqual(before);
		}),
		runs(200),
	);
});

it('a deal that a clock ahead of ours moved has been in its status for no time', () => {
	const metaData = { propertyValue: { _id: 'a', type: 'STATUS' } };
	const ahead = { id: 'one', startTimestamp: NOW + HOUR, type: 'STATUS_CHANGED', metaData };
	const { present, times } = shown([dealWith('deal', ahead)]);
	expect(present).toMatchObject([{ statusId: 'a', daysInStatus: 0 }]);
	expect(times).toMatchObject([{ latestDays: 0, totalDays: 0, current: true }]);
});

it('assigning a deal to the same user again is not a new assignment', () => {
	const metaData = { propertyValue: { _id: 'x', type: 'USER' } };
	const assigned = (hours: number) => ({
		...{ id: `${hours}`, type: 'USER_CHANGED', metaData },
		...{ startTimestamp: NOW - hours * HOUR, endTimestamp: 0 },
	});
	const { present } = shown([dealWith('deal', assigned(5), assigned(2))]);
	expect(present).toMatchObject([{ assignedAt: new Date(NOW - 5 * HOUR).toISOString() }]);
});
