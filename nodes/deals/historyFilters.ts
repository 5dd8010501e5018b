import { isChosen } from '../values/lists';
import type { HistoryEntry, HistoryItem } from '../service/api/types';

/** Which deals and changes are wanted; an empty list and an undefined moment want all. */
export interface HistoryFilters {
	changeTypes: string[];
	/** Milliseconds since the Unix epoch; a change at this very moment is in. */
	changedAfter: number | undefined;
	/** Milliseconds since the Unix epoch; a change at this very moment is out. */
	changedBefore: number | undefined;
	backlogIds: string[];
	statusIds: string[];
	userIds: string[];
}

/** The id of the status or user that an entry names; null for unknown types and empty metaData. */
export function namedId(entry: HistoryEntry, type: 'STATUS' | 'USER'): string | null {
	const fits = entry.type === (type === 'STATUS' ? 'STATUS_CHANGED' : 'USER_CHANGED');
	const property = entry.metaData?.propertyValue;
	if (!fits || !property || (property.type ?? type) !== type) return null;
	return property._id ?? null;
}

export const wantsDeal = ({ backlogIds }: HistoryFilters, deal: HistoryItem): boolean =>
	isChosen(backlogIds, deal.backlogId);

/** Whether a change is wanted, by what its own entry says. */
export function wantsChange(filters: HistoryFilters, entry: HistoryEntry): boolean {
	const { changeTypes, changedAfter, changedBefore, statusIds, userIds } = filters;
	return (
		isChosen(changeTypes, entry.type) &&
		isChosen(statusIds, namedId(entry, 'STATUS')) &&
		isChosen(userIds, namedId(entry, 'USER')) &&
		(changedAfter === undefined || entry.startTimestamp >= changedAfter) &&
		(changedBefore === undefined || entry.startTimestamp < changedBefore)
	);
}

/** Whether any filter looks at single changes, so that a deal without a fitting one is left out. */
export const looksAtChanges = (filters: HistoryFilters): boolean =>
	filters.changeTypes.length > 0 ||
	filters.statusIds.length > 0 ||
	filters.userIds.length > 0 ||
	filters.changedAfter !== undefined ||
	filters.changedBefore !== undefined;
