import type { IDataObject } from 'n8n-workflow';

import { isoOf } from '../values/moments';
import type { DealEvent } from './event';
import type { EventNames } from './eventNames';

/**
 * The simplified event: one flat item with the same fields whoever tells it; dates in ISO 8601.
 * @param names Undefined when names are not to be resolved: then the one that the event itself
 * tells still stands.
 */
export function simpleOutput(event: DealEvent, names: EventNames | undefined): IDataObject {
	return {
		eventId: event.eventId,
		eventName: event.eventName,
		occurredAt: iso(event.occurredAt),
		dealId: event.dealId,
		summary: event.summary,
		description: event.description,
		statusId: event.statusId,
		status: names ? names.status : event.statusLabel,
		previousStatusId: event.previousStatusId,
		previousStatus: names?.previousStatus ?? null,
		assigneeId: event.assigneeId,
		assignee: names?.assignee ?? null,
		assigneeEmail: names?.assigneeEmail ?? null,
		boardId: event.boardId,
		backlogId: event.backlogId,
		companyProfileId: event.companyProfileId,
		fields: event.fields,
		freeFields: event.freeFields,
		createdAt: iso(event.createdAt),
		updatedAt: iso(event.updatedAt),
	};
}

/** The event as received, with the names beside it when they are to be resolved. */
export function rawOutput(received: IDataObject, names: EventNames | undefined): IDataObject {
	if (!names) return received;
	const { status, previousStatus, assignee } = names;
	return { ...received, resolved: { status, previousStatus, assignee } };
}

/** Null as well for a moment beyond what a date can hold. */
const iso = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));
