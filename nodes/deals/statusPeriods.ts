import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryEntry, HistoryItem } from '../api/types';
import { toIso } from '../utils/dates';
import { isChosen, recordOf } from '../utils/lists';
import { entriesInTime, latestMoment, namedId } from './history';
import { type HistoryFilters, isInTime, isLongEnough } from './historyFilters';

/**
 * How long a deal was in its statuses and with its assignees, and how it stands now:
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
interface StatusPeriod {
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
function statusPeriods(entries: readonly HistoryEntry[], kind: 'STATUS' | 'USER'): StatusPeriod[] {
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
const lengthOf = ({ from, to }: StatusPeriod, now: number): number =>
	Math.max(0, (to ?? now) - from);

/**
 * One record per status a deal has been in, in the order of first entering: all periods together,
 * and the last one alone. With `minMsInStatus` only a present status is left, of a deal that has
 * been in it that long.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	now: number,
): IDataObject[] {
	const records: IDataObject[] = [];
	for (const [statusId, periods] of periodsByStatus(deal)) {
		const latest = periods[periods.length - 1];
		const latestMs = lengthOf(latest, now);
		const current = latest.to === undefined;
		if (!isChosen(filters.statusIds, statusId)) continue;
		if (!isLongEnough(filters, current ? latestMs : undefined)) continue;
		records.push({
			dealId: deal.id ?? null,
			dealSummary: deal.summary ?? null,
			backlogId: deal.backlogId ?? null,
			statusId,
			statusLabel: recordOf(names.statuses, statusId)?.label ?? null,
			enteredCount: periods.length,
			firstEnteredAt: toIso(periods[0].from),
			lastEnteredAt: toIso(latest.from),
			lastLeftAt: toIso(periods.findLast(({ to }) => to !== undefined)?.to),
			totalMs: periods.reduce((total, period) => total + lengthOf(period, now), 0),
			latestMs,
			current,
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

/**
 * How a deal stands now: one record, or none when the filters do not want it. They look at the
 * present alone: its status, its assignee, when the status was entered and how long ago. A deal
 * without a status was never entered.
 * @param now Milliseconds since the Unix epoch.
 */
export function currentStatus(
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	now: number,
): IDataObject[] {
	const entries = entriesInTime(deal);
	const statuses = statusPeriods(entries, 'STATUS');
	const present = statuses.at(-1);
	const assigned = statusPeriods(entries, 'USER').at(-1);
	const inStatusMs = present && lengthOf(present, now);
	const statusId = present?.id ?? null;
	const userId = assigned?.id ?? null;
	const isWanted =
		isChosen(filters.statusIds, statusId) &&
		isChosen(filters.userIds, userId) &&
		isInTime(filters, present?.from) &&
		isLongEnough(filters, inStatusMs);
	if (!isWanted) return [];

	const status = recordOf(names.statuses, statusId);
	const user = recordOf(names.users, userId);
	const previousStatusId = statuses.at(-2)?.id ?? null;
	return [
		{
			dealId: deal.id ?? null,
			dealSummary: deal.summary ?? null,
			backlogId: deal.backlogId ?? null,
			companyProfileIds: deal.companyProfileId ?? [],
			statusId,
			statusLabel: status?.label ?? null,
			statusColor: status?.color ?? null,
			enteredAt: toIso(present?.from),
			inStatusMs: inStatusMs ?? null,
			enteredCount: statuses.filter(({ id }) => id === statusId).length,
			previousStatusId,
			previousStatusLabel: recordOf(names.statuses, previousStatusId)?.label ?? null,
			userId,
			userName: user?.name ?? null,
			userEmail: user?.email ?? null,
			assignedAt: toIso(assigned?.from),
			lastChangeAt: toIso(latestMoment(entries)),
		},
	];
}
