import fc from 'fast-check';

import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { changeItem } from '../../../nodes/deals/change';
import { NO_FILTERS, readFilters } from '../../../nodes/deals/filters';
import { dealAsOf, dealChanges, mergedDeals } from '../../../nodes/deals/history';
import { dealNow, dealRecord, wantsDeal } from '../../../nodes/deals/present';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
import { readSearch } from '../../../nodes/utils/search';
import { anyListedTwice, CONTEXT, HOUR, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/**
 * Deals as of a time against a model that replays the history entry by entry up to that time, and knows
 * nothing of what came later.
 */

interface Stay {
	id: string;
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
		const named = metaData?.propertyValue?._id;
		if (!of || named === undefined || of.at(-1)?.id === named) continue;
		if (of.length > 0) of.at(-1)!.to = at;
		of.push({ id: named, from: at });
	}
	if (history.length > 0 && told.length === 0) return undefined;
	return { statuses: stays.STATUS_CHANGED, users: stays.USER_CHANGED, told };
}

const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

const days = (ms: number) => Math.round(ms / 864_000) / 100;

const nothing = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, null]));

/** What an item is to say, by the replay. */
function expected(deal: HistoryItem, moment: number) {
	const seen = replay(deal, moment);
	if (!seen) return undefined;
	const [present, before] = seen.statuses.toReversed();
	const assigned = seen.users.at(-1);
	const moments = deal.history.map((e) => e.startTimestamp).filter((at) => at <= moment);
	const until = Date.parse(seen.told.at(-1)?.endedAt ?? new Date(moment).toISOString());
	return {
		title: 'Dak',
		status: null,
		daysInStatus: present ? days(until - present.from) : null,
		assignee: null,
		...nothing('value', 'currency', 'email', 'phone', 'result'),
		pipeline: null,
		enteredAt: iso(present?.from),
		daysToStatus: present ? days(present.from - moments[0]) : null,
		previousStatus: null,
		enteredCount: seen.statuses.filter(({ id }) => id === present.id).length,
		assigneeEmail: null,
		assignedAt: iso(assigned?.from),
		firstChangeAt: iso(moments[0]),
		lastChangeAt: iso(moments.at(-1)),
		...nothing('address', 'archived', 'custom', 'recordType'),
		...nothing('enteredManually', 'description', 'requestId'),
		statusColor: null,
		dealId: 'deal',
		statusId: present?.id ?? null,
		previousStatusId: before?.id ?? null,
		assigneeId: assigned?.id ?? null,
		pipelineId: 'backlog',
		companyProfileId: 'profile',
	};
}

const changesOf = (deal: HistoryItem) =>
	dealChanges(deal).map((change) => changeItem(change, CONTEXT));

/** What all operations tell of a deal at a moment. */
const told = (deal: HistoryItem, now: number) => ({
	deal: dealRecord(dealNow(deal, now), CONTEXT),
	changes: changesOf(deal),
	times: timeInStatus(deal, CONTEXT.names, NO_FILTERS, now),
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
			expect(changesOf(then)).toMatchObject(entries);
			const last = deal.history[entries.length - 1];
			const hasEnded = Boolean(last?.endTimestamp) && last.endTimestamp <= moment;
			const isLongEnough = wantsDeal(
				readFilters({ minDaysInStatus: 0 }),
				readSearch(''),
				dealNow(then, moment),
				NO_NAMES,
			);
			expect(isLongEnough).toBe(item!.statusId !== null && !hasEnded);
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
