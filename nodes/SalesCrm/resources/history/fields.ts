import type { Property, ValuesOf } from '../../execution/parameters';
import { changedBounds, idList, pipelineIds } from '../../../descriptions/fields';
import type { HistoryFilters } from '../../../deals/filters';
import { readMoment } from '../../../utils/dates';

export const output = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'changes',
	description: 'What each item of the result is',
	builderHint: {
		propertyHint:
			"'changes' for what happened, in the keys of the triggers: title, status, previousStatus, assignee, occurredAt; 'statusReport' for how long deals stay in each status and where they go next: medianDays, p90Days, openNow, nextStatus; 'timeInStatus' for each deal and status: totalDays, enteredCount. 'deals' is raw; where deals are now, or were on a day, Deal: Get Many tells.",
	},
	options: [
		{
			name: 'Changes',
			value: 'changes',
			description:
				'One item per change of status or assignee, with the same keys as the triggers, so that you can try a workflow on it',
		},
		{
			name: 'Deals',
			value: 'deals',
			description: 'One item per deal, as the service sends it, with IDs in place of names',
		},
		{
			name: 'Status Report',
			value: 'statusReport',
			description:
				'How long deals stay: one item per status, with the median and average of days, how many are in it now, and where they go next',
		},
		{
			name: 'Time in Status',
			value: 'timeInStatus',
			description: 'One item per deal and status, with the total and the latest time spent in it',
		},
	],
} as const satisfies Property;

export const filters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	builderHint: {
		propertyHint:
			'They look at the deal right after each change. statusIds and assigneeIds are arrays of ids, of labels of statuses, or of names or emails of users; pipelineIds of ids. Leave a filter out to let everything pass.',
	},
	options: [
		idList({
			name: 'assigneeIds',
			displayName: 'Assignee Names or IDs',
			list: 'getUsers',
			description:
				'Only assignments to these users. If statuses are chosen too, only while in one of them. An expression may give names or emails.',
		}),
		{
			displayName: 'Change Types',
			name: 'changeTypes',
			type: 'multiOptions',
			default: [],
			description: 'Kinds of change to return',
			options: [
				{ name: 'Assignee Changed', value: 'USER_CHANGED' },
				{ name: 'Status Changed', value: 'STATUS_CHANGED' },
			],
		},
		...changedBounds('Only changes'),
		pipelineIds,
		idList({
			name: 'statusIds',
			displayName: 'Status Names or IDs',
			list: 'getStatuses',
			description:
				'Only changes to these statuses. If assignees are chosen too, only while assigned to one of them. An expression may give labels.',
		}),
	],
} as const satisfies Property;

export const sort = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	default: 'byDeal',
	description:
		'The order of the items, before the limit cuts them: by when the change was, or when the status was last entered',
	options: [
		{ name: 'By Deal', value: 'byDeal', description: 'As the service sends the deals' },
		{ name: 'Newest First', value: 'newestFirst' },
		{ name: 'Oldest First', value: 'oldestFirst' },
	],
} as const satisfies Property;

type EnteredFilters = Partial<ValuesOf<typeof filters.options>>;

/**
 * The filters as entered; statuses and assignees may be names still.
 * @param zone Time zone of dates that name none.
 * @throws UserError naming the field that cannot be read.
 */
export const readFilters = (values: EnteredFilters, zone: string): HistoryFilters => ({
	changeTypes: values.changeTypes ?? [],
	changedAfter: readMoment(values.changedAfter, 'Changed After', zone),
	changedBefore: readMoment(values.changedBefore, 'Changed Before', zone),
	pipelineIds: values.pipelineIds ?? [],
	statusIds: values.statusIds ?? [],
	assigneeIds: values.assigneeIds ?? [],
});
