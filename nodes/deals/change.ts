import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { toDays, toIso } from '../utils/dates';
import { toJsonObject } from '../utils/json';
import { isChosen, recordOf } from '../utils/lists';
import { toList } from '../utils/values';
import type { DealChange } from './history';

/**
 * A change of a deal as an item: the same keys in the same order from both triggers, and but for what
 * only one of them knows from Deal History.
 *
 * 1. Null: the source has no such value.
 * 2. Status and assignee are those right after the change, whatever was changed. The ones before are
 *    told of a change of the same kind alone.
 * 3. The pipeline is that of the status, else the deal's: a deal that moved on left it behind.
 */

const KEYS = [
	'title',
	'status',
	'previousStatus',
	'assignee',
	'assigneeEmail',
	'previousAssignee',
	'occurredAt',
	'changeType',
	'triggeredBy',
	'description',
	'custom',
	'labels',
	'daysInStatus',
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
	'companyProfileId',
] as const;

type Key = (typeof KEYS)[number];
type IdKey = 'statusId' | 'previousStatusId' | 'assigneeId' | 'pipelineId' | 'companyProfileId';

/** What the instant and the polling trigger hand out of a deal. */
export type TriggerItem = Record<Exclude<Key, IdKey>, IDataObject[string]> &
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

/** A change as Deal History tells it; with `triggerItem`, as the polling trigger does. */
export function changeItem(
	deal: HistoryItem,
	change: DealChange,
	{ names, companyProfileId }: HistoryContext,
) {
	const { entry, statusId, previousStatusId, assigneeId, previousAssigneeId } = change;
	const status = recordOf(names.statuses, statusId);
	const assignee = recordOf(names.users, assigneeId);
	const { startTimestamp: start, endTimestamp: end } = entry;
	const durationMs = end && Number.isFinite(end - start) ? end - start : null;
	return {
		title: deal.summary ?? null,
		status: status?.label || null,
		previousStatus: recordOf(names.statuses, previousStatusId)?.label || null,
		assignee: assignee?.name || null,
		assigneeEmail: assignee?.email || null,
		previousAssignee: recordOf(names.users, previousAssigneeId)?.name || null,
		occurredAt: toIso(start),
		changeType: entry.type ?? null,
		endedAt: end ? toIso(end) : null,
		open: !end,
		durationDays: durationMs === null ? null : toDays(durationMs),
		changeId: entry.id || null,
		dealId: deal.id || null,
		statusId,
		previousStatusId,
		assigneeId,
		previousAssigneeId,
		pipelineId: pipelineIdOf(deal, statusId, names),
		companyProfileId: companyProfileId ?? null,
		statusColor: status?.color || null,
		durationMs,
	};
}

/** Rule 3. */
export const pipelineIdOf = (
	deal: HistoryItem,
	statusId: string | null,
	{ statuses }: Names,
): string | null => recordOf(statuses, statusId)?.backlog_id || deal.backlogId || null;

/** The filters of both triggers, each a list of ids; an empty one lets everything pass. */
export interface ChangeFilters {
	toStatusIds: readonly string[];
	fromStatusIds: readonly string[];
	pipelineIds: readonly string[];
	assigneeIds: readonly string[];
}

/** From what a person entered. @throws UserError that names the field. */
export function readChangeFilters(entered: unknown): ChangeFilters {
	const filters = toJsonObject(entered, 'Filters');
	return {
		toStatusIds: toList(filters.toStatusIds, 'To Status'),
		fromStatusIds: toList(filters.fromStatusIds, 'From Status'),
		pipelineIds: toList(filters.pipelineIds, 'Pipeline'),
		assigneeIds: toList(filters.assigneeIds, 'Assignee'),
	};
}

/**
 * Whether a change passes all filters. Only a deal that was moved enters and leaves a status: an
 * assignment does neither, nor does a deal that is put where it stands already.
 */
export function passes(
	change: Pick<
		TriggerItem,
		'changeType' | 'statusId' | 'previousStatusId' | 'pipelineId' | 'assigneeId'
	>,
	{ toStatusIds, fromStatusIds, pipelineIds, assigneeIds }: ChangeFilters,
): boolean {
	const { changeType, statusId, previousStatusId } = change;
	const moved = changeType === 'STATUS_CHANGED' && statusId !== previousStatusId;
	return (
		isChosen(toStatusIds, moved ? statusId : null) &&
		isChosen(fromStatusIds, moved ? previousStatusId : null) &&
		isChosen(pipelineIds, change.pipelineId) &&
		isChosen(assigneeIds, change.assigneeId)
	);
}
