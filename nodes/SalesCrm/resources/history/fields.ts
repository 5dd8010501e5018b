import type { Property } from '../../execution/parameters';
import { changedBounds, idList, pipelineIds } from '../../../descriptions/fields';

const NAMES_HINT =
	"statusIds, assigneeIds and pipelineIds are arrays of names or IDs: labels of statuses, names or emails of users, 'Pipeline 2'. Leave a filter out to let everything pass.";

const filtersOf = <const O extends readonly Property[]>(options: O, hint: string) =>
	({
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		builderHint: { propertyHint: `${hint} ${NAMES_HINT}` },
		options,
	}) as const;

/** Those of the triggers, so that a workflow can be tried on past changes. */
export const changeFilters = filtersOf(
	[
		idList({
			name: 'assigneeIds',
			displayName: 'Assignee Names or IDs',
			list: 'getUsers',
			description: 'Only changes while the deal is assigned to these users.',
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
			description: 'Only changes after which the deal is in one of these statuses.',
		}),
	],
	'They look at the deal right after each change, whatever was changed; changeTypes chooses the kind.',
);

/** Of figures by status. */
export const statusFilters = filtersOf(
	[
		idList({
			name: 'assigneeIds',
			displayName: 'Assignee Names or IDs',
			list: 'getUsers',
			description: 'Count only the time while the deal was assigned to these users.',
		}),
		pipelineIds,
		idList({
			name: 'statusIds',
			displayName: 'Status Names or IDs',
			list: 'getStatuses',
			description: 'Only these statuses.',
		}),
	],
	'assigneeIds counts only the time while the deal was theirs.',
);

export const sort = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	default: 'byDeal',
	description: 'Order of the changes. The limit is applied afterwards.',
	options: [
		{ name: 'By Deal', value: 'byDeal', description: 'In the order of the deals' },
		{ name: 'Newest First', value: 'newestFirst' },
		{ name: 'Oldest First', value: 'oldestFirst' },
	],
} as const satisfies Property;
