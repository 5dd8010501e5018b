import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryEntry, HistoryItem } from '../api/types';
import { toDays, toIso } from '../utils/dates';
import { isChosen, recordOf } from '../utils/lists';
import { entriesInTime, namedId } from './history';

/**
 * How long a deal was in its statuses and with its assignees:
 *
 * 1. A period runs to the next change of the same kind, whatever is changed in between. The last one
 *    lasts still. Example: to Offer at 9, assigned at 10, to Won at 12: in Offer from 9 to 12.
 * 2. A deal that is put where it stands already stays in the same period.
 * 3. A change whose moment cannot be read has no length, and must not make one of the others wrong:
 *    it is passed over.
 * 4. Filters choose deals and statuses; they shorten no period.
 * 5. Null is what the history does not tell.
 */

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
 * Rules 1 to 3, one period after the other.
 * @param entries In the order of time.
 */
export function statusPeriods(
	entries: readonly HistoryEntry[],
	kind: 'STATUS' | 'USER',
): StatusPeriod[] {
	const periods: StatusPeriod[] = [];
	let last: StatusPeriod | undefined;
	for (const entry of entries) {
		if (entry.type !== `${kind}_CHANGED` || !Number.isFinite(entry.startTimestamp)) continue;
		const id = namedId(entry, kind);
		if (last?.id === id) continue;
		if (last) last.to = entry.startTimestamp;
		last = { id, from: entry.startTimestamp, to: undefined };
		periods.push(last);
	}
	return periods;
}

/** Milliseconds; none for one that begins after now, by a clock that goes ahead. */
export const lengthOf = ({ from, to }: StatusPeriod, now: number): number =>
	Math.max(0, (to ?? now) - from);

/**
 * One record per status a deal has been in, in the order of first entering: all periods together,
 * and the last one alone.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	{ statusIds }: { statusIds: readonly string[] },
	now: number,
): IDataObject[] {
	const records: IDataObject[] = [];
	for (const [statusId, periods] of periodsByStatus(deal)) {
		const latest = periods[periods.length - 1];
		const latestMs = lengthOf(latest, now);
		const totalMs = periods.reduce((total, period) => total + lengthOf(period, now), 0);
		if (!isChosen(statusIds, statusId)) continue;
		records.push({
			dealSummary: deal.summary ?? null,
			statusLabel: recordOf(names.statuses, statusId)?.label ?? null,
			current: latest.to === undefined,
			totalDays: toDays(totalMs),
			latestDays: toDays(latestMs),
			enteredCount: periods.length,
			firstEnteredAt: toIso(periods[0].from),
			lastEnteredAt: toIso(latest.from),
			lastLeftAt: toIso(periods.findLast(({ to }) => to !== undefined)?.to),
			totalMs,
			latestMs,
			dealId: deal.id || null,
			statusId,
			backlogId: deal.backlogId ?? null,
		});
	}
	return records;
}

function periodsByStatus(deal: HistoryItem): Map<string | null, StatusPeriod[]> {
	const byStatus = new Map<string | null, StatusPeriod[]>();
	for (const period of statusPeriods(entriesInTime(deal), 'STATUS')) {
		const others = byStatus.get(period.id);
		if (others) others.push(period);
		else byStatus.set(period.id, [period]);
	}
	return byStatus;
}
