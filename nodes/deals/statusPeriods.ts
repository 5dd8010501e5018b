import type { IDataObject } from 'n8n-workflow';

import { type Names, statusShown } from '../api/names';
import type { HistoryItem } from '../api/types';
import { isoOf, toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { pipelineIdOf } from './change';
import type { Filters } from './filters';
import { type DealChange, dealChanges } from './history';

/**
 * How long deals were in their statuses. A period runs from one move to the next, whatever is changed in between: of a
 * deal that went to Offer at 9, was assigned at 10 and went to Won at 12, it is in Offer from 9 to 12. Putting a deal
 * where it already stands begins no new period. The last period ends with the deal's last entry, and lasts while that
 * is open.
 */

/** An unbroken time of a deal in one status. */
export interface StatusPeriod {
	statusId: string;
	/** Whose deal it was when the period began; null for nobody's. */
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
 * @param splitBy If it matters whose deal it was: a period is split when what this gives for its assignee changes.
 */
export function statusPeriodsOf(
	changes: readonly DealChange[],
	splitBy: (assigneeId: string | null) => unknown = () => undefined,
): StatusPeriod[] {
	const periods: StatusPeriod[] = [];
	for (const { entry, statusId, assigneeId } of changes) {
		if (statusId === null) continue;
		const last = periods.at(-1);
		const isSame = last?.statusId === statusId;
		if (isSame && splitBy(last.assigneeId) === splitBy(assigneeId)) continue;
		const from = entry.startTimestamp;
		if (last) Object.assign(last, { to: from, nextStatusId: statusId });
		periods.push({ statusId, assigneeId, from, to: undefined, nextStatusId: undefined });
	}
	const end = changes.at(-1)?.entry.endTimestamp;
	if (end) Object.assign(periods.at(-1) ?? {}, { to: end });
	return periods;
}

/** Milliseconds; none for one that begins after now, by a clock that is ahead. */
export const lengthOf = ({ from, to }: StatusPeriod, now: number): number =>
	Math.max(0, (to ?? now) - from);

/**
 * One record per status a deal has been in, in the order of first entering: all periods together, and the last one
 * alone. With assignees, only the time while the deal was theirs.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	{ statusIds, pipelineIds, assigneeIds }: Filters,
	now: number,
): IDataObject[] {
	const isTheirs = (assigneeId: string | null) => isChosen(assigneeIds, assigneeId);
	const byStatus = new Map<string, StatusPeriod[]>();
	for (const period of statusPeriodsOf(dealChanges(deal), isTheirs)) {
		if (!isTheirs(period.assigneeId) || !isChosen(statusIds, period.statusId)) continue;
		const periods = byStatus.get(period.statusId) ?? [];
		byStatus.set(period.statusId, periods);
		periods.push(period);
	}
	return [...byStatus].flatMap(([statusId, periods]) => {
		const pipelineId = pipelineIdOf(deal, statusId, names);
		if (!isChosen(pipelineIds, pipelineId)) return [];
		const { status, pipeline } = statusShown(names, statusId);
		const latest = periods[periods.length - 1];
		const leftAt = periods.findLast(({ to }) => to !== undefined)?.to;
		return {
			title: deal.summary,
			status,
			totalDays: toDays(periods.reduce((total, period) => total + lengthOf(period, now), 0)),
			current: latest.to === undefined,
			pipeline,
			latestDays: toDays(lengthOf(latest, now)),
			enteredCount: periods.length,
			firstEnteredAt: isoOf(periods[0].from),
			lastEnteredAt: isoOf(latest.from),
			lastLeftAt: leftAt === undefined ? null : isoOf(leftAt),
			dealId: deal.id,
			statusId,
			pipelineId,
		};
	});
}
