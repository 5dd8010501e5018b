import type { IDataObject } from 'n8n-workflow';

import { type Names, statusFields } from '../api/names';
import type { HistoryItem } from '../api/types';
import { isoOf, toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { pipelineIdOf } from './change';
import type { Filters } from './filters';
import { type DealChange, dealChanges } from './history';

/**
 * The time of a deal in one status, from one move to the next: a deal that moves to Offer at 9, is assigned at 10 and moves
 * to Won at 12 is in Offer from 9 to 12.
 */
interface StatusPeriod {
	statusId: string;
	/** The assignee when the period began. */
	assigneeId: string | null;
	/** Milliseconds since the Unix epoch. */
	from: number;
	/** Undefined while it lasts. */
	to: number | undefined;
	/** The same status if the deal was handed over and so the period was split; undefined for the last period. */
	nextStatusId: string | undefined;
}

/**
 * @param changes Of one deal, in the order of time. The last period ends when the last of them ends.
 * @param splitBy Splits a period when its result for the assignee changes.
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

/** Milliseconds; zero if the period begins in the future, because the clock of the service is ahead. */
export const lengthOf = ({ from, to }: StatusPeriod, now: number): number =>
	Math.max(0, (to ?? now) - from);

/** One item per status of the deal, in the order of first entry. If assignees are chosen, only their time counts. */
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
		const { status, pipeline } = statusFields(names, statusId);
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
