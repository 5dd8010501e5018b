import type { IDataObject } from 'n8n-workflow';

import type { Property } from '../../execution/parameters';
import { backlogIds, idList } from '../../../descriptions/fields';
import type { HistoryFilters } from '../../../deals/historyFilters';
import { UserError } from '../../../utils/userError';
import { toList } from '../../../utils/lists';
import { DAY_MS, readMoment } from '../../../utils/dates';
import { quoted } from '../../../utils/text';

export const output = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'changes',
	description: 'What each item of the result stands for',
	options: [
		{
			name: 'Changes',
			value: 'changes',
			description:
				'What happened: one item per change of status or assignee, with what was there before',
		},
		{
			name: 'Current Status',
			value: 'currentStatus',
			description:
				'How deals stand now: one item per deal, with its status, since when, and its assignee',
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
	options: [
		backlogIds,
		{
			displayName: 'Change Types',
			name: 'changeTypes',
			type: 'multiOptions',
			default: [],
			description: 'Kinds of change to return',
			displayOptions: { hide: { '/output': ['currentStatus'] } },
			options: [
				{ name: 'Assignee Changed', value: 'USER_CHANGED' },
				{ name: 'Status Changed', value: 'STATUS_CHANGED' },
			],
		},
		{
			displayName: 'Changed After',
			name: 'changedAfter',
			type: 'dateTime',
			default: '',
			description:
				'Only changes at or after this moment, in the time zone of the workflow. Of Current Status: deals that entered it then.',
		},
		{
			displayName: 'Changed Before',
			name: 'changedBefore',
			type: 'dateTime',
			default: '',
			description:
				'Only changes before this moment, in the time zone of the workflow. Of Current Status: deals that entered it then.',
		},
		{
			displayName: 'Minimum Days in Status',
			name: 'minDaysInStatus',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 7,
			description:
				'Only deals that have been in their present status for at least so many days, of 24 hours each',
			displayOptions: { show: { '/output': ['currentStatus', 'timeInStatus'] } },
		},
		idList({
			name: 'statusIds',
			displayName: 'Status Names or IDs',
			list: 'getStatuses',
			description:
				'Only changes to these statuses. With users chosen too: while assigned to one of them. Of Current Status: deals that are in one of them.',
		}),
		idList({
			name: 'userIds',
			displayName: 'Assignee Names or IDs',
			list: 'getUsers',
			description:
				'Only assignments to these users. With statuses chosen too: while in one of them. Of Current Status: deals that are assigned to one of them.',
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

/** Where "Minimum Days in Status" is offered. */
const OF_THE_PRESENT = ['currentStatus', 'timeInStatus'];

/**
 * The filters as entered. What an output does not offer may still be saved from another one, or
 * come by an expression: it is passed over.
 * @param zone Time zone of dates that name none.
 * @throws UserError naming the field that cannot be read.
 */
export function readFilters(values: IDataObject, output: string, zone: string): HistoryFilters {
	const looksAtPresent = OF_THE_PRESENT.includes(output);
	return {
		changeTypes: output === 'currentStatus' ? [] : toList(values.changeTypes),
		changedAfter: readMoment(values.changedAfter, 'Changed After', zone),
		changedBefore: readMoment(values.changedBefore, 'Changed Before', zone),
		backlogIds: toList(values.backlogIds),
		statusIds: toList(values.statusIds),
		userIds: toList(values.userIds),
		minMsInStatus: looksAtPresent ? readDays(values.minDaysInStatus) : undefined,
	};
}

/** Milliseconds; undefined for an empty value. */
function readDays(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const days = typeof value === 'string' ? Number(value.trim() || NaN) : value;
	if (typeof days === 'number' && days >= 0 && Number.isFinite(days)) return days * DAY_MS;
	throw new UserError(
		"'Minimum Days in Status' must be a number of at least 0",
		`Got ${quoted(value)}.`,
	);
}
