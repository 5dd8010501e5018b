import type { Property } from '../../operation/parameters';
import { backlogIds, idList } from '../../../editor/idFields';

export const filters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		backlogIds,
		{
			displayName: 'Change Type Names or IDs',
			name: 'changeTypes',
			type: 'multiOptions',
			default: [],
			description: 'Kinds of change to return',
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
			description: 'Only changes at or after this moment, in the time zone of the workflow',
		},
		{
			displayName: 'Changed Before',
			name: 'changedBefore',
			type: 'dateTime',
			default: '',
			description: 'Only changes before this moment, in the time zone of the workflow',
		},
		idList({
			name: 'statusIds',
			displayName: 'Status Names or IDs',
			list: 'getStatuses',
			description:
				'Only changes to these statuses. With users chosen too: while assigned to one of them.',
		}),
		idList({
			name: 'userIds',
			displayName: 'User Names or IDs',
			list: 'getUsers',
			description:
				'Only assignments to these users. With statuses chosen too: while in one of them.',
		}),
	],
} as const satisfies Property;
