import type { IDataObject } from 'n8n-workflow';

import { type Names, statusShown } from '../api/names';
import type { HistoryItem } from '../api/types';
import { isoOf, toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { pipelineIdOf } from './change';
import type { Filters } from './filters';
import { type DealChange, dealChanges } from './history';

/**
 * How long a deal was in its statuses:
 *
 * 1. A visit runs from one move to the next, whatever is changed in between. The last one ends with the
 *    deal's last entry, and lasts as long as that is open.
 *    Example: to Offer at 9, assigned at 10, to Won at 12: in Offer from 9 to 12.
 * 2. A deal that is put where it stands already stays in the same visit.
 * 3. Where it matters whose deal it was, a visit is split into parts, one for each assignee.
 */

/** An unbroken time of a deal in one status. */
export interface Visit {
	statusId: string;
	/** Whose deal it was when it began; null for nobody's. */
	assigneeId: string | null;
	/** Milliseconds since the Unix epoch. */
	from: number;
	/** Milliseconds since the Unix epoch; undefined while it lasts. */
	to: number | undefined;
	/** The status after it: its own if the deal was handed over; undefined for the last one. */
	nextStatusId: string | undefined;
}

/**
 * @param changes Of one deal, in the order of time.
 * @param splitBy What a visit is split by where it changes (rule 3). Left out, visits stay whole.
 */
export function visitsOf(
	changes: readonly DealChange[],
	splitBy: (assigneeId: string | null) => unknown = () => undefined,
): Visit[] {
	const visits: Visit[] = [];
	for (const { entry, statusId, assigneeId } of changes) {
		if (statusId === null) continue;
		const last = visits.at(-1);
		const isSame = last?.statusId === statusId;
		if (isSame && splitBy(last.assigneeId) === splitBy(assigneeId)) continue;
		const from = entry.startTimestamp;
		if (last) Object.assign(last, { to: from, nextStatusId: statusId });
		visits.push({ statusId, assigneeId, from, to: undefined, nextStatusId: undefined });
	}
	const end = changes.at(-1)?.entry.endTimestamp;
	if (end) Object.assign(visits.at(-1) ?? {}, { to: end });
	return visits;
}

/** Milliseconds; none for one that begins after now, by a clock that is ahead. */
export const lengthOf = ({ from, to }: Visit, now: number): number =>
	Math.max(0, (to ?? now) - from);

/**
 * One record per status a deal has been in, in the order of first entering: all visits together, and
 * the last one alone. With assignees, only the time while the deal was theirs.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	{ statusIds, pipelineIds, assigneeIds }: Filters,
	now: number,
): IDataObject[] {
	const isTheirs = (assigneeId: string | null) => isChosen(assigneeIds, assigneeId);
	const byStatus = new Map<string, Visit[]>();
	for (const visit of visitsOf(dealChanges(deal), isTheirs)) {
		if (!isTheirs(visit.assigneeId) || !isChosen(statusIds, visit.statusId)) continue;
		const visits = byStatus.get(visit.statusId) ?? [];
		byStatus.set(visit.statusId, visits);
		visits.push(visit);
	}
	return [...byStatus].flatMap(([statusId, visits]) => {
		const pipelineId = pipelineIdOf(deal, statusId, names);
		if (!isChosen(pipelineIds, pipelineId)) return [];
		const { status, pipeline } = statusShown(names, statusId);
		const latest = visits[visits.length - 1];
		const leftAt = visits.findLast(({ to }) => to !== undefined)?.to;
		return {
			title: deal.summary,
			status,
			totalDays: toDays(visits.reduce((total, visit) => total + lengthOf(visit, now), 0)),
			current: latest.to === undefined,
			pipeline,
			latestDays: toDays(lengthOf(latest, now)),
			enteredCount: visits.length,
			firstEnteredAt: isoOf(visits[0].from),
			lastEnteredAt: isoOf(latest.from),
			lastLeftAt: leftAt === undefined ? null : isoOf(leftAt),
			dealId: deal.id,
			statusId,
			pipelineId,
		};
	});
}
