import fc from 'fast-check';

import { changesOf } from '../../../nodes/deals/outputs';
import { dealNow, dealRecord } from '../../../nodes/deals/present';
import { timeInStatus } from '../../../nodes/deals/visits';
import { eventRecords } from '../../../nodes/deals/historyEvents';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { NO_FILTERS as ALL, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** What must be true of any history, however strange. */

const moment = fc.integer({ min: NOW - 90 * 86_400_000, max: NOW });

const property = fc.option(
	fc.record(
		{ _id: fc.constantFrom('a', 'b', 'c'), type: fc.constantFrom('STATUS', 'USER', 'OTHER') },
		{ requiredKeys: [] },
	),
	{ nil: undefined },
);

const entry: fc.Arbitrary<HistoryEntry> = fc.record({
	id: fc.uuid(),
	backlogItemId: fc.constant('deal'),
	startTimestamp: moment,
	endTimestamp: fc.oneof(fc.constant(0), moment),
	type: fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED', 'PRIORITY_CHANGED', ''),
	metaData: fc.oneof(fc.record({ propertyValue: property }), fc.constantFrom({}, null, undefined)),
});

const deal: fc.Arbitrary<HistoryItem> = fc.record({
	id: fc.constant('deal'),
	backlogId: fc.constant('backlog'),
	summary: fc.string(),
	companyProfileId: fc.constant(['profile']),
	history: fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 30 }),
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

it('every entry gives exactly one change', () => {
	fc.assert(
		fc.property(deal, (any) => {
			const ids = changesOf(any, NO_NAMES, ALL).map(({ changeId }) => changeId);
			expect(ids.toSorted()).toEqual(any.history.map(({ id }) => id).toSorted());
		}),
	);
});

it('the times of a deal add up to the time since its first status change', () => {
	fc.assert(
		fc.property(deal, (any) => {
			const moves = any.history.filter(({ type }) => type === 'STATUS_CHANGED');
			const rows = timeInStatus(any, NO_NAMES, ALL, NOW);
			const first = Math.min(NOW, ...moves.map(({ startTimestamp }) => startTimestamp));
			expect(sum(rows.map(({ totalMs }) => Number(totalMs)))).toBe(NOW - first);
			const present = rows.filter(({ current }) => current);
			expect(present).toHaveLength(moves.length > 0 ? 1 : 0);
		}),
	);
});

it('the order in which entries arrive makes no difference', () => {
	const inTurn = deal.filter(
		({ history }) => new Set(history.map((e) => e.startTimestamp)).size === history.length,
	);
	const shuffled = inTurn.chain((any) =>
		fc.tuple(fc.constant(any), fc.shuffledSubarray(any.history, { minLength: any.history.length })),
	);
	fc.assert(
		fc.property(shuffled, ([any, history]) => {
			const other = { ...any, history };
			expect(changesOf(other, NO_NAMES, ALL)).toEqual(changesOf(any, NO_NAMES, ALL));
			expect(timeInStatus(other, NO_NAMES, ALL, NOW)).toEqual(
				timeInStatus(any, NO_NAMES, ALL, NOW),
			);
		}),
	);
});

it('a deal whose history is missing or is no list has no changes, and breaks nothing', () => {
	for (const history of [undefined, null, {}, 'none', [null, undefined]]) {
		const broken = { id: 'deal', history } as unknown as HistoryItem;
		expect(changesOf(broken, NO_NAMES, ALL)).toEqual([]);
		expect(timeInStatus(broken, NO_NAMES, ALL, NOW)).toEqual([]);
	}
});

// Histories unlike the described ones: nothing breaks, and what comes out can be told in JSON.

const odd = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown);
const orOdd = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: usual }, odd);

const oddEntry = fc.record(
	{
		id: orOdd(fc.uuid()),
		startTimestamp: orOdd(fc.integer({ min: 0, max: NOW })),
		endTimestamp: orOdd(fc.integer({ min: 0, max: NOW })),
		type: orOdd(fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED')),
		metaData: orOdd(fc.record({ propertyValue: orOdd(fc.record({ _id: orOdd(fc.uuid()) })) })),
	},
	{ requiredKeys: [] },
);

const oddDeal = fc.record(
	{
		id: odd,
		backlogId: odd,
		summary: odd,
		companyProfileId: odd,
		history: fc.array(orOdd(oddEntry)),
	},
	{ requiredKeys: ['history'] },
) as unknown as fc.Arbitrary<HistoryItem>;

it.each([
	['changes', (any: HistoryItem) => changesOf(any, NO_NAMES, ALL)],
	['timeInStatus', (any: HistoryItem) => timeInStatus(any, NO_NAMES, ALL, NOW)],
	['deal', (any: HistoryItem) => [dealRecord(dealNow(any, NOW), NO_NAMES)]],
	['events', (any: HistoryItem) => eventRecords(any, NO_NAMES, ALL, undefined)],
])('the output %s', (_output, recordsOf) => {
	fc.assert(
		fc.property(oddDeal, (any) => {
			const rows = recordsOf(any);
			// Each row has every field: what is not told is null, never missing.
			expect(JSON.parse(JSON.stringify(rows))).toStrictEqual(rows);
		}),
		runs(500),
	);
});
