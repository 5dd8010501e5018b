import type { IDataObject } from 'n8n-workflow';

import { type HistoryEntry, type HistoryItem, STATUS_CHANGE_EVENT } from '../api/types';
import type { Names } from '../api/names';
import { type DealChange, dealChanges } from './history';
import { type HistoryFilters, wantsChange } from './historyFilters';
import { type DealEvent, type EventNames, namesIn, simpleOutput } from './dealEvent';

/** A deal's change as an event: what the service tells of it, but for what history does not hold. */
export interface HistoryEvent extends DealEvent {
	/** What the history says of it. */
	entry: HistoryEntry;
}

/**
 * A deal's changes as events, in the order of time.
 * @param companyProfileId The profile that was asked.
 */
export const historyEvents = (
	deal: HistoryItem,
	companyProfileId: string | undefined,
): HistoryEvent[] => dealChanges(deal).map((change) => eventOf(deal, change, companyProfileId));

/**
 * A change as an event. A change of status has the name of the service's own event; any other is
 * named by its type. Whatever changed, status and assignee are those right after it.
 */
export function eventOf(
	deal: HistoryItem,
	change: DealChange,
	companyProfileId: string | undefined,
): HistoryEvent {
	const { entry, statusAfter, userAfter, previousStatusId } = change;
	const { enteredStatusId, leftStatusId } = moveOf(change);
	return {
		eventId: entry.id || null,
		eventName: entry.type === 'STATUS_CHANGED' ? STATUS_CHANGE_EVENT : (entry.type ?? null),
		entry,
		occurredAt: Number.isFinite(entry.startTimestamp) ? entry.startTimestamp : null,
		dealId: deal.id || null,
		statusId: statusAfter,
		previousStatusId,
		enteredStatusId,
		leftStatusId,
		assigneeId: userAfter,
		boardId: null,
		backlogId: deal.backlogId ?? null,
		companyProfileId: companyProfileId ?? null,
		summary: deal.summary ?? null,
		description: null,
		statusLabel: null,
		fields: null,
		freeFields: null,
		createdAt: null,
		updatedAt: null,
	};
}

/** Why a change was handed out by a poll. */
export interface PolledFor {
	/** Which of the kinds asked for it is. */
	triggeredBy: string;
	/** Of a deal that is stuck: how long so far, in days. */
	daysInStatus?: number;
}

/** The item of a polled change: the simplified event, and which entry of the history it is. */
export const historyOutput = (
	event: HistoryEvent,
	names: EventNames | undefined,
	polledFor: PolledFor,
): IDataObject => ({
	...simpleOutput(event, names, { ...polledFor }),
	changeId: event.eventId,
	changeType: event.entry.type ?? null,
});

/** A deal that was put where it stood already neither enters nor leaves a status. */
function moveOf({ statusId, previousStatusId }: DealChange) {
	const moved = statusId !== previousStatusId;
	return {
		enteredStatusId: moved ? statusId : null,
		leftStatusId: moved ? previousStatusId : null,
	};
}

/**
 * One record per change of a deal, as the trigger would have told it with "Simplify": what history
 * does not hold is null.
 * @param companyProfileId The profile that was asked.
 */
export const eventRecords = (
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	companyProfileId: string | undefined,
): IDataObject[] =>
	dealChanges(deal)
		.filter((change) => wantsChange(filters, change))
		.map((change) => {
			const event = eventOf(deal, change, companyProfileId);
			return simpleOutput(event, namesIn(names, event));
		});
