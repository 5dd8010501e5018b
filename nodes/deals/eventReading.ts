import type { IDataObject } from 'n8n-workflow';

import { STATUS_CHANGE_EVENT } from '../api/types';
import { isObject } from '../utils/json';
import { momentOf } from './entries';
import type { DealEvent } from './event';

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
