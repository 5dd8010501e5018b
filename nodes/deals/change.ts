import type { IDataObject } from 'n8n-workflow';

import { assigneeShown, type Names, statusShown } from '../api/names';
import type { HistoryItem } from '../api/types';
import { isoOf, toDays } from '../utils/dates';
import { recordOf } from '../utils/lists';
import type { DealChange } from './history';

/**
 * A change of a deal as an item: the same keys in the same order from both triggers, and but for what
 * only one of them knows from Deal History.
 *
 * 1. Null: the source has no such value.
 * 2. Status and assignee are those right after the change, whatever was changed. The ones before are
 *    given only for a change of the same kind.
 * 3. The pipeline is that of the status. Only its ID is the deal's where the status is in no list.
 */

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

/** What the instant and the polling trigger hand out of a deal. */
export type TriggerItem = Record<(typeof KEYS)[number], IDataObject[string]> &
	Record<IdKey, string | null>;

/** The keys in their order (rule 1). Other keys are left out, so that a `changeItem` can be given. */
export const triggerItem = (known: Partial<TriggerItem>): TriggerItem =>
	Object.fromEntries(KEYS.map((key) => [key, known[key] ?? null])) as TriggerItem;

/** What is known beside the deals of a history. */
export interface HistoryContext {
	names: Names;
	/** The profile that was asked. */
	companyProfileId: string | undefined;
}

/** A change as Deal History gives it; with `triggerItem`, as the polling trigger does. */
export function changeItem(change: DealChange, { names, companyProfileId }: HistoryContext) {
	const { deal, entry, statusId, previousStatusId, assigneeId, previousAssigneeId } = change;
	const { startTimestamp: start, endTimestamp: end } = entry;
	const { status, pipeline, statusColor } = statusShown(names, statusId);
	const { assignee, assigneeEmail } = assigneeShown(names, assigneeId);
	return {
		title: deal.summary,
		status,
		previousStatus: statusShown(names, previousStatusId).status,
		occurredAt: isoOf(start),
		assignee,
		pipeline,
		changeType: entry.type,
		endedAt: end ? isoOf(end) : null,
		open: !end,
		durationDays: end ? toDays(end - start) : null,
		assigneeEmail,
		previousAssignee: assigneeShown(names, previousAssigneeId).assignee,
		changeId: entry.id,
		dealId: deal.id,
		statusId,
		previousStatusId,
		assigneeId,
		previousAssigneeId,
		pipelineId: pipelineIdOf(deal, statusId, names),
		companyProfileId: companyProfileId ?? null,
		statusColor,
	};
}

/** Rule 3. */
export const pipelineIdOf = (deal: HistoryItem, statusId: string | null, { statuses }: Names) =>
	recordOf(statuses, statusId)?.backlog_id ?? deal.backlogId;
