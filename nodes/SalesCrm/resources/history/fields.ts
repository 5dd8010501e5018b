import type { Property, ValuesOf } from '../../execution/parameters';
import { backlogIds, changedBounds, idList } from '../../../descriptions/fields';
import type { HistoryFilters } from '../../../deals/historyFilters';
import { readMoment } from '../../../utils/dates';

export const output = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'changes',
	description: 'What each item of the result stands for',
	builderHint: {
		propertyHint:
			"'changes' for what happened: statusLabel, previousStatusLabel, userName, startedAt, durationMs. 'timeInStatus' for how long steps take: one item per deal and status, with totalMs, latestMs and enteredCount. 'events' has the keys of the triggers, 'deals' is raw; where deals are now, Deal: Get Many tells.",
	},
	options: [
		{
			name: 'Changes',
			value: 'changes',
			description:
				'What happened: one item per change of status or assignee, with what was there before',
		},
		{
			name: 'Deals',
			value: 'deals',
			description: 'One item per deal, as the service sends it, with IDs in place of names',
		},
		{
			name: 'Events',
			value: 'events',
			description: 'One item per change, in the shape of the trigger, to rehearse a workflow on it',
		},
		{
			name: 'Time in Status',
			value: 'timeInStatus',
			description:
				'How long steps take: one item per deal and status, with the time spent in it in all and the last time',
		},
	],
} as const satisfies Property;

export const resolveChangeNames = {
	displayName: 'Show Names',
	name: 'resolveNames',
	type: 'boolean',
	default: true,
	description: 'Whether to look up the labels of statuses and the names of users',
	displayOptions: { hide: { output: ['deals'] } },
} as const satisfies Property;

export const filters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	builderHint: {
		propertyHint:
			'They look at the deal right after each change. Statuses, pipelines and users are arrays of ids, never labels; leave a filter out to let everything pass.',
	},
	options: [
		idList({
			name: 'userIds',
			displayName: 'Assignee Names or IDs',
			list: 'getUsers',
			description:
				'Only assignments to these users. With statuses chosen too: while in one of them.',
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
		backlogIds,
		idList({
			name: 'statusIds',
			displayName: 'Status Names or IDs',
			list: 'getStatuses',
			description:
				'Only changes to these statuses. With users chosen too: while assigned to one of them.',
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

type EnteredFilters = ValuesOf<readonly [typeof filters]>['filters'];

/**
 * The filters as entered.
 * @param zone Time zone of dates that name none.
 * @throws UserError naming the field that cannot be read.
 */
export function readFilters(values: EnteredFilters, zone: string): HistoryFilters {
	return {
		changeTypes: values.changeTypes ?? [],
		changedAfter: readMoment(values.changedAfter, 'Changed After', zone),
		changedBefore: readMoment(values.changedBefore, 'Changed Before', zone),
		backlogIds: values.backlogIds ?? [],
		statusIds: values.statusIds ?? [],
		userIds: values.userIds ?? [],
	};
}
