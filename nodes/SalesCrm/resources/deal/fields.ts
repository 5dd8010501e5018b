import { changedBounds, idList, pipelineIds } from '../../../descriptions/fields';
import type { DealFilters } from '../../../deals/present';
import { DAY_MS, readMoment } from '../../../utils/dates';
import { searchWords, textOf } from '../../../utils/text';
import { listOrId } from '../../execution/commonFields';
import type { Property, ValuesOf } from '../../execution/parameters';

/** No route for one deal is known (operation `listHistory`). */
const hint = 'Each run of this node reads the whole history of deals, once for all its input items';

export const dealId = {
	displayName: 'Deal',
	name: 'dealId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The deal to get',
	hint,
	builderHint: {
		propertyHint:
			"The id of a deal, as { __rl: true, mode: 'id', value: expr('{{ $json.dealId }}') } where an item brings it: all triggers of deals and Deal: Get Many call it dealId. A title is no id: look for it with Deal: Get Many.",
	},
	...listOrId('searchDeals'),
} as const satisfies Property;

export const titleSearch = {
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder: 'e.g. solar roof',
	description:
		'Only deals whose title contains each of these words; case and accents do not matter. All deals when empty.',
	hint,
} as const satisfies Property;

export const dealFilters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	builderHint: {
		propertyHint:
			'All of them look at the deal as it is, and all that are set must match. statusIds and assigneeIds are arrays of ids, of labels of statuses, or of names or emails of users; pipelineIds of ids. Leave a filter out to let everything pass.',
	},
	options: [
		idList({
			name: 'assigneeIds',
			displayName: 'Assignee Names or IDs',
			list: 'getUsers',
			description:
				'Only deals that are assigned to one of these users. An expression may give names or emails, too.',
		}),
		...changedBounds('Only deals whose last change was'),
		{
			displayName: 'Minimum Days in Status',
			name: 'minDaysInStatus',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 7,
			description:
				'Only deals that have been in their present status for at least so many days, of 24 hours each',
		},
		pipelineIds,
		idList({
			name: 'statusIds',
			displayName: 'Status Names or IDs',
			list: 'getStatuses',
			description:
				'Only deals that are in one of these statuses. An expression may give labels, too.',
		}),
	],
} as const satisfies Property;

export const dealSort = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	default: 'newestFirst',
	description: 'The order of the deals, before the limit cuts them',
	options: [
		{
			name: 'Longest in Status',
			value: 'longestInStatus',
			description: 'Deals longest in their current status first',
		},
		{ name: 'Newest First', value: 'newestFirst', description: 'By the last change' },
		{ name: 'Oldest First', value: 'oldestFirst', description: 'By the last change' },
	],
} as const satisfies Property;

export const asOf = {
	displayName: 'As Of',
	name: 'asOf',
	type: 'dateTime',
	default: '',
	description:
		'Show deals as they were at this moment, in the time zone of the workflow. A date alone means its beginning. Deals that were removed since are missing, and titles are those of today. Leave empty for the present.',
	builderHint: {
		propertyHint:
			"For what the pipeline looked like on a day: '2026-10-01', or expr('{{ $now.minus({ weeks: 1 }) }}'). Filters, sort and inStatusDays are of that moment, too.",
	},
} as const satisfies Property;

export const includeChanges = {
	displayName: 'Include Changes',
	name: 'includeChanges',
	type: 'boolean',
	default: false,
	description: 'Whether to add what happened to the deal, oldest first, as a list of changes',
} as const satisfies Property;

export const includeTimeInStatus = {
	displayName: 'Include Time in Status',
	name: 'includeTimeInStatus',
	type: 'boolean',
	default: false,
	description: 'Whether to add how long the deal was in each status',
} as const satisfies Property;

type EnteredDealFilters = Partial<ValuesOf<typeof dealFilters.options>>;

/**
 * Search and filters as entered; statuses and assignees may be names still.
 * @param zone Time zone of dates that name none.
 * @throws UserError naming the field that cannot be read.
 */
export const readDealFilters = (
	searched: string,
	values: EnteredDealFilters,
	zone: string,
): DealFilters => ({
	words: searchWords(textOf(searched)),
	changedAfter: readMoment(values.changedAfter, 'Changed After', zone),
	changedBefore: readMoment(values.changedBefore, 'Changed Before', zone),
	pipelineIds: values.pipelineIds ?? [],
	statusIds: values.statusIds ?? [],
	assigneeIds: values.assigneeIds ?? [],
	minMsInStatus: values.minDaysInStatus === undefined ? undefined : values.minDaysInStatus * DAY_MS,
});
