import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { areUnset, isChosen } from '../utils/lists';
import { pipelineIdOf, type TriggerItem } from './change';
import { type DealChange, dealChanges } from './history';

/** The filters of deals and their changes, in all nodes. All that are set must match; an empty one lets all pass. */
export interface Filters extends Readonly<Record<NamedFilter, readonly string[]>> {
	readonly changeTypes: readonly string[];
	/** Milliseconds since the Unix epoch, like all times here. */
	readonly changedAfter: number | undefined;
	readonly changedBefore: number | undefined;
	readonly enteredAfter: number | undefined;
	readonly enteredBefore: number | undefined;
	readonly minDaysInStatus: number | undefined;
	/** `open`, `won` or `lost`. */
	readonly results: readonly string[];
	/** `deal` or `lead`. If empty, everything that is not known to be a lead passes. */
	readonly recordTypes: readonly string[];
	readonly quotationStatuses: readonly string[];
	readonly minQuotationDaysOpen: number | undefined;
}

/** The filters that accept names as well as IDs (`namedIds.ts`), with their label and the list of the names. */
export const NAMED_FILTERS = {
	statusIds: { label: 'Status Names or IDs', kind: 'statuses' },
	toStatusIds: { label: 'Status Names or IDs', kind: 'statuses' },
	fromStatusIds: { label: 'Previous Status Names or IDs', kind: 'statuses' },
	assigneeIds: { label: 'Assignee Names or IDs', kind: 'users' },
	pipelineIds: { label: 'Pipeline Names or IDs', kind: 'pipelines' },
} as const;

export type NamedFilter = keyof typeof NAMED_FILTERS;

export const NO_FILTERS: Filters = {
	...{ statusIds: [], toStatusIds: [], fromStatusIds: [], assigneeIds: [], pipelineIds: [] },
	...{ changeTypes: [], results: [], recordTypes: [], quotationStatuses: [] },
	...{ changedAfter: undefined, changedBefore: undefined },
	...{ enteredAfter: undefined, enteredBefore: undefined },
	...{ minDaysInStatus: undefined, minQuotationDaysOpen: undefined },
};

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
		? areUnset(filters)
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
