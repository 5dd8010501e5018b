import {
	assigneeIds,
	bounds,
	filtersOf,
	pipelineIds,
	statusIds,
} from '../../../descriptions/fields';
import type { Property } from '../../execution/parameters';

/** Those of the triggers, so that a workflow can be tried on past changes. */
export const changeFilters = filtersOf(
	[
		assigneeIds('Only changes while the deal is assigned to these users.'),
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
		...bounds(
			{ name: 'changedAfter', displayName: 'Changed After' },
			{ name: 'changedBefore', displayName: 'Changed Before' },
			'Only changes',
		),
		pipelineIds,
		statusIds('Only changes after which the deal is in one of these statuses.'),
	],
	'They look at the deal right after each change, whatever was changed; changeTypes chooses the kind.',
);

/** Of figures by status. */
export const statusFilters = filtersOf(
	[
		assigneeIds('Count only the time while the deal was assigned to these users.'),
		pipelineIds,
		statusIds('Only these statuses.'),
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
