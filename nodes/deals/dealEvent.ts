import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { isoOf } from '../utils/dates';
import { isObject } from '../utils/json';
import { isChosen, recordOf } from '../utils/lists';
import { textOf } from '../utils/text';
import { toList } from '../utils/values';
import { momentOf } from './history';

/**
 * One thing that happened to a deal, whoever tells it: a call of the service (`readEvent`) or the
 * deal's history (historyEvents). Both triggers filter it (`passes`), name it (`namesIn`), shape it
 * (`simpleOutput`, `rawOutput`) and know it again (`identityOf`).
 *
 * 1. Null is what the teller does not say. Moments are milliseconds since the Unix epoch.
 * 2. A deal is moved by an event of status change, and by any other that names a previous status. It
 *    then enters the one status and leaves the other, unless they are the same.
 * 3. Where a call's payload and metadata both name a status or backlog, metadata is the change.
 * 4. A call without a name of the event is no event, nor is a status change without deal or status.
 *    Of an event that the service's description does not hold, no more than its name is expected.
 */

type Value = IDataObject[string];

export interface DealEvent {
	eventId: Value;
	eventName: string | null;
	occurredAt: number | null;
	dealId: string | null;
	statusId: string | null;
	previousStatusId: string | null;
	/** The statuses entered and left by this very event (rule 2); null where the deal was not moved. */
	enteredStatusId: string | null;
	leftStatusId: string | null;
	assigneeId: string | null;
	boardId: string | null;
	backlogId: string | null;
	companyProfileId: string | null;
	summary: Value;
	description: Value;
	/** The status's name, where the teller says it along. */
	statusLabel: Value;
	fields: Value;
	freeFields: Value;
	createdAt: number | null;
	updatedAt: number | null;
}

/** A call of the service always names its event. */
type ReceivedEvent = DealEvent & { eventName: string };

/** What a call's body tells (webhook `dealStatusChange`), by rules 2 to 4; undefined when it is no event. */
export function readEvent(body: unknown): ReceivedEvent | undefined {
	if (!isObject(body) || typeof body.eventName !== 'string' || body.eventName === '') {
		return undefined;
	}
	const event = eventIn(body, body.eventName);
	const isWhole = event.dealId !== null && event.statusId !== null;
	return isWhole || event.eventName !== STATUS_CHANGE_EVENT ? event : undefined;
}

function eventIn(body: IDataObject, eventName: string): ReceivedEvent {
	const payload = objectOf(body.payload);
	const metadata = objectOf(body.metadata);
	const statusId =
		textOrNull(metadata.status_id) ?? textOrNull(payload.status_id) ?? idIn(payload.status);
	const previousStatusId = textOrNull(metadata.old_status_id);
	const maybeMoved = eventName === STATUS_CHANGE_EVENT || previousStatusId !== null;
	const moved = maybeMoved && statusId !== previousStatusId;
	return {
		eventId: body.id ?? null,
		eventName,
		occurredAt: momentOrNull(body.timestamp),
		dealId: textOrNull(payload.id),
		statusId,
		previousStatusId,
		enteredStatusId: moved ? statusId : null,
		leftStatusId: moved ? previousStatusId : null,
		assigneeId: textOrNull(payload.assignee_id) ?? idIn(payload.assignee),
		boardId: textOrNull(metadata.board_id),
		backlogId: textOrNull(metadata.backlog_id) ?? textOrNull(payload.backlog_id),
		companyProfileId: textOrNull(metadata.company_profile_id),
		summary: payload.summary ?? null,
		description: payload.description ?? null,
		statusLabel: payload.status_label ?? null,
		fields: payload.fields ?? null,
		freeFields: payload.free_fields ?? null,
		createdAt: momentOrNull(payload.timestamp_created),
		updatedAt: momentOrNull(payload.timestamp_updated),
	};
}

const objectOf = (value: unknown): IDataObject => (isObject(value) ? value : {});

const textOrNull = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value : null;

const idIn = (reference: unknown): string | null =>
	isObject(reference) ? textOrNull(reference.id) : null;

/** Read as the history reads its moments; null for what is none. */
function momentOrNull(value: unknown): number | null {
	const ms = momentOf(value);
	return Number.isFinite(ms) ? ms : null;
}

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
		fitsOne(filters.toStatusIds, event.enteredStatusId) &&
		fitsOne(filters.fromStatusIds, event.leftStatusId) &&
		fitsOne(filters.boardIds, event.boardId) &&
		fitsOne(filters.backlogIds, event.backlogId) &&
		fitsOne(filters.assigneeIds, event.assigneeId)
	);
}

const fitsOne = (filter: unknown, id: string | null): boolean =>
	isChosen(toList(filter, 'Filters'), id);

/** Names of what an event is about; null where they could not be had. */
export interface EventNames extends IDataObject {
	status: string | null;
	previousStatus: string | null;
	assignee: string | null;
	assigneeEmail: string | null;
}

export function namesIn({ statuses, users }: Names, event: DealEvent): EventNames {
	const user = recordOf(users, event.assigneeId);
	return {
		status: recordOf(statuses, event.statusId)?.label || null,
		previousStatus: recordOf(statuses, event.previousStatusId)?.label || null,
		assignee: user?.name || null,
		assigneeEmail: user?.email ?? null,
	};
}

/**
 * The simplified event: one flat item with the same fields whoever tells it; dates in ISO 8601. First
 * comes what people look for, ids come last.
 * @param names Undefined when names are not to be resolved: then the one that the event itself
 * tells still stands.
 * @param more What only one teller says.
 */
export function simpleOutput(
	event: DealEvent,
	names: EventNames | undefined,
	more: IDataObject = {},
): IDataObject {
	return {
		summary: event.summary,
		status: names ? names.status : event.statusLabel,
		previousStatus: names?.previousStatus ?? null,
		assignee: names?.assignee ?? null,
		assigneeEmail: names?.assigneeEmail ?? null,
		occurredAt: iso(event.occurredAt),
		...more,
		description: event.description,
		fields: event.fields,
		freeFields: event.freeFields,
		custom: customOf(event),
		createdAt: iso(event.createdAt),
		updatedAt: iso(event.updatedAt),
		eventName: event.eventName,
		eventId: event.eventId,
		dealId: event.dealId,
		statusId: event.statusId,
		previousStatusId: event.previousStatusId,
		assigneeId: event.assigneeId,
		boardId: event.boardId,
		backlogId: event.backlogId,
		companyProfileId: event.companyProfileId,
	};
}

/**
 * Custom fields of both kinds by their label, so that one can be used by its name; null where the
 * teller holds none. A label that comes twice holds a list: `{ Bron: ['site', 'beurs'] }`. What has
 * no label, or one that no object can have, is left out.
 */
function customOf({ fields, freeFields }: DealEvent): IDataObject | null {
	if (!isObject(fields) && !Array.isArray(freeFields)) return null;
	const named = Object.entries(objectOf(fields));
	const free = Array.isArray(freeFields) ? freeFields.filter(isObject) : [];
	const labelled = free.map(({ label, value }) => [textOf(label), value] as const);
	const values = new Map<string, Value[]>();
	for (const [label, value] of [...named, ...labelled]) {
		if (label.trim() === '' || label === '__proto__') continue;
		values.set(label, [...(values.get(label) ?? []), value ?? null]);
	}
	return Object.fromEntries(
		[...values].map(([label, all]) => [label, all.length === 1 ? all[0] : (all as Value)]),
	);
}

/** Null as well for a moment beyond what a date can hold. */
const iso = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));

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
