import fc from 'fast-check';

import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { changeItem } from '../../../nodes/deals/change';
import { NO_FILTERS, readFilters } from '../../../nodes/deals/filters';
import { dealAsOf, dealChanges, mergedDeals } from '../../../nodes/deals/history';
import { dealAt, dealRecord, wantsDeal } from '../../../nodes/deals/present';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
import { readSearch } from '../../../nodes/utils/search';
import { anyListedTwice, CONTEXT, HOUR, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** Deals as of a time, against a model that replays the history entry by entry and stops at that time. */

/** Undefined if the deal did not exist yet. */
function replay({ history }: HistoryItem, time: number) {
	const named: Record<string, Array<{ id: string; from: number }>> = {
		STATUS_CHANGED: [],
		USER_CHANGED: [],
	};
	const changes = [];
	for (const { id: changeId, type, startTimestamp: from, endTimestamp, metaData } of history) {
		if (from > time) break;
		const isOpen = endTimestamp === 0 || endTimestamp > time;
		changes.push({ changeId, from, endedAt: isOpen ? null : iso(endTimestamp) });
		const all = named[type];
		const id = metaData?.propertyValue?._id;
		if (all && id !== undefined && all.at(-1)?.id !== id) all.push({ id, from });
	}
	if (history.length > 0 && changes.length === 0) return undefined;
	return { statuses: named.STATUS_CHANGED, users: named.USER_CHANGED, changes };
}

const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

const days = (ms: number) => Math.round(ms / 864_000) / 100;

/** What depends on the time, by the replay. All keys of an item: deal.test.ts. */
function expected(
	{ statuses, users, changes }: NonNullable<ReturnType<typeof replay>>,
	time: number,
) {
	const [present, before] = statuses.toReversed();
	const assigned = users.at(-1);
	const until = Date.parse(changes.at(-1)?.endedAt ?? new Date(time).toISOString());
	return {
		daysInStatus: present ? days(until - present.from) : null,
		enteredAt: iso(present?.from),
		daysToStatus: present ? days(present.from - changes[0].from) : null,
		enteredCount: statuses.filter(({ id }) => id === present.id).length,
		assignedAt: iso(assigned?.from),
		firstChangeAt: iso(changes[0]?.from),
		lastChangeAt: iso(changes.at(-1)?.from),
		statusId: present?.id ?? null,
		previousStatusId: before?.id ?? null,
		assigneeId: assigned?.id ?? null,
	};
}

const changesOf = (deal: HistoryItem) =>
	dealChanges(deal).map((change) => changeItem(change, CONTEXT));

/** What all operations show of a deal at a time. */
const shown = (deal: HistoryItem, now: number) => ({
	deal: dealRecord(dealAt(deal, now), CONTEXT),
	changes: changesOf(deal),
	times: timeInStatus(deal, CONTEXT.names, NO_FILTERS, now),
});

/** At the beginning or the end of an entry, right before or after it, or at any other time. */
const timesAround = ({ history }: HistoryItem) => {
	const edges = history.flatMap(({ startTimestamp, endTimestamp }) => [
		startTimestamp,
		endTimestamp || NOW,
	]);
	const near = fc.tuple(fc.constantFrom(...edges, NOW), fc.constantFrom(-1, 0, 1));
	return fc.oneof(
		near.map(([at, ms]) => Math.min(NOW, at + ms)),
		fc.integer({ min: NOW - 70 * HOUR, max: NOW }),
	);
};

it('a deal as of a time is what a replay up to that time gives', () => {
	const seen = { absent: 0, present: 0 };
	const drawn = anyListedTwice.chain(({ deal, listed }) =>
		fc.record({ deal: fc.constant(deal), listed: fc.constant(listed), time: timesAround(deal) }),
	);
	fc.assert(
		fc.property(drawn, ({ deal, listed, time }) => {
			const then = dealAsOf(mergedDeals(listed)[0], time);
			const replayed = replay(deal, time);
			seen[replayed ? 'present' : 'absent']++;
			if (!then || !replayed) return void expect(then).toBe(replayed);
			const item = expected(replayed, time);
			expect(dealRecord(dealAt(then, time), CONTEXT)).toMatchObject(item);
			expect(changesOf(then)).toMatchObject(
				replayed.changes.map(({ changeId, endedAt }) => ({ changeId, endedAt })),
			);
			const filters = readFilters({ minDaysInStatus: 0 });
			const isInStatus = wantsDeal(filters, readSearch(''), dealAt(then, time), NO_NAMES);
			expect(isInStatus).toBe(item.statusId !== null && !replayed.changes.at(-1)!.endedAt);
		}),
		runs(1000),
	);
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(30);
});

it('a deal as of now is the deal itself', () => {
	fc.assert(
		fc.property(anyListedTwice, ({ listed }) => {
			const [deal] = mergedDeals(listed);
			expect(shown(dealAsOf(deal, NOW)!, NOW)).toEqual(shown(deal, NOW));
		}),
		runs(200),
	);
});
