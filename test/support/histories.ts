import fc from 'fast-check';

import { NO_NAMES } from '../../nodes/api/names';
import type { HistoryItem } from '../../nodes/api/types';
import type { HistoryContext } from '../../nodes/deals/change';

/** Random deals with histories. */

export const HOUR = 3_600_000;

export const NOW = Date.parse('2026-03-02T12:00:00Z');

export const CONTEXT: HistoryContext = { names: NO_NAMES, companyProfileId: 'profile' };

const STATUS_IDS = ['a', 'B', 'c'] as const;

const USER_IDS = ['x', 'Y'] as const;

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

/** An entry, an hour or more after the one before. A closed one ends after half an hour. */
const chapter = fc.record({
	hours: fc.integer({ min: 1, max: 5 }),
	what: change,
	isClosed: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
});

/** All entries begin on the full hour, in the past. Each ends when the next one begins, unless it is closed. */
export const anyDeal: fc.Arbitrary<HistoryItem> = fc
	.array(chapter, { maxLength: 12 })
	.map((story) => {
		let at = NOW - 61 * HOUR;
		const starts = story.map(({ hours }) => (at += hours * HOUR));
		const history = story.map(({ what, isClosed }, n) => ({
			id: `entry ${n}`,
			backlogItemId: 'deal',
			startTimestamp: starts[n],
			endTimestamp: isClosed ? starts[n] + HOUR / 2 : (starts[n + 1] ?? 0),
			...what,
		}));
		const deal = { id: 'deal', backlogId: 'backlog', summary: 'Dak', companyProfileId: ['p'] };
		return { ...deal, history } as HistoryItem;
	});

/** A deal, and the same deal listed twice: each entry is in one of the two, or in both. */
export const anyListedTwice = fc
	.tuple(anyDeal, fc.array(fc.constantFrom('first', 'second', 'both'), { minLength: 12 }))
	.map(([deal, where]) => {
		const part = (other: string) => ({
			...deal,
			history: deal.history.filter((_entry, n) => where[n] !== other),
		});
		return { deal, listed: [part('second'), part('first')] };
	});
