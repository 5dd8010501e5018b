import type { INodeProperties } from 'n8n-workflow';

import { changeFilters } from '../descriptions/triggerFields';
import { authentication, optionsOf, simplify } from '../descriptions/fields';
import { STATUS_CHANGE_EVENT } from '../api/types';

/** What a person may set in the trigger. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'The Sales CRM must be able to reach this node\'s webhook URL. Otherwise use the "Sales CRM Polling Trigger", also for new, assigned or stuck deals, contacts and quotations.',
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
				'Leave the default: the interface that this package was made from names no other event. For everything else use the Polling Trigger.',
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
		...simplify,
		builderHint: {
			propertyHint:
				'Keep true: flat items with title, status, previousStatus, assignee, assigneeEmail, occurredAt, dealId, statusId and, by label, custom. With false they are the envelope of the service.',
		},
	},
	{ ...changeFilters, description: 'Only events that pass all filters start the workflow' },
	optionsOf([
		{
			displayName: 'Additional Events',
			name: 'additionalEvents',
			type: 'string',
			default: '',
			description: 'Names of other events of your Sales CRM, as a comma-separated list',
		},
		{
			displayName: 'Each Event Once',
			name: 'eachEventOnce',
			type: 'boolean',
			default: true,
			description:
				'Whether to ignore repeated events. Remembers about 2,000. Tests and retries are never ignored.',
		},
		{
			displayName: 'Webhook Name',
			name: 'subscriptionName',
			type: 'string',
			default: '',
			placeholder: 'e.g. n8n: name of the workflow',
			description: 'Name of the webhook in your Sales CRM',
		},
	]) as unknown as INodeProperties,
];
