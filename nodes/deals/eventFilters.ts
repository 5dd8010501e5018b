import { isChosen, toList } from '../values/lists';
import type { CrmEvent } from '../service/api/types';
import { subjectOf } from './event';

/** The trigger's `filters`, as entered: each an array of ids, or a text with commas. */
export interface TriggerFilters {
	toStatusIds?: unknown;
	fromStatusIds?: unknown;
	boardIds?: unknown;
	backlogIds?: unknown;
	assigneeIds?: unknown;
}

/**
 * Whether an event passes every filter that is set; an empty filter lets all through. A deal that
 * was moved to the status it is in neither leaves nor enters it.
 */
export function passes(event: CrmEvent, filters: TriggerFilters): boolean {
	const { statusId, previousStatusId, boardId, backlogId, assigneeId } = subjectOf(event);
	const moved = statusId !== previousStatusId;
	return (
		fits(filters.toStatusIds, moved ? statusId : null) &&
		fits(filters.fromStatusIds, moved ? previousStatusId : null) &&
		fits(filters.boardIds, boardId) &&
		fits(filters.backlogIds, backlogId) &&
		fits(filters.assigneeIds, assigneeId)
	);
}

const fits = (filter: unknown, id: string | null): boolean => isChosen(toList(filter), id);
