import type { INodeProperties } from 'n8n-workflow';

import {
	audienceId,
	authentication,
	companyProfileIdOption,
	pageSize,
} from '../descriptions/fields';
import {
	assigneeIds,
	fromStatusIds,
	idsHint,
	ofPipelines,
	toStatusIds,
} from '../descriptions/triggerFields';

/** What a person may set in the polling trigger. n8n adds the poll times itself. */

export const START = {
	displayName: 'What Is There Already',
	name: 'start',
	type: 'options',
	default: 'onlyNew',
	description:
		'What to do with it at the first activation. Later the trigger continues where it stopped, also after a pause.',
	options: [
		{
			name: 'Note It',
			value: 'onlyNew',
			description: 'It starts nothing: only later changes start the workflow',
		},
		{
			name: 'Start with It',
			value: 'everything',
			description: 'It starts the workflow, as if it were new',
		},
	],
} as const satisfies INodeProperties;

const whereChosen = (...events: string[]): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { events } },
});

const MOVES = ['dealStatusChanged', 'dealCreated', 'dealAssigned'];

export const properties: INodeProperties[] = [
	{
		displayName:
			'Each poll reads every chosen source whole (the deal history, the contacts of the audience, the quotations), because the interface that this package was made from has no way to ask for what is new. With many records choose a longer interval. For moves of deals as they happen, use the "Sales CRM Trigger".',
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
				description: 'A deal has been in its status for too many days: once for each visit',
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
	{ ...audienceId, ...whereChosen('contactCreated') },
	{
		displayName: 'Days in Status',
		name: 'daysInStatus',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 14,
		description:
			'A deal is stuck after this many days in one status, of 24 hours each; 0 for never',
		...whereChosen('dealStuck'),
	},
	{
		displayName: 'Days per Status',
		name: 'daysPerStatus',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Status',
		default: {},
		description: 'Different days for single statuses, such as 3 for new deals or 0 for won ones',
		options: [
			{
				displayName: 'Status',
				name: 'status',
				values: [
					{
						displayName: 'Status Name or ID',
						name: 'statusId',
						type: 'options',
						typeOptions: { loadOptionsMethod: 'getStatuses' },
						default: '',
						description:
							'The status in which a deal stays. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 7,
						description: 'A deal is stuck after this many days in it; 0 for never',
					},
				],
			},
		],
		...whereChosen('dealStuck'),
	},
	{
		displayName:
			'Won and lost deals stay in their status, so they get stuck, too. To leave them out, use "To Status" in the filters, or set 0 days for their statuses in "Days per Status".',
		name: 'endedDealsCount',
		type: 'notice',
		default: '',
		...whereChosen('dealStuck'),
	},
	{
		displayName: 'Watch Field Names or IDs',
		name: 'watchFields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getQuotationFields' },
		default: [],
		description:
			'A change of one of these fields starts the workflow. A signed link, or a count of days, would differ at every poll. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		builderHint: {
			propertyHint:
				"Required with 'quotationUpdated': names of fields of a quotation, as Quotation: Get Many gives them. They are not known before; ask the person, or list one first.",
		},
		...whereChosen('quotationUpdated'),
	},
	START,
	{
		displayName: 'Past Days',
		name: 'pastDays',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 7,
		description: 'How many days of past moves to begin with, counted from the first activation',
		displayOptions: { show: { start: ['everything'], events: MOVES } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Only deals that pass all filters start the workflow',
		builderHint: { propertyHint: idsHint },
		options: [assigneeIds, fromStatusIds, ofPipelines, toStatusIds],
		...whereChosen(...MOVES, 'dealStuck'),
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
				displayName: 'ID Field',
				name: 'idField',
				type: 'string',
				default: '',
				placeholder: 'e.g. number',
				description:
					'The field that identifies a contact or quotation, if it is not named like an ID. It applies to each list whose records have it.',
			},
			pageSize,
			{
				displayName: 'Request Body (JSON)',
				name: 'requestBody',
				type: 'json',
				default: '{}',
				description:
					'JSON object to send with the requests for history, statuses and users, for services that expect more than an empty one',
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description: 'Whether to return a simplified version of contacts instead of the raw data',
			},
		],
	},
];
