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
import { STATUS_CHANGE_EVENT } from '../api/types';

/** What a person may set in the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'The service calls n8n at once, so it must be able to reach the webhook URL of this node. Where it cannot, and for new or stuck deals and changes of the assignee, take the "Sales CRM History Trigger". New contacts and quotations are told by the "Sales CRM Record Trigger".',
		name: 'inboundAddress',
		type: 'notice',
		default: '',
	},
	authentication,
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		default: [STATUS_CHANGE_EVENT],
		required: true,
		builderHint: {
			propertyHint:
				'Leave the default: the service documents no other event. For new or stuck deals and other assignees take the History Trigger, for contacts and quotations the Record Trigger.',
		},
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
		builderHint: {
			propertyHint:
				'Keep true: flat items with dealId, summary, statusId, status, previousStatus, assignee, assigneeEmail, occurredAt and, by label, custom. With false they are the envelope of the service.',
		},
	},
	resolveNames,
	{
		displayName: 'Each Event Once',
		name: 'eachEventOnce',
		type: 'boolean',
		default: true,
		description:
			'Whether an event that your Sales CRM sends again goes no further than this node. The 2,000 latest are remembered. Tests and retries are never held back.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Only events that pass all filters start the workflow',
		builderHint: { propertyHint: idsHint },
		options: [
			assigneeIds,
			{
				displayName: 'Board IDs',
				name: 'boardIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
				description:
					'Only deals on these boards: their IDs, separated by commas. To find one, run the trigger once, move a deal on the board and copy boardId from the output.',
			},
			fromStatusIds,
			ofBacklogs,
			toStatusIds,
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
			companyProfileIdOption,
			{
				displayName: 'Webhook Name',
				name: 'subscriptionName',
				type: 'string',
				default: '',
				placeholder: 'e.g. n8n: name of the workflow',
				description: 'Name under which the webhook is registered at the Sales CRM',
			},
		],
	},
];
