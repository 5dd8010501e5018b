import type { HistoryEntry, HistoryItem } from '../service/api/types';

/**
 * A deal's entries in the order of time, whatever order they came in. Of two that start together
 * the one that ended first comes first; an open one (end 0) comes last. Those whose moment cannot
 * be read come after all others.
 */
export function entriesInTime({ history }: HistoryItem): HistoryEntry[] {
	const entries = Array.isArray(history) ? history.filter(Boolean) : [];
	const moment = (value: number) => (Number.isFinite(value) ? value : Infinity);
	const start = (entry: HistoryEntry) => moment(entry.startTimestamp);
	const end = (entry: HistoryEntry) => moment(entry.endTimestamp || Infinity);
	const order = (a: number, b: number) => (a === b ? 0 : a - b);
	return entries.sort((a, b) => order(start(a), start(b)) || order(end(a), end(b)));
}
