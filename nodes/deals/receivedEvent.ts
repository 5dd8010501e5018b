import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../api/dealDetails';
import { assigneeShown, type Names, statusShown } from '../api/names';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { toIso } from '../utils/dates';
import { recordOf } from '../utils/lists';
import { isObject } from '../utils/values';
import { textOf } from '../utils/text';
import { type TriggerItem, triggerItem } from './change';

/**
 * A call of the service (webhook `dealStatusChange`), read as a change of a deal.
 *
 * 1. An event is a status change by its name, trimmed and in any case, or where it names a previous status. Names of
 *    other events are not known, nor what they hold.
 * 2. A call without a name of the event is no event, nor is a status change without deal or status.
 * 3. A deal is moved by a status change, unless both statuses are the same.
 * 4. Where payload and metadata both name a status or a pipeline, metadata is the change.
 * 5. The status that the event itself names goes before one that is looked up. The pipeline is that of the status, where
 *    it is listed: a deal that moved on may still name the one before.
 */

export type CrmEvent = NonNullable<ReturnType<typeof readEvent>>;

/** Undefined for what is no event (rule 2). */
export function readEvent(body: unknown) {
	if (!isObject(body)) return undefined;
	const name = textOrNull(body.eventName);
	if (name === null) return undefined;
	const payload = objectOf(body.payload);
	const metadata = objectOf(body.metadata);
	const statusId = textOrNull(metadata.status_id) ?? textOrNull(payload.status_id);
	const previousStatusId = textOrNull(metadata.old_status_id);
	const dealId = textOrNull(payload.id);
	const isStatusChange = isSameName(name, STATUS_CHANGE_EVENT) || previousStatusId !== null;
	if (isStatusChange && (dealId === null || statusId === null)) return undefined;
	const isMoved = isStatusChange && statusId !== previousStatusId;
	return {
		/** As received. */
		body,
		name,
		isStatusChange,
		/** Of what the change is, such as `DEALS`; null where the event does not say it. */
		itemType: textOrNull(metadata.item_type),
		/** Without names, but for the status where the event says it. */
		item: triggerItem({
			...dealDetails(payload),
			title: payload.summary,
			status: textOrNull(payload.status_label),
			occurredAt: toIso(body.timestamp),
			changeType: isMoved ? 'STATUS_CHANGED' : null,
			triggeredBy: isStatusChange ? 'dealStatusChanged' : null,
			description: payload.description,
			labels: payload.labels,
			createdAt: toIso(payload.timestamp_created),
			updatedAt: toIso(payload.timestamp_updated),
			eventName: name,
			eventId: body.id,
			dealId,
			statusId,
			previousStatusId,
			assigneeId: textOrNull(payload.assignee_id),
			pipelineId: textOrNull(metadata.backlog_id) ?? textOrNull(payload.backlog_id),
			boardId: textOrNull(metadata.board_id),
			companyProfileId: textOrNull(metadata.company_profile_id),
		}),
	};
}

/** Names of events and of what they are about compare trimmed and in any case. */
export const isSameName = (one: string, other: string): boolean =>
	one.trim().toLowerCase() === other.trim().toLowerCase();

const objectOf = (value: unknown): IDataObject => (isObject(value) ? value : {});

const textOrNull = (value: unknown): string | null =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** The simplified item. */
export function simpleItem({ item }: CrmEvent, names: Names): TriggerItem {
	const { status, pipeline } = statusShown(names, item.statusId);
	return {
		...item,
		status: item.status ?? status,
		previousStatus: statusShown(names, item.previousStatusId).status,
		pipeline,
		pipelineId: recordOf(names.statuses, item.statusId)?.backlog_id ?? item.pipelineId,
		...assigneeShown(names, item.assigneeId),
	};
}

/** The event as received, with names beside it. */
export function rawItem(event: CrmEvent, names: Names): IDataObject {
	const { status, previousStatus, assignee } = simpleItem(event, names);
	return { ...event.body, resolved: { status, previousStatus, assignee } };
}

/**
 * What tells an event from every other, of an item that `simpleItem` or `rawItem` made of it: a status change by deal,
 * statuses and moment, another event by its name and id, too. What else an item says may differ when it comes again.
 * @returns Undefined where the event has no id or no moment.
 */
export function identityOf(json: IDataObject): string | undefined {
	const item = 'previousStatusId' in json ? json : readEvent(json)?.item;
	if (!item?.occurredAt || textOf(item.eventId).trim() === '') return undefined;
	const { dealId, statusId, previousStatusId, occurredAt, triggeredBy } = item;
	const change = [dealId, statusId, previousStatusId, occurredAt];
	const other = [textOf(item.eventName).toLowerCase(), textOf(item.eventId)];
	return JSON.stringify(triggeredBy === 'dealStatusChanged' ? change : [...change, ...other]);
}
