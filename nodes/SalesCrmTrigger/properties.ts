import type { INodeProperties } from 'n8n-workflow';

import { backlogIds, idList } from '../editor/idFields';
import { authentication, companyProfileId } from '../editor/signInFields';
import { STATUS_CHANGE_EVENT } from '../service/api/types';

/** What a person may set in the trigger. */
export const properties: INodeProperties[] = [
	authentication,
	companyProfileId,
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		default: [STATUS_CHANGE_EVENT],
		required: true,
		description: 'Events that start the workflow',
		options: [
			{
				name: 'Deal Status Changed',
				value: STATUS_CHANGE_EVENT,
				description: 'A deal was moved to another status, also across pipelines',
			},
		],
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Resolve Names',
		name: 'resolveNames',
		type: 'boolean',
		default: true,
		description: 'Whether to look up the labels of statuses and the name of the assignee',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Only events that pass all filters start the workflow',
		options: [
			idList({
				name: 'assigneeIds',
				displayName: 'Assignee Names or IDs',
				list: 'getUsers',
				description: 'Only deals assigned to these users.',
			}) as unknown as INodeProperties,
			backlogIds as unknown as INodeProperties,
			{
				displayName: 'Board IDs',
				name: 'boardIds',
				type: 'string',
				default: '',
				placeholder: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
				description: 'Only deals on these boards: their UUIDs, separated by commas',
			},
			idList({
				name: 'fromStatusIds',
				displayName: 'From Status Names or IDs',
				list: 'getStatuses',
				description: 'Only deals that leave one of these statuses.',
			}) as unknown as INodeProperties,
			idList({
				name: 'toStatusIds',
				displayName: 'To Status Names or IDs',
				list: 'getStatuses',
				description: 'Only deals that enter one of these statuses.',
			}) as unknown as INodeProperties,
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Additional Events',
				name: 'additionalEvents',
				type: 'string',
				default: '',
				description: 'Names of other events of your Sales CRM, separated by commas',
			},
			{
				displayName: 'Subscription Name',
				name: 'subscriptionName',
				type: 'string',
				default: '',
				placeholder: 'n8n: name of the workflow',
				description: 'Name under which the webhook is registered at the Sales CRM',
			},
		],
	},
];
