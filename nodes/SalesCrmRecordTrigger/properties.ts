import type { INodeProperties } from 'n8n-workflow';

import {
	audienceId,
	authentication,
	companyProfileIdOption,
	concurrency,
	pageSize,
} from '../descriptions/fields';

/** What a person may set in the record trigger. n8n adds the poll times itself. */
export const properties: INodeProperties[] = [
	{
		displayName:
			'Each poll lists all records, as the service offers no part of them and no event. With many of them choose a longer interval. For deals take another trigger: the "Sales CRM Trigger" starts at once when a deal moves, the "Sales CRM History Trigger" polls, knows assignees as well, and needs no address that the service can reach.',
		name: 'wholeList',
		type: 'notice',
		default: '',
	},
	authentication,
	{
		// The list of nodes makes an entry of each choice of "Trigger On" (n8n's editor, `useActionsGeneration`).
		displayName: 'Trigger On',
		name: 'record',
		type: 'options',
		noDataExpression: true,
		default: 'contact',
		options: [
			{
				name: 'Contact Created',
				value: 'contact',
				description: 'A contact was added to an audience',
			},
			{
				name: 'Quotation Created',
				value: 'quotation',
				description: 'A quotation was added or, if you choose so below, changed',
			},
		],
	},
	{ ...audienceId, displayOptions: { show: { record: ['contact'] } } },
	{
		displayName: 'Quotation Events',
		name: 'event',
		type: 'options',
		default: 'created',
		displayOptions: { show: { record: ['quotation'] } },
		builderHint: {
			propertyHint:
				"Set it only where record is 'quotation': changed contacts are not told. With 'createdOrUpdated' changedFields names what differs, and is null for a new quotation.",
		},
		options: [
			{ name: 'Created', value: 'created', description: 'A quotation was added' },
			{
				name: 'Created or Updated',
				value: 'createdOrUpdated',
				description: "A quotation was added or changed: 'changedFields' says in what",
			},
		],
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		displayOptions: { show: { record: ['contact'] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Start With',
		name: 'start',
		type: 'options',
		default: 'onlyNew',
		description:
			'Which records start the workflow after it is activated for the first time. Later it goes on where it stopped.',
		options: [
			{
				name: 'Everything',
				value: 'everything',
				description: 'Also all records that are there already',
			},
			{
				name: 'Only New Records',
				value: 'onlyNew',
				description: 'What is added from the first activation on',
			},
		],
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
				displayName: 'Ignore Fields',
				name: 'ignoreFields',
				type: 'string',
				default: '',
				placeholder: 'e.g. updated_at, views',
				description:
					'Names of fields, separated by commas, that never count as a change, such as one that differs with each answer of the service',
			},
			{
				displayName: 'Max Records per Poll',
				name: 'maxRecords',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1000,
				description: 'How many records to hand out at a time. The rest comes with the next polls.',
			},
			pageSize,
			concurrency,
		],
	},
];
