import type { HistoryItem } from '../../api/types';
import { type DealChange, dealChanges } from '../../deals/history';

/**
 * When a deal got stuck: the moment at which it entered its status, plus the days of that status.
 *
 * 1. The stay must last: it ends with the next status, and with the end of the deal's last entry.
 * 2. Moving a deal to the status that it is in starts no new stay. Opening a closed deal again does:
 *    then there is a gap between two entries.
 * 3. The assignee is that of now: deals are often assigned after they entered a status.
 */
export interface StuckDeal {
	deal: HistoryItem;
	/** The one that began the stay, with the assignee of now. */
	change: DealChange;
	/** When it got stuck, in milliseconds since the Unix epoch. */
	at: number;
}

/** A service may let an entry end a little before the next one starts. */
const MAX_GAP_MS = 1000;

/** Undefined for a deal that has no status, or is closed. */
export function stuckDeal(
	deal: HistoryItem,
	afterMs: (statusId: string | null) => number,
): StuckDeal | undefined {
	const changes = dealChanges(deal);
	const last = changes.at(-1);
	if (!last || last.statusId === null || last.entry.endTimestamp) return undefined;
	let began = last;
	let statusId: string | null | undefined;
	let endedAt = -Infinity;
	for (const change of changes) {
		const { startTimestamp, endTimestamp } = change.entry;
		const isReopened = endedAt > -Infinity && startTimestamp - endedAt > MAX_GAP_MS;
		if (change.statusId !== statusId || isReopened) began = change;
		statusId = change.statusId;
		// Entries may run side by side; one that is open ends at infinity.
		endedAt = Math.max(endedAt, endTimestamp || Infinity);
	}
	return {
		deal,
		change: { ...began, assigneeId: last.assigneeId },
		at: began.entry.startTimestamp + afterMs(statusId ?? null),
	};
}
