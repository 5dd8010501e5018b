import type { IDataObject } from 'n8n-workflow';

import { STATUS_CHANGE_EVENT } from '../api/types';
import { isObject } from '../utils/json';
import { momentOf } from './history';
import { isChosen, recordOf, toList } from '../utils/lists';
import type { Names } from '../api/names';
import { isoOf } from '../utils/dates';
import { textOf } from '../utils/text';

type Value = IDataObject[string];

/**
 * One thing that happened to a deal, whoever tells it: a call of the service (`readEvent`) or the
 * deal's history. Null is what the teller does not say. Moments are milliseconds since the Unix
 * epoch. Both triggers filter it (`passes`), name it (`namesIn`) and shape it (`simpleOutput`).
 */
export interface DealEvent {
	eventId: Value;
	eventName: string | null;
	occurredAt: number | null;
	dealId: string | null;
	statusId: string | null;
	previousStatusId: string | null;
	/**
	 * The statuses that the deal entered and left by this very event. Null where it was not moved:
	 * put where it stood already, or another thing changed while it stood there.
	 */
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

/**
 * What a call's body tells (interface.md, "Events"); undefined when it is no event. Where payload
 * and metadata both name a status or backlog, metadata is the change. Of an event that the
 * interface does not describe no more than its name is expected.
 */
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
	const statusId = text(metadata.status_id) ?? text(payload.status_id) ?? inner(payload.status);
	const previousStatusId = text(metadata.old_status_id);
	// Of another event, that there is a status does not make it a move.
	const maybeMoved = eventName === STATUS_CHANGE_EVENT || previousStatusId !== null;
	const moved = maybeMoved && statusId !== previousStatusId;
	return {
		eventId: body.id ?? null,
		eventName,
		occurredAt: moment(body.timestamp),
		dealId: text(payload.id),
		statusId,
		previousStatusId,
		enteredStatusId: moved ? statusId : null,
		leftStatusId: moved ? previousStatusId : null,
		assigneeId: text(payload.assignee_id) ?? inner(payload.assignee),
		boardId: text(metadata.board_id),
		backlogId: text(metadata.backlog_id) ?? text(payload.backlog_id),
		companyProfileId: text(metadata.company_profile_id),
		summary: payload.summary ?? null,
		description: payload.description ?? null,
		statusLabel: payload.status_label ?? null,
		fields: payload.fields ?? null,
		freeFields: payload.free_fields ?? null,
		createdAt: moment(payload.timestamp_created),
		updatedAt: moment(payload.timestamp_updated),
	};
}

const objectOf = (value: unknown): IDataObject => (isObject(value) ? value : {});

const text = (value: unknown): string | null =>
	typeof value === 'string' && value !== '' ? value : null;

const inner = (reference: unknown): string | null =>
	isObject(reference) ? text(reference.id) : null;

/** Read as the history reads its moments; null for what is none. */
function moment(value: unknown): number | null {
	const ms = momentOf(value);
	return Number.isFinite(ms) ? ms : null;
}

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
