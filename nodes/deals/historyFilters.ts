import { isChosen } from '../utils/lists';
import type { HistoryItem } from '../api/types';
import { type DealChange, dealChanges } from './history';

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

/** Every change of every deal. */
export const NO_FILTERS: HistoryFilters = {
	changeTypes: [],
	changedAfter: undefined,
	changedBefore: undefined,
	backlogIds: [],
	statusIds: [],
	userIds: [],
};

export const isOfBacklog = (
	{ backlogIds }: { backlogIds: readonly string[] },
	deal: HistoryItem,
): boolean => isChosen(backlogIds, deal.backlogId);

/** Whether a deal is wanted: of a chosen backlog, and with a wanted change if any are chosen. */
export const isWantedDeal = (filters: HistoryFilters, deal: HistoryItem): boolean =>
	isOfBacklog(filters, deal) &&
	(!looksAtChanges(filters) || dealChanges(deal).some((change) => wantsChange(filters, change)));

export function wantsChange(filters: HistoryFilters, change: DealChange): boolean {
	const { type, startTimestamp } = change.entry;
	return (
		isChosen(filters.changeTypes, type) &&
		isOfTheirs(filters, change) &&
		isInTime(filters, startTimestamp)
	);
}

/** Whether a moment is within those that are wanted; an unknown one only if all are. */
export const isInTime = (
	{ changedAfter, changedBefore }: Pick<HistoryFilters, 'changedAfter' | 'changedBefore'>,
	moment: number | undefined = NaN,
): boolean =>
	(changedAfter === undefined || moment >= changedAfter) &&
	(changedBefore === undefined || moment < changedBefore);

/**
 * Whether a change is to the chosen statuses or users, each about its own kind of change. Where
 * both are chosen: to one of the statuses while assigned to one of the users, or the other way.
 */
function isOfTheirs({ statusIds, userIds }: HistoryFilters, change: DealChange): boolean {
	if (statusIds.length + userIds.length === 0) return true;
	const { entry, statusId, assigneeId } = change;
	const isOfKind =
		(statusIds.length > 0 && entry.type === 'STATUS_CHANGED') ||
		(userIds.length > 0 && entry.type === 'USER_CHANGED');
	return isOfKind && isChosen(statusIds, statusId) && isChosen(userIds, assigneeId);
}

/** Whether any filter looks at single changes. */
const looksAtChanges = (filters: HistoryFilters): boolean =>
	filters.changeTypes.length > 0 ||
	filters.statusIds.length > 0 ||
	filters.userIds.length > 0 ||
	filters.changedAfter !== undefined ||
	filters.changedBefore !== undefined;
