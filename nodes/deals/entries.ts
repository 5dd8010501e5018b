import type { HistoryEntry, HistoryItem } from '../api/types';
import { isObject } from '../utils/json';
import { epochMs } from '../utils/dates';
import { textOf } from '../utils/text';

/**
 * A deal's entries in the order of time, whatever order they came in. Of two that start together
 * the one that ended first comes first; an open one (end 0) comes last. Those whose moment cannot
 * be read (then NaN) come after all others. What is no entry at all is left out.
 */
export const entriesInTime = (deal: HistoryItem): HistoryEntry[] =>
	entriesOf(deal)
		.map(withMoments)
		// Of two that are without end the difference is NaN, and puts neither before the other.
		.sort((a, b) => start(a) - start(b) || end(a) - end(b));

const moment = (value: number) => (Number.isFinite(value) ? value : Infinity);
const start = (entry: HistoryEntry) => moment(entry.startTimestamp);
const end = (entry: HistoryEntry) => moment(entry.endTimestamp || Infinity);

/** A deal's entries as the service sent them; what is no entry at all is left out. */
export const entriesOf = ({ history }: HistoryItem): HistoryEntry[] =>
	Array.isArray(history) ? history.filter(isObject) : [];

/** When the last of a deal's changes was, of entries in the order of time; undefined when unknown. */
export const latestMoment = (entries: readonly HistoryEntry[]): number | undefined =>
	entries.findLast(({ startTimestamp }) => Number.isFinite(startTimestamp))?.startTimestamp;

/** The entry itself where its moments are counts of milliseconds already, as they mostly are. */
function withMoments(entry: HistoryEntry): HistoryEntry {
	const startTimestamp = momentOf(entry.startTimestamp);
	const endTimestamp = momentOf(entry.endTimestamp ?? 0);
	const isSo = startTimestamp === entry.startTimestamp && endTimestamp === entry.endTimestamp;
	return isSo ? entry : { ...entry, startTimestamp, endTimestamp };
}

/** Milliseconds since the Unix epoch, from a number, or one that came as text; else NaN. */
export const momentOf = (value: unknown): number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
		? epochMs(Number(value))
		: NaN;

/** The id of the status or user that an entry names; null for unknown types and empty metaData. */
export function namedId(entry: HistoryEntry, type: 'STATUS' | 'USER'): string | null {
	const fits = entry.type === (type === 'STATUS' ? 'STATUS_CHANGED' : 'USER_CHANGED');
	const property = entry.metaData?.propertyValue;
	if (!fits || !property || (property.type ?? type) !== type) return null;
	return textOf(property._id) || null;
}
