import type { INodeProperties } from 'n8n-workflow';

import { audienceId, authentication, companyProfileIdOption, pageSize } from '../descriptions/fields';
import { assigneeIds, fromStatusIds, idsHint, toStatusIds } from '../descriptions/triggerFields';

/** What a person may set in the polling trigger. n8n adds the poll times itself. */

export const START = {
	displayName: 'What Is There Already',
	name: 'start',
	type: 'options',
	default: 'onlyNew',
	description:
		'What becomes of it at the first activation. Later the trigger goes on where it stopped, also after a pause.',
	options: [
		{
			name: 'Note It',
			value: 'onlyNew',
			description: 'It starts nothing: only what comes from then on does',
		},
		{
			name: 'Start with It',
			value: 'everything',
			description: 'It starts the workflow, as if it had just come',
		},
	],
} as const satisfies INodeProperties;

const MOVES = ['dealStatusChanged', 'dealCreated', 'dealAssigned'];

const showWith = (...events: string[]): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { events: events.map((event) => ({ _cnd: { includes: event } })) } },
});

export const properties: INodeProperties[] = [
	{
		displayName:
			'Each poll reads every chosen source whole (the deal history, the contacts of the audience, the quotations), because the interface that this package was made from has no way to ask for what is new. With many records choose a longer interval. A move of a deal is told at once by the "Sales CRM Trigger".',
		name: 'readsWhole',
		type: 'notice',
		default: '',
	},
	authentication,
	{
		// The list of nodes makes an entry of each choice of "Trigger On" (n8n's editor, `useActionsGeneration`).
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		default: ['dealStatusChanged'],
		required: true,
		builderHint: {
			propertyHint:
				"An array of one or more; triggeredBy in each item says which it was. With 'contactCreated' set audienceId, with 'dealStuck' daysInStatus, with 'quotationUpdated' watchFields.",
		},
		options: [
			{
				name: 'Contact Created',
				value: 'contactCreated',
				description: 'A contact was added to an audience',
			},
			{
				name: 'Deal Assigned',
				value: 'dealAssigned',
				description: 'A deal was assigned to another user, or to nobody',
			},
			{
				name: 'Deal Created',
				value: 'dealCreated',
				description: 'The earliest entry of a deal is new in the history',
			},
			{
				name: 'Deal Status Changed',
				value: 'dealStatusChanged',
				description: 'A deal was moved to another status, also across pipelines',
			},
			{
				name: 'Deal Stuck',
				value: 'dealStuck',
				description: 'A deal has been in its status for too many days: once for each stay in it',
			},
			{
				name: 'Quotation Created',
				value: 'quotationCreated',
				description: 'A quotation was added',
			},
			{
				name: 'Quotation Updated',
				value: 'quotationUpdated',
				description: 'A watched field of a quotation has another value',
			},
		],
	},
];
