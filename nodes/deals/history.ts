import type { HistoryEntry, HistoryItem } from '../api/types';

/** Merges the entries of deals that are listed twice, each entry once. The list itself stays unchanged. */
export function mergedDeals(listed: readonly HistoryItem[]): HistoryItem[] {
	const deals = new Map<string, HistoryItem>();
	for (const deal of listed) {
		const known = deals.get(deal.id);
		deals.set(deal.id, known ? merged(known, deal) : deal);
	}
	return [...deals.values()];
}

function merged(one: HistoryItem, other: HistoryItem): HistoryItem {
	const entries = [...one.history, ...other.history].map((entry) => [entry.id, entry] as const);
	return { ...one, history: [...new Map(entries).values()] };
}

/** The deal as it stood at a time, in milliseconds since the Unix epoch. Undefined if it did not exist yet. */
export function dealAsOf(deal: HistoryItem, time: number): HistoryItem | undefined {
	const entries = deal.history.filter(({ startTimestamp }) => startTimestamp <= time);
	if (entries.length === 0 && deal.history.length > 0) return undefined;
	const history = entries.map((entry) =>
		entry.endTimestamp > time ? { ...entry, endTimestamp: 0 } : entry,
	);
	return { ...deal, history };
}

const endOf = ({ endTimestamp }: HistoryEntry): number => endTimestamp || Infinity;

/** An entry of a deal's history, and how the deal stood right after it. */
export interface DealChange {
	deal: HistoryItem;
	entry: HistoryEntry;
	/** Null if the entry names neither a status nor an assignee; then it changes neither. */
	changed: 'status' | 'assignee' | null;
	statusId: string | null;
	assigneeId: string | null;
	/** What the last change of the same kind named; null if this one is of another kind. */
	previousStatusId: string | null;
	previousAssigneeId: string | null;
}

/** A deal's changes in the order of time. If two start together, the one that ends first comes first. */
export function dealChanges(deal: HistoryItem): DealChange[] {
	let statusId: string | null = null;
	let assigneeId: string | null = null;
	// If both are open, the difference is NaN, so they keep their order.
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

/** Whether the deal was moved to a status that it was not in before. */
export const isMove = ({ changed, statusId, previousStatusId }: DealChange): boolean =>
	changed === 'status' && statusId !== previousStatusId;

/** `byDeal` keeps the order of the service. */
export type Order = 'byDeal' | 'newestFirst' | 'oldestFirst';

/** If two items have the same time, the later one counts as newer. Items without a time come last. */
export function sortByTime<T>(
	items: T[],
	order: Order,
	timeOf: (item: T) => number | undefined,
): T[] {
	if (order === 'byDeal') return items;
	const timed = items.map((item) => ({ item, at: timeOf(item) }));
	const known = timed.filter(({ at }) => at !== undefined).sort((a, b) => a.at! - b.at!);
	if (order === 'newestFirst') known.reverse();
	return [...known, ...timed.filter(({ at }) => at === undefined)].map(({ item }) => item);
}
