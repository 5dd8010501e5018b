import type { HistoryEntry, HistoryItem } from '../../../service/types';

/**
 * A deal's entries in the order of time, whatever order they came in. Of two that start together
 * the one that ended first comes first; an open one (end 0) comes last.
 */
export function entriesInTime({ history }: HistoryItem): HistoryEntry[] {
	const entries = Array.isArray(history) ? history.filter(Boolean) : [];
	const end = (entry: HistoryEntry) => entry.endTimestamp || Infinity;
	return entries.sort((a, b) => {
		const byStart = a.startTimestamp - b.startTimestamp;
		return byStart !== 0 || end(a) === end(b) ? byStart : end(a) - end(b);
	});
}
