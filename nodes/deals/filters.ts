import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { readMoment } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { toList, toTexts, toJsonObject } from '../utils/values';
import { pipelineIdOf, type TriggerItem } from './change';
import { type DealChange, dealChanges } from './history';

/**
 * The filters of deals and their changes, of the action node and of both triggers: read here from what
 * a person entered, for all of them. Each name means the same wherever it stands.
 *
 * 1. An empty list and an undefined time let everything through. All that are set must match.
 * 2. Statuses, assignees and pipelines may be names here: `namedIds.ts` makes IDs of them.
 * 3. `statusIds`, `assigneeIds` and `pipelineIds` look at the deal right after a change, whatever was
 *    changed. `toStatusIds` and `fromStatusIds` look at moves alone.
 * 4. "After" includes the time itself, "before" does not.
 */
export type Filters = ReturnType<typeof readFilters>;

/** Those that may be names: as errors call them, and of what the names are. */
export const NAMED_FILTERS = {
	statusIds: { label: 'Status', kind: 'statuses' },
	toStatusIds: { label: 'Status', kind: 'statuses' },
	fromStatusIds: { label: 'Previous Status', kind: 'statuses' },
	assigneeIds: { label: 'Assignee', kind: 'users' },
	pipelineIds: { label: 'Pipeline', kind: 'pipelines' },
} as const;

export type NamedFilter = keyof typeof NAMED_FILTERS;

/**
 * @param entered The collection `filters` of a node; what it does not offer is not set.
 * @param zone Time zone of dates that name none.
 * @param change The beginning of the labels of `changedAfter` and `changedBefore`.
 * @throws UserError that names the field.
 */
export function readFilters(entered: unknown, zone = 'utc', change = 'Changed') {
	const filters = toJsonObject(entered, 'Filters');
	const names = (key: NamedFilter): readonly string[] =>
		toTexts(filters[key], NAMED_FILTERS[key].label);
	const time = (key: string, field: string) => readMoment(filters[key], field, zone);
	return {
		statusIds: names('statusIds'),
		toStatusIds: names('toStatusIds'),
		fromStatusIds: names('fromStatusIds'),
		assigneeIds: names('assigneeIds'),
		pipelineIds: names('pipelineIds'),
		changeTypes: toList(filters.changeTypes, 'Change Types'),
		/** Milliseconds since the Unix epoch, as are the other times. */
		changedAfter: time('changedAfter', `${change} After`),
		changedBefore: time('changedBefore', `${change} Before`),
		/** When the deal entered the status that it is in. */
		enteredAfter: time('enteredAfter', 'Entered Status After'),
		enteredBefore: time('enteredBefore', 'Entered Status Before'),
		minDaysInStatus: filters.minDaysInStatus as number | undefined,
		/** `open`, `won` or `lost`. */
		results: toList(filters.results, 'Results'),
		/** `deal` or `lead`. Empty for all that is not known to be a lead. */
		recordTypes: toList(filters.recordTypes, 'Record Types'),
		/** Of the quotation that counts, as is the number of days. */
		quotationStatuses: toList(filters.quotationStatuses, 'Quotation Statuses'),
		minQuotationDaysOpen: filters.minQuotationDaysOpen as number | undefined,
	};
}

export const NO_FILTERS = readFilters({});

/** Whether a change is wanted in Deal History. */
export function wantsChange(filters: Filters, change: DealChange, names: Names): boolean {
	const { changeTypes, statusIds, assigneeIds, pipelineIds, changedAfter, changedBefore } = filters;
	const { type, startTimestamp } = change.entry;
	return (
		isChosen(changeTypes, type) &&
		isChosen(statusIds, change.statusId) &&
		isChosen(assigneeIds, change.assigneeId) &&
		isChosen(pipelineIds, pipelineIdOf(change.deal, change.statusId, names)) &&
		isWithin(startTimestamp, changedAfter, changedBefore)
	);
}

/** Whether one of a deal's changes is wanted; of a deal without any, whether no filter is set. */
export const wantsDealOfChanges = (filters: Filters, deal: HistoryItem, names: Names): boolean =>
	deal.history.length === 0
		? Object.values(filters)
				.flat()
				.every((one) => one === undefined)
		: dealChanges(deal).some((change) => wantsChange(filters, change, names));

/** Rule 4. @param time Undefined for what never was: it is within no bounds. */
export const isWithin = (
	time: number | undefined,
	after: number | undefined,
	before: number | undefined,
): boolean =>
	(after === undefined || (time !== undefined && time >= after)) &&
	(before === undefined || (time !== undefined && time < before));

/**
 * Whether a change starts a workflow, by the filters that both triggers offer.
 * @param isMove Whether the deal was moved to another status: only then it enters one and leaves one.
 */
export const passes = (
	change: Pick<TriggerItem, 'statusId' | 'previousStatusId' | 'pipelineId' | 'assigneeId'>,
	{ toStatusIds, fromStatusIds, pipelineIds, assigneeIds }: Filters,
	isMove: boolean,
): boolean =>
	isChosen(toStatusIds, isMove ? change.statusId : null) &&
	isChosen(fromStatusIds, isMove ? change.previousStatusId : null) &&
	isChosen(pipelineIds, change.pipelineId) &&
	isChosen(assigneeIds, change.assigneeId);
