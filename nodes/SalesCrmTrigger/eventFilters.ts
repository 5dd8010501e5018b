import { type CrmEvent, dealOf, documentOf, type EventDeal } from '../api/events';
import type { EventFilter } from '../api/eventKinds';
import type { FoundNames, Names } from '../api/names';
import { resolvedFilters } from '../deals/namedIds';
import { ServiceError } from '../transport/errors';
import { isChosen, recordOf } from '../utils/lists';
import { textOrNull } from '../utils/text';

type FilterKey = Exclude<EventFilter, 'recordTypes'>;

export type EventFilters = Readonly<Record<FilterKey, readonly string[]>>;

/** The filters that `EVENTS` names for this event. Others become empty, which lets everything pass. */
export function filtersFor({ kind }: CrmEvent, filters: EventFilters): EventFilters {
	const own = Object.entries(filters).map(([key, chosen]) => {
		const looksAtIt = kind?.filters?.includes(key as FilterKey);
		return [key, looksAtIt ? chosen : []];
	});
	return Object.fromEntries(own) as EventFilters;
}

/** @returns Whether an event passes the filters and, if it does not, which of their names are unknown. */
export function checkFilters(
	event: CrmEvent,
	filters: EventFilters,
	{ names, missing }: FoundNames,
) {
	const deal = dealOf(event);
	const unknown: Array<{ message: string }> = [];
	const found = { names: withOwnName(names, deal), missing };
	const onUnknown = (message: string) => void unknown.push({ message });
	const byIds = resolvedFilters(filters, found, onUnknown, (error, key) => {
		// The event itself names its status, so the list is not needed.
		const isOwn = key === 'toStatusIds' && deal.status !== null;
		if (!isOwn || !(error instanceof ServiceError)) unknown.push(error);
	});
	const values: Record<FilterKey, string | null> = {
		toStatusIds: deal.statusId,
		fromStatusIds: deal.previousStatusId,
		assigneeIds: deal.assigneeId,
		pipelineIds: pipelineIdOf(deal, names),
		results: textOrNull(event.metadata.result),
		documentStatuses: documentOf(event).status,
	};
	const isPassed = Object.entries(byIds).every(([key, chosen]) =>
		isChosen(chosen, values[key as FilterKey]),
	);
	return { isPassed, unknown: isPassed ? [] : unknown };
}

/** The pipeline of the status, if that is listed: a deal that moved may still name its previous pipeline. */
export const pipelineIdOf = ({ statusId, pipelineId }: EventDeal, { statuses }: Names) =>
	recordOf(statuses, statusId)?.backlog_id ?? pipelineId;

/** The name that the event gives its status counts, whether or not the status is listed. */
function withOwnName(names: Names, { status, statusId, pipelineId }: EventDeal): Names {
	if (statusId === null || status === null) return names;
	const listed = recordOf(names.statuses, statusId) ?? { backlog_id: pipelineId ?? '', color: '' };
	const named = { ...listed, id: statusId, label: status };
	return { ...names, statuses: new Map(names.statuses).set(statusId.toLowerCase(), named) };
}
