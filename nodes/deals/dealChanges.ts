import type { HistoryEntry, HistoryItem } from '../api/types';
import { entriesInTime, namedId } from './entries';

/** A change of a deal, and how the deal stood right before and right after it. */
export interface DealChange {
	entry: HistoryEntry;
	/** What the entry itself names; null for a change of another kind, and for empty metaData. */
	statusId: string | null;
	userId: string | null;
	/**
	 * Named by the change of the same kind before, whatever was changed in between; null for a
	 * change of another kind.
	 */
	previousStatusId: string | null;
	previousUserId: string | null;
	/** How the deal stands after the change, whatever kind of change it is. */
	statusAfter: string | null;
	userAfter: string | null;
}

/** A deal's changes in the order of time. */
export function dealChanges(deal: HistoryItem): DealChange[] {
	let statusAfter: string | null = null;
	let userAfter: string | null = null;
	return entriesInTime(deal).map((entry) => {
		const statusId = namedId(entry, 'STATUS');
		const userId = namedId(entry, 'USER');
		const previousStatusId = entry.type === 'STATUS_CHANGED' ? statusAfter : null;
		const previousUserId = entry.type === 'USER_CHANGED' ? userAfter : null;
		if (entry.type === 'STATUS_CHANGED') statusAfter = statusId;
		if (entry.type === 'USER_CHANGED') userAfter = userId;
		return {
			entry,
			statusId,
			userId,
			previousStatusId,
			previousUserId,
			statusAfter,
			userAfter,
		};
	});
}
