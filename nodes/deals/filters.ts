import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { isChosen } from '../utils/lists';
import { pipelineIdOf } from './change';
import { type DealChange, dealChanges } from './history';

/** Which deals and changes are wanted; an empty list and an undefined moment want all. */
export interface HistoryFilters {
	changeTypes: readonly string[];
	/** Milliseconds since the Unix epoch; a change at this very moment is in. */
	changedAfter: number | undefined;
	/** Milliseconds since the Unix epoch; a change at this very moment is out. */
	changedBefore: number | undefined;
	pipelineIds: readonly string[];
	statusIds: readonly string[];
	assigneeIds: readonly string[];
}

/** Every change of every deal. */
export const NO_FILTERS: HistoryFilters = {
	changeTypes: [],
	changedAfter: undefined,
	changedBefore: undefined,
	pipelineIds: [],
	statusIds: [],
	assigneeIds: [],
};

/** Whether one of a deal's changes is wanted; of a deal without any, whether its pipeline is. */
export function isWantedDeal(filters: HistoryFilters, deal: HistoryItem, names: Names): boolean {
	const { pipelineIds, changedAfter, changedBefore, ...chosen } = filters;
	const asksChange =
		(changedAfter ?? changedBefore) !== undefined ||
		[chosen.changeTypes, chosen.statusIds, chosen.assigneeIds].some((list) => list.length > 0);
	if (!asksChange && pipelineIds.length === 0) return true;
	const changes = dealChanges(deal);
	if (changes.length === 0) return !asksChange && isChosen(pipelineIds, deal.backlogId);
	return changes.some((change) => wantsChange(filters, deal, change, names));
}

export function wantsChange(
	filters: HistoryFilters,
	deal: HistoryItem,
	change: DealChange,
	names: Names,
): boolean {
	const { type, startTimestamp } = change.entry;
	return (
		isChosen(filters.changeTypes, type) &&
		isOfTheirs(filters, change) &&
		isInTime(filters, startTimestamp) &&
		(filters.pipelineIds.length === 0 ||
			isChosen(filters.pipelineIds, pipelineIdOf(deal, change.statusId, names)))
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
 * Whether a change is to the chosen statuses or assignees, each about its own kind of change. Where
 * both are chosen: to one of the statuses while with one of the assignees, or the other way.
 */
function isOfTheirs({ statusIds, assigneeIds }: HistoryFilters, change: DealChange): boolean {
	if (statusIds.length + assigneeIds.length === 0) return true;
	const { entry, statusId, assigneeId } = change;
	const isOfKind =
		(statusIds.length > 0 && entry.type === 'STATUS_CHANGED') ||
		(assigneeIds.length > 0 && entry.type === 'USER_CHANGED');
	return isOfKind && isChosen(statusIds, statusId) && isChosen(assigneeIds, assigneeId);
}
