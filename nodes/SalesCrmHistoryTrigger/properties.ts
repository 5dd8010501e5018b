import type { INodeProperties } from 'n8n-workflow';

import {
	assigneeIds,
	fromStatusIds,
	idsHint,
	ofBacklogs,
	resolveNames,
	toStatusIds,
} from '../descriptions/triggerFields';
import { authentication, companyProfileIdOption } from '../descriptions/fields';

/** What a person may set in the history trigger. n8n adds the poll times itself. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'Every poll reads the whole deal history, as the service offers no part of it: with many deals choose a longer interval. Status changes are told at once by the "Sales CRM Trigger", which needs no polling, but an address that the service can reach. New contacts and quotations are told by the "Sales CRM Record Trigger".',
		name: 'wholeHistory',
		type: 'notice',
		default: '',
	},
	authentication,
	{
		displayName: 'Trigger On',
		name: 'changes',
		type: 'multiOptions',
		default: ['statusChanged'],
		required: true,
		builderHint: {
			propertyHint:
				"An array of one or more; triggeredBy in each item says which it was. Set daysInStatus only with 'dealStuck', and toStatusIds with it: without them won and lost deals count as stuck, too.",
		},
		options: [
			{
				name: 'Assignee Changed',
				value: 'assigneeChanged',
				description: 'A deal was assigned to another user',
			},
			{
				name: 'Deal Created',
				value: 'dealCreated',
				description: 'A deal appeared that was not there before',
			},
			{
				name: 'Deal Stuck',
				value: 'dealStuck',
				description: 'A deal has been in its status for too many days: once for each stay in it',
			},
			{
				name: 'Other Change',
				value: 'otherChange',
				description: 'A change of a kind that the service does not document',
			},
			{
				name: 'Status Changed',
				value: 'statusChanged',
				description: 'A deal was moved to another status, also across pipelines',
			},
		],
	},
	{
		displayName: 'Days in Status',
		name: 'daysInStatus',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 14,
		description:
			"After how many days in one status a deal is stuck, of 24 hours each. Choose the statuses in the filter 'To Status Names or IDs': without it, deals that are won or lost count, too. What is stuck already at the first activation starts nothing.",
		displayOptions: { show: { changes: ['dealStuck'] } },
	},
	{
		displayName: 'Start With',
		name: 'start',
		type: 'options',
		default: 'onlyNew',
		description:
			'Which changes start the workflow after it is activated for the first time. Later it goes on where it stopped.',
		options: [
			{
				name: 'Changes of Past Days',
				value: 'pastDays',
				description: 'Also what happened in the days before',
			},
			{
				name: 'Only New Changes',
				value: 'onlyNew',
				description: 'What happens from the first activation on',
			},
		],
	},
	{
		displayName: 'Past Days',
		name: 'pastDays',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 7,
		description: 'How many days before the first activation to begin with',
		displayOptions: { show: { start: ['pastDays'] } },
	},
	resolveNames,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Only changes that pass all filters start the workflow',
		builderHint: { propertyHint: idsHint },
		options: [assigneeIds, fromStatusIds, ofBacklogs, toStatusIds],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			companyProfileIdOption,
			{
				displayName: 'Look Back (Hours)',
				name: 'lookBackHours',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 24,
				description:
					'How late a change may appear in the history and still start the workflow, counted from the latest change',
			},
			{
				displayName: 'Max Changes per Poll',
				name: 'maxChanges',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1000,
				description: 'How many changes to hand out at a time. The rest comes with the next polls.',
			},
			{
				displayName: 'Request Body (JSON)',
				name: 'requestBody',
				type: 'json',
				default: '{}',
				description:
					'JSON object to send with the request, for services that expect more than an empty one',
			},
		],
	},
];
