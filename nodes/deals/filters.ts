import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { readTime } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { toList, toTexts, toJsonObject } from '../utils/values';
import { pipelineIdOf, type TriggerItem } from './change';
import { type DealChange, dealChanges } from './history';

/** The filters of deals and their changes, in all nodes. All that are set must match; an empty one lets all pass. */
export type Filters = ReturnType<typeof readFilters>;

/** The filters that accept names as well as IDs (`namedIds.ts`), with their label and the list of the names. */
export const NAMED_FILTERS = {
	statusIds: { label: 'Status', kind: 'statuses' },
	toStatusIds: { label: 'Status', kind: 'statuses' },
	fromStatusIds: { label: 'Previous Status', kind: 'statuses' },
	assigneeIds: { label: 'Assignee', kind: 'users' },
	pipelineIds: { label: 'Pipeline', kind: 'pipelines' },
} as const;

export type NamedFilter = keyof typeof NAMED_FILTERS;

/**
 * @param zone Time zone of dates that name none.
 * @param change What the labels of `changedAfter` and `changedBefore` begin with.
 * @throws UserError that names the field.
 */
export function readFilters(entered: unknown, zone = 'utc', change = 'Changed') {
	const filters = toJsonObject(entered, 'Filters');
	const names = (key: NamedFilter): readonly string[] =>
		toTexts(filters[key], NAMED_FILTERS[key].label);
	const time = (key: string, field: string) => readTime(filters[key], field, zone);
	return {
		statusIds: names('statusIds'),
		toStatusIds: names('toStatusIds'),
		fromStatusIds: names('fromStatusIds'),
		assigneeIds: names('assigneeIds'),
		pipelineIds: names('pipelineIds'),
		changeTypes: toList(filters.changeTypes, 'Change Types'),
		/** Milliseconds since the Unix epoch, like all times here. */
		changedAfter: time('changedAfter', `${change} After`),
		changedBefore: time('changedBefore', `${change} Before`),
		enteredAfter: time('enteredAfter', 'Entered Status After'),
		enteredBefore: time('enteredBefore', 'Entered Status Before'),
		minDaysInStatus: filters.minDaysInStatus as number | undefined,
		/** `open`, `won` or `lost`. */
		results: toList(filters.results, 'Results'),
		/** `deal` or `lead`. If empty, everything that is not known to be a lead passes. */
		recordTypes: toList(filters.recordTypes, 'Record Types'),
		quotationStatuses: toList(filters.quotationStatuses, 'Quotation Statuses'),
		minQuotationDaysOpen: filters.minQuotationDaysOpen as number | undefined,
	};
}

export const NO_FILTERS = readFilters({});

/** Whether the filters of Deal History let a change through. They look at the deal just after the change. */
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

/** Whether one of a deal's changes passes. A deal without changes passes if all filters are empty. */
export const hasWantedChange = (filters: Filters, deal: HistoryItem, names: Names): boolean =>
	deal.history.length === 0
		? Object.values(filters)
				.flat()
				.every((one) => one === undefined)
		: dealChanges(deal).some((change) => wantsChange(filters, change, names));

/** Whether `after` ≤ `time` < `before`. Something that never happened has no time, and is outside. */
export const isWithin = (
	time: number | undefined,
	after: number | undefined,
	before: number | undefined,
): boolean =>
	(after === undefined || (time !== undefined && time >= after)) &&
	(before === undefined || (time !== undefined && time < before));

/** Whether the filters of a trigger let a change through. Filters on statuses let only moves through. */
export const passes = (
	change: Pick<TriggerItem, 'statusId' | 'previousStatusId' | 'pipelineId' | 'assigneeId'>,
	{ toStatusIds, fromStatusIds, pipelineIds, assigneeIds }: Filters,
	isMove: boolean,
): boolean =>
	isChosen(toStatusIds, isMove ? change.statusId : null) &&
	isChosen(fromStatusIds, isMove ? change.previousStatusId : null) &&
	isChosen(pipelineIds, change.pipelineId) &&
	isChosen(assigneeIds, change.assigneeId);
