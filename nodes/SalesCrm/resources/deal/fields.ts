import {
	assigneeIds,
	bounds,
	filtersOf,
	pipelineIds,
	statusIds,
} from '../../../descriptions/fields';
import { endOfDate, readMoment } from '../../../utils/dates';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { listOrId } from '../../execution/commonFields';
import type { Property } from '../../execution/parameters';

/** No route for one deal is known (operation `listHistory`). */
const hint = 'Each run of this node reads the full deal history, once for all its input items';

export const dealId = {
	displayName: 'Deal',
	name: 'dealId',
	description: 'The deal to get',
	hint,
	builderHint: {
		propertyHint:
			"The ID of a deal, as { __rl: true, mode: 'id', value: expr('{{ $json.dealId }}') } where an item brings it: all triggers of deals and Deal: Get Many call it dealId. A title is not an ID: look for it with Deal: Get Many.",
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
		'Only deals whose title contains each of these words. Case, accents and punctuation do not matter. Leave empty for all deals.',
	hint,
} as const satisfies Property;

export const dealFilters = filtersOf(
	[
		...bounds(
			{ name: 'changedAfter', displayName: 'Any Change After' },
			{ name: 'changedBefore', displayName: 'Any Change Before' },
			'Only deals whose last change of any kind, such as an assignment, was',
		),
		assigneeIds('Only deals assigned to one of these users.'),
		...bounds(
			{ name: 'enteredAfter', displayName: 'Entered Status After' },
			{ name: 'enteredBefore', displayName: 'Entered Status Before' },
			'Only deals that entered their current status, such as Won,',
		),
		{
			displayName: 'Minimum Days in Status',
			name: 'minDaysInStatus',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 7,
			description: 'Only deals in their current status for at least this many 24-hour days',
		},
		pipelineIds,
		statusIds('Only deals in one of these statuses.'),
	],
	'All look at the deal as it is now, and all that are set must match; for deals won last week use statusIds with enteredAfter, as changedAfter counts assignments.',
);

export const dealSort = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	default: 'newestFirst',
	description: 'Order of the deals. The limit is applied afterwards.',
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
		'Show deals as they were at this time, in the time zone of the workflow. A date alone means the end of that day. Deals removed since then are missing, and titles are those of today. Leave empty for the present.',
	builderHint: {
		propertyHint:
			"For what the pipeline looked like at the end of a day: '2026-10-01', or at a time: expr('{{ $now.minus({ weeks: 1 }) }}'). Filters, sort and daysInStatus are also of that time.",
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

/**
 * @returns Milliseconds since the Unix epoch: of a date alone its end. Undefined for now, and for today.
 * @throws UserError for what is not a time, or is in the future.
 */
export function readAsOf(value: unknown, zone: string): number | undefined {
	const time = readMoment(value, asOf.displayName, zone);
	const now = Date.now();
	if (time !== undefined && time > now) {
		throw new UserError(
			`'${asOf.displayName}' is in the future`,
			`Got ${quoted(value)}. Enter a past time, or leave it empty for the present.`,
		);
	}
	const end = endOfDate(value, zone) ?? time;
	return end !== undefined && end < now ? end : undefined;
}
