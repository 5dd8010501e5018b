import type { IDataObject } from 'n8n-workflow';

import { isChosen, recordOf } from '../utils/lists';
import { toIso } from '../utils/dates';
import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { entriesInTime, lengthOf, type StatusPeriod, visitsIn } from './history';
import { type HistoryFilters, isLongEnough } from './historyFilters';

/**
 * One record per status a deal has been in, in the order of first entering: all visits together,
 * and the last one alone. The times always count the whole history: filters choose deals and
 * statuses, they do not shorten a visit. With `minMsInStatus` only a present status is left, of a
 * deal that has been in it that long.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	now: number,
): IDataObject[] {
	const records: IDataObject[] = [];
	for (const [statusId, visits] of visitsByStatus(deal)) {
		const latest = visits[visits.length - 1];
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
			enteredCount: visits.length,
			firstEnteredAt: toIso(visits[0].from),
			lastEnteredAt: toIso(latest.from),
			lastLeftAt: toIso(visits.findLast(({ to }) => to !== undefined)?.to),
			totalMs: visits.reduce((total, visit) => total + lengthOf(visit, now), 0),
			latestMs,
			current,
		});
	}
	return records;
}

function visitsByStatus(deal: HistoryItem): Map<string | null, StatusPeriod[]> {
	const byStatus = new Map<string | null, StatusPeriod[]>();
	for (const visit of visitsIn(entriesInTime(deal), 'STATUS')) {
		const others = byStatus.get(visit.id);
		if (others) others.push(visit);
		else byStatus.set(visit.id, [visit]);
	}
	return byStatus;
}
