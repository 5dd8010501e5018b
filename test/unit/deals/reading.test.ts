import fc from 'fast-check';

import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { dealAsOf, entriesInTime, mergedDeals } from '../../../nodes/deals/history';
import { changesOf, OUTPUTS } from '../../../nodes/deals/outputs';
import { dealNow, dealRecord } from '../../../nodes/deals/present';
import { anyDeal, anyListedTwice, CONTEXT, HOUR, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** How a history is read, whatever order and form it comes in (nodes/deals/history.ts). */

const dealWith = (...history: object[]) =>
	({ id: 'deal', summary: null, history }) as unknown as HistoryItem;

/** What all operations tell of these deals. */
const told = (deals: HistoryItem[]) => ({
	present: deals.map((deal) => dealRecord(dealNow(deal, NOW), CONTEXT)),
	changes: OUTPUTS.changes.rows(deals, CONTEXT),
	times: OUTPUTS.timeInStatus.rows(deals, CONTEXT),
	report: OUTPUTS.statusReport.rows(deals, CONTEXT),
});

it('a deal that is listed twice is the same deal, among others that are as they came', () => {
	const other = (id?: string) => ({ ...dealWith(), id, summary: id }) as HistoryItem;
	fc.assert(
		fc.property(anyListedTwice, ({ deal, listed: [first, second] }) => {
			const listed = [other('a'), first, other(), other(), second, other('z')];
			const asItCame = structuredClone(listed);
			expect(told(mergedDeals(listed))).toEqual(
				told([other('a'), deal, other(), other(), other('z')]),
			);
			expect(listed).toEqual(asItCame);
		}),
		runs(200),
	);
});

it('an entry without an id counts once, too; of one that changed, the later listing counts', () => {
	const entry = (more: object) => ({ startTimestamp: NOW - 1000, type: 'STATUS_CHANGED', ...more });
	const open = { id: 'one', endTimestamp: 0 };
	const ended = entry({ ...open, endTimestamp: NOW });
	const listed = [
		[entry({}), entry(open)],
		[entry({}), ended, entry({ metaData: {} })],
	];
	const [deal] = mergedDeals(listed.map((history) => dealWith(...history)));
	expect(deal.history).toEqual([entry({}), ended, entry({ metaData: {} })]);
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

it('entries are by start, then by end, open or unreadable ones last, else as they came', () => {
	const moment = fc.oneof(
		fc.integer({ min: 1, max: 3 }).map((second) => NOW + second * 1000),
		fc.constantFrom('soon', null, ''),
	);
	const anyEntries = fc.array(
		fc.record({ startTimestamp: moment, endTimestamp: fc.oneof(moment, fc.constant(0)) }),
		{ maxLength: 8 },
	);
	const rank = ({ startTimestamp, endTimestamp }: HistoryEntry) =>
		[startTimestamp, endTimestamp || NaN].map((at) => (at >= 0 ? String(at) : 'last')).join();
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

describe('what an entry may say', () => {
	const rowOf = (entry: object) =>
		changesOf(dealWith({ id: 'e', type: 'STATUS_CHANGED', ...entry }), CONTEXT)[0];

	it.each([undefined, null, '', '  ', 'soon', true, [NOW], {}, NaN])(
		'%p is no moment',
		(startTimestamp) => {
			expect(rowOf({ startTimestamp, endTimestamp: NOW })).toMatchObject({
				occurredAt: null,
				durationMs: null,
				open: false,
			});
		},
	);

	it.each([undefined, null, 0, '0'])('an end of %p is open', (endTimestamp) => {
		const open = { endedAt: null, durationMs: null, open: true };
		expect(rowOf({ startTimestamp: NOW, endTimestamp })).toMatchObject(open);
	});

	it.each([
		[{ _id: 'a', type: 'STATUS' }, 'a'],
		[{ _id: 'a' }, 'a'],
		[{ _id: 7 }, '7'],
		[{ _id: '', type: 'STATUS' }, null],
		[{ type: 'STATUS' }, null],
		[null, null],
	])('%j names the status %p', (propertyValue, statusId) => {
		const row = rowOf({ startTimestamp: NOW, metaData: { propertyValue } });
		expect(row).toMatchObject({ statusId, assigneeId: null });
	});

	it('moments in any unit, as number or text, are one and the same', () => {
		const [began, ended] = ['2026-03-01T08:30:00Z', '2026-03-02T09:00:00Z'].map(Date.parse);
		for (const perMs of [0.001, 1, 1000, 1e6]) {
			for (const as of [Number, String]) {
				const entry = { startTimestamp: as(began * perMs), endTimestamp: as(ended * perMs) };
				const [occurredAt, durationMs] = ['2026-03-01T08:30:00.000Z', ended - began];
				expect(rowOf(entry)).toMatchObject({ occurredAt, durationMs });
			}
		}
	});
});

describe('histories unlike the described ones', () => {
	it.each([[undefined], [null], [{}], ['none'], [[null, undefined, 7]]])(
		'a history that is %p has no changes',
		(history) => {
			const deal = { id: 'deal', history } as unknown as HistoryItem;
			expect(told([deal])).toMatchObject({ changes: [], times: [], report: [] });
			expect(told([deal]).present).toMatchObject([
				{ statusId: null, enteredAt: null, inStatusMs: null, enteredCount: 0, pipelineId: null },
			]);
			expect(dealAsOf(deal, NOW)).toEqual({ id: 'deal', history: [] });
		},
	);

	const odd = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown);
	const orOdd = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: usual }, odd);
	const moment = orOdd(fc.integer({ min: 0, max: NOW }));
	const oddEntry = fc.record(
		{
			id: orOdd(fc.uuid()),
			startTimestamp: moment,
			endTimestamp: moment,
			type: orOdd(fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED')),
			metaData: orOdd(fc.record({ propertyValue: orOdd(fc.record({ _id: orOdd(fc.uuid()) })) })),
		},
		{ requiredKeys: [] },
	);
	const oddDeal = fc.record(
		{ id: odd, backlogId: odd, summary: odd, history: fc.array(orOdd(oddEntry)) },
		{ requiredKeys: ['history'] },
	) as unknown as fc.Arbitrary<HistoryItem>;

	it('break nothing: each row has every field, null where nothing is known', () => {
		fc.assert(
			fc.property(oddDeal, (deal) => {
				const rows = told([deal, ...[dealAsOf(deal, NOW - HOUR) ?? []].flat()]);
				expect(JSON.parse(JSON.stringify(rows))).toStrictEqual(rows);
			}),
			runs(500),
		);
	});

	it('an entry whose moment cannot be read changes nothing of a deal, at no moment', () => {
		const lost = fc.record({
			id: fc.constant('lost'),
			startTimestamp: fc.constantFrom('soon', null, undefined, NaN),
			endTimestamp: fc.constantFrom(0, NOW, 'soon'),
			type: fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED', 'PRIORITY_CHANGED'),
			metaData: fc.constantFrom({}, { propertyValue: { _id: 'c' } }),
		});
		fc.assert(
			fc.property(anyDeal, lost, fc.nat(12), fc.nat(60), (deal, entry, place, hours) => {
				const other = { ...deal, history: deal.history.toSpliced(place, 0, entry as never) };
				const at = (one: HistoryItem) => {
					const then = dealAsOf(one, NOW - hours * HOUR);
					return then && dealRecord(dealNow(then, NOW), CONTEXT);
				};
				if (deal.history.length > 0) expect(at(other)).toEqual(at(deal));
				expect(told([other]).present).toEqual(told([deal]).present);
			}),
			runs(300),
		);
	});

	it('a clock that goes ahead makes no time less than none', () => {
		const metaData = { propertyValue: { _id: 'a', type: 'STATUS' } };
		const ahead = { id: 'one', startTimestamp: NOW + HOUR, type: 'STATUS_CHANGED', metaData };
		const { present, times } = told([dealWith(ahead)]);
		expect(present).toMatchObject([{ statusId: 'a', inStatusMs: 0 }]);
		expect(times).toMatchObject([{ latestMs: 0, totalMs: 0, current: true }]);
	});
});
