import fc from 'fast-check';

import type { HistoryItem } from '../../../nodes/api/types';
import { dealAsOf, mergedDeals } from '../../../nodes/deals/history';
import { changesOf } from '../../../nodes/deals/outputs';
import { dealNow, dealRecord } from '../../../nodes/deals/present';
import { statusReport } from '../../../nodes/deals/statusReport';
import { timeInStatus } from '../../../nodes/deals/visits';
import { anyDeal, anyListedTwice, CONTEXT, HOUR, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/**
 * Deals as of a moment, time in status and the status report against a model that replays the
 * history entry by entry up to the moment, and knows nothing of what came later.
 */

const { names, filters } = CONTEXT;

interface Stay {
	id: string | null;
	from: number;
	to?: number;
}

/** Undefined where the deal was not there yet. */
function replay({ history }: HistoryItem, moment: number) {
	const stays: Record<string, Stay[]> = { STATUS_CHANGED: [], USER_CHANGED: [] };
	const told = [];
	for (const { id, type, startTimestamp: at, endTimestamp: end, metaData } of history) {
		if (at > moment) break;
		told.push({ changeId: id, endedAt: end === 0 || end > moment ? null : iso(end) });
		const of = stays[type ?? ''];
		const named = metaData?.propertyValue?._id ?? null;
		if (!of || of.at(-1)?.id === named) continue;
		if (of.length > 0) of.at(-1)!.to = at;
		of.push({ id: named, from: at });
	}
	if (history.length > 0 && told.length === 0) return undefined;
	return { statuses: stays.STATUS_CHANGED, users: stays.USER_CHANGED, told };
}

const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

const days = (ms: number) => Math.round(ms / 864_000) / 100;

/** What an item is to say, by the replay. */
function expected(deal: HistoryItem, moment: number) {
	const seen = replay(deal, moment);
	if (!seen) return undefined;
	const [present, before] = seen.statuses.toReversed();
	const assigned = seen.users.at(-1);
	const moments = deal.history.map((e) => e.startTimestamp).filter((at) => at <= moment);
	return {
		title: 'Dak',
		status: null,
		inStatusDays: present ? days(moment - present.from) : null,
		assignee: null,
		assigneeEmail: null,
		enteredAt: iso(present?.from),
		previousStatus: null,
		enteredCount: seen.statuses.filter(({ id }) => id === present.id).length,
		assignedAt: iso(assigned?.from),
		firstChangeAt: iso(moments[0]),
		lastChangeAt: iso(moments.at(-1)),
		statusColor: null,
		dealId: 'deal',
		statusId: present?.id ?? null,
		previousStatusId: before?.id ?? null,
		assigneeId: assigned?.id ?? null,
		pipelineId: 'backlog',
		companyProfileId: 'profile',
		inStatusMs: present ? moment - present.from : null,
	};
}

/** What all operations tell of a deal at a moment. */
const told = (deal: HistoryItem, now: number) => ({
	deal: dealRecord(dealNow(deal, now), CONTEXT),
	changes: changesOf(deal, { ...CONTEXT, now }),
	times: timeInStatus(deal, names, filters, now),
});

/** At, right before and right after what happened, or anywhere. */
const edgesOf = ({ history }: HistoryItem) => {
	const edges = history.flatMap(({ startTimestamp, endTimestamp }) => [
		startTimestamp,
		endTimestamp || NOW,
	]);
	const beside = fc.tuple(fc.constantFrom(...edges, NOW), fc.constantFrom(-1, 0, 1));
	return fc.oneof(
		beside.map(([at, ms]) => Math.min(NOW, at + ms)),
		fc.integer({ min: NOW - 70 * HOUR, max: NOW }),
	);
};

it('a deal as of a moment is what a replay up to that moment gives', () => {
	const seen = { absent: 0, present: 0, reopened: 0 };
	const drawn = anyListedTwice.chain(({ deal, listed }) =>
		fc.record({ deal: fc.constant(deal), listed: fc.constant(listed), moment: edgesOf(deal) }),
	);
	fc.assert(
		fc.property(drawn, ({ deal, listed, moment }) => {
			const [merged] = mergedDeals(listed);
			const then = dealAsOf(merged, moment);
			const item = expected(deal, moment);
			seen[item ? 'present' : 'absent']++;
			expect(then && dealRecord(dealNow(then, moment), CONTEXT)).toStrictEqual(item);
			if (!then) return;
			expect(Object.keys(dealRecord(dealNow(then, moment), CONTEXT))).toEqual(Object.keys(item!));
			const { told: entries } = replay(deal, moment)!;
			expect(changesOf(then, CONTEXT)).toMatchObject(entries);
			const last = deal.history[entries.length - 1];
			const hasEnded = Boolean(last?.endTimestamp) && last.endTimestamp <= moment;
			expect(dealNow(then, moment).hasEnded).toBe(hasEnded);
			if (
				last &&
				!hasEnded &&
				deal.history[entries.length - 2]?.endTimestamp !== last.startTimestamp
			)
				seen.reopened++;
		}),
		runs(1000),
	);
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
});

it('as of now is what comes without it', () => {
	fc.assert(
		fc.property(anyListedTwice, ({ listed }) => {
			const [deal] = mergedDeals(listed);
			expect(told(dealAsOf(deal, NOW)!, NOW)).toEqual(told(deal, NOW));
		}),
		runs(200),
	);
});

it('time in status: the stays of the replay, by status', () => {
	fc.assert(
		fc.property(anyDeal, (deal) => {
			const { statuses } = replay(deal, NOW)!;
			const rows = [...new Set(statuses.map(({ id }) => id))].map((id) => {
				const own = statuses.filter((stay) => stay.id === id);
				const lengths = own.map(({ from, to = NOW }) => to - from);
				const totalMs = lengths.reduce((sum, ms) => sum + ms, 0);
				const { from, to } = own.at(-1)!;
				return {
					title: 'Dak',
					status: null,
					totalDays: days(totalMs),
					latestDays: days(lengths.at(-1)!),
					enteredCount: own.length,
					firstEnteredAt: iso(own[0].from),
					lastEnteredAt: iso(from),
					lastLeftAt: iso(own.findLast((stay) => stay.to)?.to),
					current: to === undefined,
					dealId: 'deal',
					statusId: id,
					pipelineId: 'backlog',
					totalMs,
					latestMs: lengths.at(-1),
				};
			});
			const found = timeInStatus(deal, names, filters, NOW);
			expect(found).toStrictEqual(rows);
			if (rows.length > 0) expect(Object.keys(found[0])).toEqual(Object.keys(rows[0]));
		}),
		runs(200),
	);
});

describe('the status report', () => {
	const anyDeals = fc
		.array(anyDeal, { maxLength: 6 })
		.map((deals) => deals.map((deal, n) => ({ ...deal, id: `deal ${n}` })));
	const anyBound = fc.option(fc.integer({ min: NOW - 61 * HOUR, max: NOW }), { nil: undefined });

	it('counts what a naive count of the replayed stays counts', () => {
		fc.assert(
			fc.property(anyDeals, anyBound, anyBound, (deals, changedAfter, changedBefore) => {
				const stays = deals.flatMap((deal) =>
					replay(deal, NOW)!.statuses.map((stay, n, all) => ({ ...stay, deal, next: all[n + 1] })),
				);
				const isIn = ({ from }: Stay) =>
					from >= (changedAfter ?? 0) && from < (changedBefore ?? Infinity);
				const report = statusReport(deals, names, { ...filters, changedAfter, changedBefore });
				const reported = new Set(report.map(({ statusId }) => statusId));
				expect(reported).toEqual(new Set(stays.map(({ id }) => id)));
				expect(reported.size).toBe(report.length);
				for (const row of report) {
					const visits = stays.filter((stay) => stay.id === row.statusId && isIn(stay));
					const ended = visits.filter(({ to }) => to !== undefined);
					const average = ended.reduce((sum, { from, to }) => sum + to! - from, 0) / ended.length;
					const nexts = [...new Set(ended.map(({ next }) => next.id))].map((statusId) => {
						const count = ended.filter(({ next }) => next.id === statusId).length;
						const share = Math.round((count / ended.length) * 100) / 100;
						return { status: null, visits: count, share, statusId };
					});
					expect(row).toMatchObject({
						deals: new Set(visits.map(({ deal }) => deal.id)).size,
						visits: visits.length,
						openNow: visits.length - ended.length,
						averageDays: ended.length > 0 ? days(average) : null,
						nextShare: ended.length > 0 ? Math.max(...nexts.map(({ share }) => share)) : null,
					});
					const next = row.next as typeof nexts;
					expect(new Set(next)).toEqual(new Set(nexts));
					expect(next.map((one) => one.visits)).toEqual(
						next.map((one) => one.visits).toSorted((a, b) => b - a),
					);
				}
			}),
			runs(200),
		);
	});

	it('agrees with time in status, summed by status', () => {
		fc.assert(
			fc.property(anyDeals, (deals) => {
				const times = deals.flatMap((deal) => timeInStatus(deal, names, filters, NOW));
				for (const row of statusReport(deals, names, filters)) {
					const own = times.filter(({ statusId }) => statusId === row.statusId);
					const sum = (field: string, of = own) =>
						of.reduce((total, one) => total + Number(one[field]), 0);
					const current = own.filter(({ current: isCurrent }) => isCurrent);
					const ended = sum('totalMs') - sum('latestMs', current);
					const endedVisits = sum('enteredCount') - current.length;
					expect(row).toMatchObject({
						deals: own.length,
						visits: sum('enteredCount'),
						openNow: current.length,
						averageDays: endedVisits > 0 ? days(ended / endedVisits) : null,
					});
				}
			}),
			runs(200),
		);
	});
});
