import fc from 'fast-check';

import type { HistoryFilters } from '../../nodes/deals/historyFilters';
import type { HistoryItem } from '../../nodes/api/types';

/** Deals with histories as interface.md describes them, drawn by chance. */

export const NOW = Date.parse('2026-03-02T12:00:00Z');

export const STATUS_IDS = ['a', 'B', 'c'] as const;

export const USER_IDS = ['x', 'Y'] as const;

export const NO_FILTERS: HistoryFilters = {
	changeTypes: [],
	changedAfter: undefined,
	changedBefore: undefined,
	backlogIds: [],
	statusIds: [],
	userIds: [],
};

const named = (type: string, ids: readonly string[]) =>
	fc.oneof(
		{
			weight: 5,
			arbitrary: fc.constantFrom(...ids).map((_id) => ({ propertyValue: { _id, type } })),
		},
		fc.constant({}),
	);

const change = fc.oneof(
	fc.record({ type: fc.constant('STATUS_CHANGED'), metaData: named('STATUS', STATUS_IDS) }),
	fc.record({ type: fc.constant('USER_CHANGED'), metaData: named('USER', USER_IDS) }),
	fc.record({ type: fc.constant('PRIORITY_CHANGED'), metaData: named('STATUS', STATUS_IDS) }),
);

/** In the order of time, each entry ending where the next starts, the last one open. */
const told = (from: number, story: Array<[gap: number, what: object]>): HistoryItem => {
	let at = from;
	const starts = story.map(([gap]) => (at += gap));
	const history = story.map(([, what], index) => ({
		id: `entry ${index}`,
		backlogItemId: 'deal',
		startTimestamp: starts[index],
		endTimestamp: starts[index + 1] ?? 0,
		...what,
	}));
	return {
		id: 'deal',
		backlogId: 'backlog',
		summary: 'Dak',
		companyProfileId: ['p'],
		history,
	} as HistoryItem;
};

export const anyDeal: fc.Arbitrary<HistoryItem> = fc
	.array(fc.tuple(fc.integer({ min: 1, max: 3000 }), change), { maxLength: 12 })
	.map((story) => told(NOW - 40_000, story));

const HOUR = 3_600_000;

/** Everything on the full hour, one or more between two changes, the last one in the past. */
export const anyHourlyDeal: fc.Arbitrary<HistoryItem> = fc
	.array(fc.tuple(fc.integer({ min: 1, max: 5 }), change), { maxLength: 12 })
	.map((story) => {
		const inHours = story.map(([gap, what]): [number, object] => [gap * HOUR, what]);
		return told(NOW - 61 * HOUR, inHours);
	});
