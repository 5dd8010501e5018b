import type { IDataObject } from 'n8n-workflow';

import { isChosen } from '../values/lists';
import { toIso } from '../values/moments';
import { recordOf } from '../values/records';
import type { Names } from '../service/api/names';
import type { HistoryItem } from '../service/api/types';
import { entriesInTime, namedId } from './entries';
import type { HistoryFilters } from './historyFilters';

interface Stay {
	enteredCount: number;
	/** Milliseconds since the Unix epoch. */
	firstEntered: number;
	/** Milliseconds since the Unix epoch; undefined while the deal has not left it yet. */
	lastLeft: number | undefined;
	totalMs: number;
	current: boolean;
}

/**
 * One record per status a deal has been in, in the order of first entering. A deal keeps its status
 * while its assignee changes, so a stay runs from one STATUS_CHANGED to the next, and the last one
 * to now. The times always count the whole history: filters choose statuses, they do not shorten a
 * stay.
 * @param now Milliseconds since the Unix epoch.
 */
export function timeInStatus(
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	now: number,
): IDataObject[] {
	const stays = new Map<string | null, Stay>();
	// A move whose moment cannot be read has no length, and must not make one of the others wrong.
	const moves = entriesInTime(deal).filter(
		({ type, startTimestamp }) => type === 'STATUS_CHANGED' && Number.isFinite(startTimestamp),
	);
	moves.forEach((move, index) => {
		const statusId = namedId(move, 'STATUS');
		const left = moves[index + 1]?.startTimestamp;
		const stay = stays.get(statusId) ?? {
			enteredCount: 0,
			firstEntered: move.startTimestamp,
			lastLeft: undefined,
			totalMs: 0,
			current: false,
		};
		stay.enteredCount++;
		stay.totalMs += Math.max(0, (left ?? now) - move.startTimestamp);
		stay.lastLeft = left ?? stay.lastLeft;
		stay.current = left === undefined;
		stays.set(statusId, stay);
	});

	return [...stays]
		.filter(([statusId]) => isChosen(filters.statusIds, statusId))
		.map(([statusId, stay]) => ({
			dealId: deal.id,
			dealSummary: deal.summary ?? null,
			backlogId: deal.backlogId ?? null,
			statusId,
			statusLabel: recordOf(names.statuses, statusId)?.label ?? null,
			enteredCount: stay.enteredCount,
			firstEnteredAt: toIso(stay.firstEntered),
			lastLeftAt: toIso(stay.lastLeft),
			totalMs: stay.totalMs,
			current: stay.current,
		}));
}
