import fc from 'fast-check';

import { inOrder } from '../../../nodes/deals/outputs';
import { type Deal, DEAL_ORDERS, dealNow } from '../../../nodes/deals/present';
import type { HistoryItem } from '../../../nodes/api/types';
import { NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** The orders of deals, told by what must be true of each two of them. */

/** Few moments, so that many are alike; some that nobody can read. */
const anyEntry = fc.record({
	startTimestamp: fc.oneof(
		{ weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }).map((hour) => NOW - hour * 3_600_000) },
		fc.constant('soon'),
	),
	endTimestamp: fc.constant(0),
	type: fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED'),
	metaData: fc.constantFrom({ propertyValue: { _id: 'a' } }, { propertyValue: { _id: 'b' } }),
});

const anyDeals = fc
	.array(fc.array(anyEntry, { maxLength: 3 }), { maxLength: 8 })
	.map((histories) =>
		histories.map((history, place) =>
			dealNow({ id: String(place), history } as unknown as HistoryItem, NOW),
		),
	);

const placeOf = ({ item }: Deal) => Number(item.id);

it.each([
	['newestFirst', 'lastChangeAt', -1],
	['oldestFirst', 'lastChangeAt', 1],
	['longestInStatus', 'enteredAt', 1],
] as const)(
	'%s: by %s; those alike as they came, newest first the other way round; unknown ones last, as they came',
	(name, field, direction) => {
		const { order, moment } = DEAL_ORDERS[name];
		const seen = { ties: 0, unknown: 0 };
		fc.assert(
			fc.property(anyDeals, (deals) => {
				const sorted = inOrder(deals, order, moment);
				expect(sorted.map(placeOf).sort()).toEqual(deals.map(placeOf).sort());
				sorted.slice(1).forEach((deal, n) => {
					const [before, after] = [sorted[n][field], deal[field]];
					if (after === undefined) {
						seen.unknown++;
						if (before === undefined) expect(placeOf(deal)).toBeGreaterThan(placeOf(sorted[n]));
						return;
					}
					expect(before).toBeDefined();
					expect((after - before!) * direction).toBeGreaterThanOrEqual(0);
					if (after !== before) return;
					seen.ties++;
					expect((placeOf(deal) - placeOf(sorted[n])) * direction).toBeGreaterThan(0);
				});
			}),
			runs(200),
		);
		expect(Math.min(seen.ties, seen.unknown)).toBeGreaterThan(20);
	},
);
