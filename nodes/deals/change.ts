import type { IDataObject } from 'n8n-workflow';

import { assigneeFields, type Names, statusFields } from '../api/names';
import type { HistoryItem } from '../api/types';
import { isoOf, toDays } from '../utils/dates';
import { recordOf } from '../utils/lists';
import type { DealChange } from './history';

/** The keys of both triggers' items, in the same order, so that a workflow can swap one trigger for the other. */
const KEYS = [
	'title',
	'status',
	'previousStatus',
	'occurredAt',
	'assignee',
	'value',
	'currency',
	'email',
	'phone',
	'result',
	'pipeline',
	'daysInStatus',
	'triggeredBy',
	'changeType',
	'recordType',
	'enteredManually',
	'assigneeEmail',
	'previousAssignee',
	'description',
	'address',
	'contactDetails',
	'archived',
	'custom',
	'labels',
	'createdAt',
	'updatedAt',
	'eventName',
	'eventId',
	'changeId',
	'dealId',
	'statusId',
	'previousStatusId',
	'assigneeId',
	'previousAssigneeId',
	'pipelineId',
	'boardId',
	'requestId',
	'companyProfileId',
] as const;

type IdKey = 'statusId' | 'previousStatusId' | 'assigneeId' | 'pipelineId' | 'companyProfileId';

/** A change of a deal as both triggers emit it. A value that the source does not have is null. */
export type TriggerItem = Record<(typeof KEYS)[number], IDataObject[string]> &
	Record<IdKey, string | null>;

/** Sorts the keys, and drops those that only a {@link changeItem} has. */
export const triggerItem = (known: Partial<TriggerItem>): TriggerItem =>
	Object.fromEntries(KEYS.map((key) => [key, known[key] ?? null])) as TriggerItem;

export interface HistoryContext {
	names: Names;
	companyProfileId: string | undefined;
}

/** A change as Deal History returns it. {@link triggerItem} turns it into an item of the polling trigger. */
export function changeItem(change: DealChange, { names, companyProfileId }: HistoryContext) {
	const { deal, entry, statusId, previousStatusId, assigneeId, previousAssigneeId } = change;
	const { startTimestamp: start, endTimestamp: end } = entry;
	const { status, pipeline, statusColor, pipelineId } = statusFields(names, statusId);
	const { assignee, assigneeEmail } = assigneeFields(names, assigneeId);
	return {
		title: deal.summary,
		status,
		previousStatus: statusFields(names, previousStatusId).status,
		occurredAt: isoOf(start),
		assignee,
		pipeline,
		changeType: entry.type,
		endedAt: end ? isoOf(end) : null,
		open: !end,
		durationDays: end ? toDays(end - start) : null,
		assigneeEmail,
		previousAssignee: assigneeFields(names, previousAssigneeId).assignee,
		changeId: entry.id,
		dealId: deal.id,
		statusId,
		previousStatusId,
		assigneeId,
		previousAssigneeId,
		pipelineId: pipelineId ?? deal.backlogId,
		companyProfileId: companyProfileId ?? null,
		statusColor,
	};
}

/** The pipeline of the status, or if the status is not listed, the current pipeline of the deal. */
export const pipelineIdOf = (deal: HistoryItem, statusId: string | null, { statuses }: Names) =>
	recordOf(statuses, statusId)?.backlog_id ?? deal.backlogId;
