import type { HistoryEntry, HistoryItem } from '../api/types';

/**
 * What the service's history of a deal says (operation `listHistory`), and the rules it is read by:
 *
 * 1. Entries count in the order of time, whatever order they came in. Of two that start together the
 *    one that ended first comes first; an open one (end 0) comes last.
 * 2. An entry of type STATUS_CHANGED names a status, one of type USER_CHANGED an assignee. An entry of
 *    another type, or with empty metaData, names nothing: it ends nothing and begins nothing.
 * 3. What stood before a change is what the change of the same kind before it named, whatever was
 *    changed in between.
 * 4. A deal that is listed twice is one deal, with the entries of both; an entry counts once.
 * 5. As of a time, what came later does not exist: entries that began later, ends that came later,
 *    and deals whose first entry began later. What began or ended at that very time does.
 */

/** Rule 4. What was read stays as it came. */
export function mergedDeals(listed: readonly HistoryItem[]): HistoryItem[] {
	const deals = new Map<string, HistoryItem>();
	for (const deal of listed) {
		const known = deals.get(deal.id);
		const entries = [...(known?.history ?? []), ...deal.history].map(
			(one) => [one.id, one] as const,
		);
		deals.set(deal.id, { ...(known ?? deal), history: [...new Map(entries).values()] });
	}
	return [...deals.values()];
}

/** Rule 5. @param time Milliseconds since the Unix epoch. @returns Undefined for no deal yet. */
export function dealAsOf(deal: HistoryItem, time: number): HistoryItem | undefined {
	const entries = deal.history.filter(({ startTimestamp }) => startTimestamp <= time);
	if (entries.length === 0 && deal.history.length > 0) return undefined;
	const history = entries.map((entry) =>
		entry.endTimestamp > time ? { ...entry, endTimestamp: 0 } : entry,
	);
	return { ...deal, history };
}

const endOf = ({ endTimestamp }: HistoryEntry): number => endTimestamp || Infinity;

/** A change of a deal, and how the deal stood right after it and, of its own kind, right before it. */
export interface DealChange {
	deal: HistoryItem;
	entry: HistoryEntry;
	/** What the entry names; null for nothing (rule 2). */
	changed: 'status' | 'assignee' | null;
	/** Right after the change, whatever was changed. */
	statusId: string | null;
	assigneeId: string | null;
	/** Rule 3; null where something else was changed. */
	previousStatusId: string | null;
	previousAssigneeId: string | null;
}

/** A deal's changes in the order of time. */
export function dealChanges(deal: HistoryItem): DealChange[] {
	let statusId: string | null = null;
	let assigneeId: string | null = null;
	// Rule 1. Of two that are open the difference is NaN, and puts neither before the other.
	const inTime = (a: HistoryEntry, b: HistoryEntry) =>
		a.startTimestamp - b.startTimestamp || endOf(a) - endOf(b);
	return deal.history.toSorted(inTime).map((entry) => {
		const namedId = entry.metaData?.propertyValue?._id;
		const changed = namedId === undefined ? null : (CHANGED_BY_TYPE[entry.type] ?? null);
		const previousStatusId = changed === 'status' ? statusId : null;
		const previousAssigneeId = changed === 'assignee' ? assigneeId : null;
		if (changed === 'status') statusId = namedId!;
		if (changed === 'assignee') assigneeId = namedId!;
		return { deal, entry, changed, statusId, assigneeId, previousStatusId, previousAssigneeId };
	});
}

const CHANGED_BY_TYPE: Record<string, DealChange['changed'] | undefined> = {
	STATUS_CHANGED: 'status',
	USER_CHANGED: 'assignee',
};

/** Whether the deal was moved to another status. One that is put where it stands already is not. */
export const isMove = ({ changed, statusId, previousStatusId }: DealChange): boolean =>
	changed === 'status' && statusId !== previousStatusId;

/** The orders that deals and their changes can be put in; `byDeal` leaves them as they come. */
export type Order = 'byDeal' | 'newestFirst' | 'oldestFirst';

/**
 * Items in the order of their times. Of items of one time the later one counts as newer, so that a
 * deal's changes keep their order; items without a time come last either way.
 * @param timeOf Milliseconds since the Unix epoch; undefined where there is none.
 */
export function inOrder<T>(items: T[], order: Order, timeOf: (item: T) => number | undefined): T[] {
	if (order === 'byDeal') return items;
	const timed = items.map((item) => ({ item, at: timeOf(item) }));
	const known = timed.filter(({ at }) => at !== undefined).sort((a, b) => a.at! - b.at!);
	if (order === 'newestFirst') known.reverse();
	return [...known, ...timed.filter(({ at }) => at === undefined)].map(({ item }) => item);
}
