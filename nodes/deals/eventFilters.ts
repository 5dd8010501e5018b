import { isChosen, toList } from '../utils/lists';
import { isObject } from '../utils/json';
import type { DealEvent } from './dealEvent';

/** The filters of a trigger, as entered: each an array of ids, or a text with commas. */
export interface EventFilters {
	toStatusIds?: unknown;
	fromStatusIds?: unknown;
	boardIds?: unknown;
	backlogIds?: unknown;
	assigneeIds?: unknown;
}

/**
 * Whether an event passes every filter that is set; an empty filter lets all through. Only a deal
 * that was moved enters and leaves a status.
 * @param entered An expression may give anything: what is no object sets no filter.
 */
export function passes(event: DealEvent, entered: unknown): boolean {
	const filters: EventFilters = isObject(entered) ? entered : {};
	return (
		fits(filters.toStatusIds, event.enteredStatusId) &&
		fits(filters.fromStatusIds, event.leftStatusId) &&
		fits(filters.boardIds, event.boardId) &&
		fits(filters.backlogIds, event.backlogId) &&
		fits(filters.assigneeIds, event.assigneeId)
	);
}

const fits = (filter: unknown, id: string | null): boolean => isChosen(toList(filter), id);
