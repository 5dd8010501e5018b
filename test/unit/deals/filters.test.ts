import fc from 'fast-check';

import type { HistoryItem } from '../../../nodes/api/types';
import { type HistoryFilters, isWantedDeal, NO_FILTERS } from '../../../nodes/deals/filters';
import { changesOf, inOrder, OUTPUTS, type RowOrder } from '../../../nodes/deals/outputs';
import {
	DEAL_ORDERS,
	type DealFilters,
	dealNow,
	dealRecord,
	wantsDeal,
} from '../../../nodes/deals/present';
import { byId } from '../../../nodes/utils/lists';
import { statusOf } from '../../support/deals';
import { anyDeal, CONTEXT, HOUR, NOW, STATUS_IDS, USER_IDS } from '../../support/histories';
import { runs } from '../../support/runs';

/** Which changes and deals are wanted, and in which order, against the rule's words. */

/** Of the three statuses one is known, of another pipeline than the deal's. */
const names = {
	...CONTEXT.names,
	statuses: byId([statusOf('c', 'projects', 'Gepland', '#111111')]),
};
const context = { ...CONTEXT, names };

/** Each left out more often than not, so that each alone decides often. */
const seldom = <T>(usual: T, drawn: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: drawn });

const ids = (from: readonly string[]) =>
	seldom<string[]>([], fc.subarray([...from], { minLength: 1 }));

/** Moments at, and right beside, those of the changes. */
const common = ({ history }: HistoryItem) => {
	const starts = [...history.map(({ startTimestamp }) => startTimestamp), NOW];
	const at = fc.tuple(fc.constantFrom(...starts), fc.constantFrom(-1, 0, 1));
	const bound = seldom<number | undefined>(
		undefined,
		at.map(([start, ms]) => start + ms),
	);
	return {
		changedAfter: bound,
		changedBefore: bound,
		pipelineIds: ids(['backlog', 'PROJECTS', 'other']),
		statusIds: ids(['A', 'b', 'c']),
		assigneeIds: ids(USER_IDS),
	};
};

const isIn = (chosen: readonly string[], id: unknown) =>
	chosen.length === 0 || chosen.some((one) => one.toLowerCase() === String(id).toLowerCase());

const isWithin = ({ changedAfter = 0, changedBefore = Infinity }, at: number) =>
	at >= changedAfter && at < changedBefore;

const anyFiltered = anyDeal.chain((deal) =>
	fc.record({
		deal: fc.constant(deal),
		filters: fc.record<HistoryFilters>({
			...common(deal),
			changeTypes: ids(['STATUS_CHANGED', 'user_changed', 'PRIORITY_CHANGED']),
		}),
	}),
);

it('changes: what the item shows passes each filter, statuses and assignees by their own kind', () => {
	const seen = { wanted: 0, unwanted: 0 };
	fc.assert(
		fc.property(anyFiltered, ({ deal, filters }) => {
			const { statusIds, assigneeIds } = filters;
			const wanted = changesOf(deal, context).filter((item) => {
				const kinds = [
					...(statusIds.length > 0 ? ['STATUS_CHANGED'] : []),
					...(assigneeIds.length > 0 ? ['USER_CHANGED'] : []),
				];
				return (
					isIn(kinds, item.changeType) &&
					isIn(statusIds, item.statusId) &&
					isIn(assigneeIds, item.assigneeId) &&
					isIn(filters.changeTypes, item.changeType) &&
					isIn(filters.pipelineIds, item.pipelineId) &&
					isWithin(filters, Date.parse(String(item.occurredAt)))
				);
			});
			expect(changesOf(deal, { ...context, filters })).toEqual(wanted);
			const isPlain = Object.values(filters).every((one) => !one || (one as string[]).length === 0);
			if (deal.history.length > 0) {
				expect(isWantedDeal(filters, deal, names)).toBe(isPlain || wanted.length > 0);
			}
			seen[wanted.length > 0 ? 'wanted' : 'unwanted']++;
		}),
		runs(1000),
	);
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

it('a deal without changes is wanted by its pipeline alone', () => {
	const deal = { id: 'deal', backlogId: 'backlog', history: [] } as unknown as HistoryItem;
	const wanted = (filters: object) => isWantedDeal({ ...NO_FILTERS, ...filters }, deal, names);
	expect(wanted({})).toBe(true);
	expect(wanted({ pipelineIds: ['BACKLOG'] })).toBe(true);
	expect(wanted({ pipelineIds: ['other'] })).toBe(false);
	for (const filters of [
		{ changeTypes: ['STATUS_CHANGED'] },
		{ statusIds: STATUS_IDS },
		{ assigneeIds: USER_IDS },
		{ changedAfter: 0 },
		{ changedBefore: NOW },
	]) {
		expect(wanted(filters)).toBe(false);
	}
});

it('deals: filters look at what the item shows; one that has ended waits for nothing', () => {
	const seen = { wanted: 0, unwanted: 0 };
	const drawn = anyDeal.chain((deal) => {
		const { inStatusMs } = dealNow(deal, NOW);
		const least = fc
			.constantFrom(-1, 0, 1, HOUR)
			.map((more) => Math.max(0, (inStatusMs ?? 0) + more));
		return fc.record({
			deal: fc.constant(deal),
			filters: fc.record<DealFilters>({
				...common(deal),
				words: seldom<string[]>([], fc.subarray(['DAK', 'A', 'B'], { minLength: 1 })),
				minMsInStatus: seldom<number | undefined>(undefined, least),
			}),
		});
	});
	fc.assert(
		fc.property(drawn, ({ deal, filters }) => {
			const row = dealRecord(dealNow(deal, NOW), context);
			const bounded = (filters.changedAfter ?? filters.changedBefore) !== undefined;
			const { minMsInStatus: least } = filters;
			const fits =
				isIn(filters.pipelineIds, row.pipelineId) &&
				isIn(filters.statusIds, row.statusId) &&
				isIn(filters.assigneeIds, row.assigneeId) &&
				(!bounded || isWithin(filters, Date.parse(String(row.lastChangeAt)))) &&
				(least === undefined ||
					(!deal.history.at(-1)?.endTimestamp &&
						row.inStatusMs !== null &&
						Number(row.inStatusMs) >= least)) &&
				!filters.words.includes('B');
			expect(wantsDeal(filters, dealNow(deal, NOW), names)).toBe(fits);
			seen[fits ? 'wanted' : 'unwanted']++;
		}),
		runs(1000),
	);
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

describe('the order', () => {
	it('oldest first: those of one moment as they come, those without one last; newest first the other way', () => {
		const rows = [3, NaN, 1, undefined, 3].map((at, place) => ({ at, place }));
		const places = (order: RowOrder) =>
			inOrder(rows, order, ({ at }) => at).map(({ place }) => place);
		expect(places('byDeal')).toEqual([0, 1, 2, 3, 4]);
		expect(places('oldestFirst')).toEqual([2, 0, 4, 1, 3]);
		expect(places('newestFirst')).toEqual([4, 0, 2, 1, 3]);
	});

	it('rows go by their moment, deals by their latest change or by when they entered their status', () => {
		fc.assert(
			fc.property(anyDeal, (deal) => {
				for (const [output, field] of [
					['changes', 'occurredAt'],
					['timeInStatus', 'lastEnteredAt'],
				] as const) {
					for (const row of OUTPUTS[output].rows([deal], CONTEXT)) {
						expect(new Date(OUTPUTS[output].moment(row)).toISOString()).toBe(row[field]);
					}
				}
				const reversed = { ...deal, history: deal.history.toReversed() };
				const [row] = OUTPUTS.deals.rows([reversed], CONTEXT);
				const latest = deal.history.at(-1)?.startTimestamp;
				expect(OUTPUTS.deals.moment(row)).toBe(latest);
				const now = dealNow(deal, NOW);
				expect(DEAL_ORDERS.newestFirst.moment(now)).toBe(latest);
				expect(DEAL_ORDERS.longestInStatus.moment(now)).toBe(now.enteredAt);
			}),
			runs(50),
		);
	});
});
