import type { IDataObject } from 'n8n-workflow';

import { toIso } from '../values/moments';
import type { Names } from '../service/api/names';
import type { CrmEvent } from '../service/api/types';
import { subjectOf } from './event';

/** Names of what an event is about; null where they could not be had. */
export interface Resolved extends IDataObject {
	status: string | null;
	previousStatus: string | null;
	assignee: string | null;
}

/** @param names Undefined when names are not to be resolved. */
export function rawOutput(event: CrmEvent, names: Names | undefined): IDataObject {
	return names ? { ...event, resolved: resolve(event, names) } : event;
}

/** One flat item; dates in ISO 8601, whatever unit the service counts them in. */
export function simpleOutput(event: CrmEvent, names: Names | undefined): IDataObject {
	const { payload } = event;
	const subject = subjectOf(event);
	// Not to be looked up, the one name that the event itself tells still stands.
	const unresolved = { status: orNull(payload.status_label), previousStatus: null, assignee: null };
	const { status, previousStatus, assignee } = names ? resolve(event, names) : unresolved;
	const user = subject.assigneeId === null ? undefined : names?.users.get(subject.assigneeId);
	return {
		eventId: orNull(event.id),
		eventName: event.eventName,
		occurredAt: toIso(event.timestamp),
		dealId: subject.dealId,
		summary: orNull(payload.summary),
		description: orNull(payload.description),
		statusId: subject.statusId,
		status,
		previousStatusId: subject.previousStatusId,
		previousStatus,
		assigneeId: subject.assigneeId,
		assignee,
		assigneeEmail: user?.email ?? null,
		boardId: subject.boardId,
		backlogId: subject.backlogId,
		companyProfileId: subject.companyProfileId,
		fields: orNull(payload.fields),
		freeFields: orNull(payload.free_fields),
		createdAt: toIso(payload.timestamp_created),
		updatedAt: toIso(payload.timestamp_updated),
	};
}

function resolve(event: CrmEvent, { statuses, users }: Names): Resolved {
	const { statusId, previousStatusId, assigneeId } = subjectOf(event);
	return {
		status: (statusId && statuses.get(statusId)?.label) || null,
		previousStatus: (previousStatusId && statuses.get(previousStatusId)?.label) || null,
		assignee: (assigneeId && users.get(assigneeId)?.name) || null,
	};
}

const orNull = (value: IDataObject[string]): IDataObject[string] => value ?? null;
