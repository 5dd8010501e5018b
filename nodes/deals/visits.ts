import type { HistoryEntry } from '../api/types';
import { namedId } from './entries';

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
