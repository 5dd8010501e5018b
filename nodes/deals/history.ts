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

/** A change of a deal, and how the deal stood right before and right after it. */
export interface DealChange {
	entry: HistoryEntry;
	/** What the entry itself names; null for a change of another kind, and for empty metaData. */
	statusId: string | null;
	userId: string | null;
	/**
	 * Named by the change of the same kind before, whatever was changed in between; null for a
	 * change of another kind.
	 */
	previousStatusId: string | null;
	previousUserId: string | null;
	/** How the deal stands after the change, whatever kind of change it is. */
	statusAfter: string | null;
	userAfter: string | null;
}

/** A deal's changes in the order of time. */
export function dealChanges(deal: HistoryItem): DealChange[] {
	let statusAfter: string | null = null;
	let userAfter: string | null = null;
	return entriesInTime(deal).map((entry) => {
		const statusId = namedId(entry, 'STATUS');
		const userId = namedId(entry, 'USER');
		const previousStatusId = entry.type === 'STATUS_CHANGED' ? statusAfter : null;
		const previousUserId = entry.type === 'USER_CHANGED' ? userAfter : null;
		if (entry.type === 'STATUS_CHANGED') statusAfter = statusId;
		if (entry.type === 'USER_CHANGED') userAfter = userId;
		return {
			entry,
			statusId,
			userId,
			previousStatusId,
			previousUserId,
			statusAfter,
			userAfter,
		};
	});
}

/** An unbroken time of a deal in one status, or with one assignee. */
export interface StatusPeriod {
	/** Null where the change that began it names none. */
	id: string | null;
	/** Milliseconds since the Unix epoch. */
	from: number;
	/** Milliseconds since the Unix epoch; undefined while it lasts. */
	to: number | undefined;
}

/**
 * A deal's visits to its statuses, or its times with its assignees, one after the other. Each runs
 * to the next change of the same kind, whatever is changed in between (interface.md, "History
 * entry"). A deal that is put where it stands already stays on the same visit.
 * @param entries In the order of time. A change whose moment cannot be read has no length, and must
 * not make one of the others wrong: it is passed over.
 */
export function visitsIn(
	entries: readonly HistoryEntry[],
	kind: 'STATUS' | 'USER',
): StatusPeriod[] {
	const visits: StatusPeriod[] = [];
	let last: StatusPeriod | undefined;
	for (const entry of entries) {
		if (entry.type !== `${kind}_CHANGED` || !Number.isFinite(entry.startTimestamp)) continue;
		const id = namedId(entry, kind);
		if (last?.id === id) continue;
		if (last) last.to = entry.startTimestamp;
		last = { id, from: entry.startTimestamp, to: undefined };
		visits.push(last);
	}
	return visits;
}

/** Milliseconds; none for one that begins after now, by a clock that goes ahead. */
export const lengthOf = ({ from, to }: StatusPeriod, now: number): number =>
	Math.max(0, (to ?? now) - from);
