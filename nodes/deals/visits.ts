import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryEntry, HistoryItem } from '../api/types';
import { toDays, toIso } from '../utils/dates';
import { isChosen, recordOf } from '../utils/lists';
import { pipelineIdOf } from './change';
import type { HistoryFilters } from './filters';
import { entriesInTime, namedId } from './history';

/**
 * How long a deal was in its statuses, and with its assignees:
 *
 * 1. A visit runs from one change of status to the next, whatever is changed in between. The last one
 *    lasts still. Example: to Offer at 9, assigned at 10, to Won at 12: in Offer from 9 to 12. So with
 *    assignments.
 * 2. A deal that is put where it stands already stays in the same visit.
 * 3. A change whose moment cannot be read has no length, and must not make one of the others wrong:
 *    it is passed over.
 * 4. Filters choose deals and statuses; they shorten no visit.
 * 5. Null: the history has no such value.
 */

/** An unbroken time of a deal in one status, or with one assignee. */
export interface Visit {
	/** Of the status or user; null where the change that began it names none. */
	id: string | null;
	/** Milliseconds since the Unix epoch. */
	from: number;
	/** Milliseconds since the Unix epoch; undefined while it lasts. */
	to: number | undefined;
}

/** Rules 1 to 3. @param entries In the order of time. */
export const statusVisits = (entries: readonly HistoryEntry[]): Visit[] =>
	visits(entries, 'STATUS');

/** As visits, of the deal to its assignees. @param entries In the order of time. */
export const assignments = (entries: readonly HistoryEntry[]): Visit[] => visits(entries, 'USER');

function visits(entries: readonly HistoryEntry[], kind: 'STATUS' | 'USER'): Visit[] {
	const all: Visit[] = [];
	let last: Visit | undefined;
	for (const entry of entries) {
		if (entry.type !== `${kind}_CHANGED` || !Number.isFinite(entry.startTimestamp)) continue;
		const id = namedId(entry, kind);
		if (last?.id === id) continue;
		if (last) last.to = entry.startTimestamp;
		last = { id, from: entry.startTimestamp, to: undefined };
		all.push(last);
	}
	return all;
}

/** Milliseconds; none for one that begins after now, by a clock that goes ahead. */
export const lengthOf = ({ from, to }: Visit, now: number): number =>
	Math.max(0, (to ?? now) - from);

/**
 * One record per status a deal has been in, in the order of first entering: all visits together, and
 * the last one alone.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	{ statusIds, pipelineIds }: Pick<HistoryFilters, 'statusIds' | 'pipelineIds'>,
	now: number,
): IDataObject[] {
	const byStatus = new Map<string | null, Visit[]>();
	for (const visit of statusVisits(entriesInTime(deal))) {
		const others = byStatus.get(visit.id);
		if (others) others.push(visit);
		else byStatus.set(visit.id, [visit]);
	}
	const records: IDataObject[] = [];
	for (const [statusId, all] of byStatus) {
		const pipelineId = pipelineIdOf(deal, statusId, names);
		if (!isChosen(statusIds, statusId) || !isChosen(pipelineIds, pipelineId)) continue;
		const latest = all[all.length - 1];
		const latestMs = lengthOf(latest, now);
		const totalMs = all.reduce((total, visit) => total + lengthOf(visit, now), 0);
		records.push({
			title: deal.summary ?? null,
			status: recordOf(names.statuses, statusId)?.label || null,
			totalDays: toDays(totalMs),
			latestDays: toDays(latestMs),
			enteredCount: all.length,
			firstEnteredAt: toIso(all[0].from),
			lastEnteredAt: toIso(latest.from),
			lastLeftAt: toIso(all.findLast(({ to }) => to !== undefined)?.to),
			current: latest.to === undefined,
			dealId: deal.id ?? null,
			statusId,
			pipelineId,
			totalMs,
			latestMs,
		});
	}
	return records;
}
