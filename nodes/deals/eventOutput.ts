import type { IDataObject } from 'n8n-workflow';

import { isoOf } from '../utils/dates';
import { textOf } from '../utils/text';
import type { DealEvent } from './event';
import type { EventNames } from './eventNames';
import { readEvent } from './eventReading';

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

/**
 * What tells an event from every other, of an item that `simpleOutput` or `rawOutput` made of it:
 * its name, id, deal, statuses and moment. What else an item says may differ when the event comes
 * again, such as the deal's summary. The id counts as text.
 * @returns The same for both outputs; undefined where the event has no id or no moment.
 */
export function identityOf(json: IDataObject): string | undefined {
	const simple = 'previousStatusId' in json ? json : simplified(json);
	const eventId = textOf(simple?.eventId).trim();
	if (!simple?.occurredAt || eventId === '') return undefined;
	const { eventName, dealId, statusId, previousStatusId, occurredAt } = simple;
	return JSON.stringify([eventName, eventId, dealId, statusId, previousStatusId, occurredAt]);
}

function simplified(received: IDataObject): IDataObject | undefined {
	const event = readEvent(received);
	return event && simpleOutput(event, undefined);
}

/** Null as well for a moment beyond what a date can hold. */
const iso = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));
