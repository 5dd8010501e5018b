import type { INodeProperties } from 'n8n-workflow';

import {
	audienceId,
	authentication,
	optionsOf,
	pageSize,
	requestBody,
	simplify,
} from '../descriptions/fields';
import type { Property } from '../parameters/property';
import { POLL_EVENTS, resultNotice } from '../descriptions/triggerFields';
import { filters, MOVES, whereChosen } from './filters';

const START = {
	displayName: 'When First Published',
	name: 'start',
	type: 'options',
	default: 'onlyNew',
	description:
		'What to do with existing records when first published. Later, the trigger resumes where it stopped.',
	options: [
		{
			name: 'Also Existing Ones',
			value: 'everything',
			description: 'Existing records start the workflow as if they were new',
		},
		{
			name: 'Only New Events',
			value: 'onlyNew',
			description: 'Existing records start nothing',
		},
	],
} as const satisfies Property;

const TRIGGER_ON = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	default: ['dealStatusChanged'],
	required: true,
	builderHint: {
		propertyHint:
			"An array of one or more; triggeredBy in each item says which it was. With 'contactCreated' or 'contactUpdated' set audienceId, with 'contactUpdated' also watchContactFields, with 'dealStuck' daysInStatus, with 'quotationUpdated' watchFields ('quotationStatusChanged' needs none).",
	},
	options: POLL_EVENTS,
} as const satisfies Property;

export const WATCH_LABELS = {
	contacts: 'Watch Contact Field Names or IDs',
	quotations: 'Watch Field Names or IDs',
} as const;

const watched = <const F extends { readonly name: string }>(field: F) =>
	({
		...field,
		type: 'multiOptions',
		allowArbitraryValues: true,
		required: true,
		default: [],
		description:
			'Fields to watch. Do not choose fields that change on every read, such as signed links or day counts. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}) as const;

const COUNTS_AS_STUCK = {
	displayName: 'Counts as Stuck',
	name: 'countsAsStuck',
	type: 'options',
	default: 'afterDays',
	options: [
		{ name: 'After a Number of Days', value: 'afterDays' },
		{ name: 'Never', value: 'never' },
	],
} as const satisfies Property;

/** What a person sets, and notices. */
export const parameters = [
	authentication,
	TRIGGER_ON,
	resultNotice,
	{ ...audienceId, ...whereChosen('contactCreated', 'contactUpdated') },
	{
		displayName: 'Days in Status',
		name: 'daysInStatus',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 14,
		description:
			'Number of 24-hour days after which a deal counts as stuck. With 0, only the statuses below count.',
		...whereChosen('dealStuck'),
	},
	{
		displayName: 'Days per Status',
		name: 'daysPerStatus',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Status',
		default: {},
		description:
			'Different days for individual statuses, such as 3 for new deals or never for won ones',
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
						allowArbitraryValues: true,
						default: '',
						description:
							'The status that these days are for. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
					COUNTS_AS_STUCK,
					{
						displayName: 'Days',
						name: 'days',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 7,
						displayOptions: { show: { countsAsStuck: ['afterDays'] } },
						description: 'Number of 24-hour days after which a deal in this status counts as stuck',
					},
				],
			},
		],
		...whereChosen('dealStuck'),
	},
	{
		displayName:
			'Poll once a day, not every minute. Won, lost and archived deals do not count as stuck if your Sales CRM marks them. If it does not, choose "Never" for their statuses in "Days per Status".',
		name: 'endedDealsCount',
		type: 'notice',
		default: '',
		...whereChosen('dealStuck'),
	},
	watched({
		displayName: WATCH_LABELS.contacts,
		name: 'watchContactFields',
		typeOptions: {
			isSplit: true,
			loadOptionsMethod: 'getContactFields',
			loadOptionsDependsOn: ['audienceId'],
		},
		builderHint: {
			propertyHint:
				"Required with 'contactUpdated': names of fields as Contact: Get Many gives them, such as E-mailadres, Telefoonnummer, Straatnaam, Plaats.",
		},
		...whereChosen('contactUpdated'),
	}),
	watched({
		displayName: WATCH_LABELS.quotations,
		name: 'watchFields',
		typeOptions: { isSplit: true, loadOptionsMethod: 'getQuotationFields' },
		builderHint: {
			propertyHint:
				"Required with 'quotationUpdated': names of fields of a quotation, as Quotation: Get Many gives them. They are not known before; ask the person, or list one first.",
		},
		...whereChosen('quotationUpdated'),
	}),
	START,
	{
		displayName: 'Past Days',
		name: 'pastDays',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 7,
		description:
			'Number of past days whose changes and marks of deals start the workflow when first published',
		displayOptions: { show: { start: ['everything'], events: [...MOVES, 'dealClosed'] } },
	},
	filters,
	optionsOf([
		{
			displayName: 'ID Field',
			name: 'idField',
			type: 'string',
			default: '',
			placeholder: 'e.g. number',
			description:
				'Field that uniquely identifies a record. Needed only if no field is named like an ID.',
		},
		pageSize,
		{
			...requestBody,
			description:
				'JSON object to send with the requests for history, statuses and users, if your Sales CRM expects more than an empty one',
		},
		{
			...simplify,
			description: 'Whether to return a simplified version of contacts instead of the raw data',
		},
	]),
] as const;

export const properties = [
	{
		displayName:
			'Each poll reads the full list of each chosen source (deal history, contacts of the audience, documents): with many records, poll less often. For events as they happen, use the "Sales CRM Trigger".',
		name: 'readsWhole',
		type: 'notice',
		default: '',
	},
	...parameters,
] as unknown as INodeProperties[];
