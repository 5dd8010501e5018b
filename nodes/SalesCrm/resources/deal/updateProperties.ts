import { optionsOf } from '../../../descriptions/fields';
import { listOrId } from '../../execution/commonFields';
import type { Property } from '../../../parameters/property';
import { dryRun } from '../contact/fields';

const CHOOSE =
	'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

const choice = (typeOptions: { loadOptionsMethod: string; loadOptionsDependsOn?: string[] }) =>
	({ type: 'options', typeOptions, allowArbitraryValues: true, default: '' }) as const;

/** Statuses of the deal that is chosen in the form. */
const statusesOfDeal = {
	loadOptionsMethod: 'getStatusesOfDeal',
	loadOptionsDependsOn: ['dealId.value'],
};

const updateFields = [
	{
		displayName: 'Archived',
		name: 'archived',
		type: 'boolean',
		default: true,
		description: 'Whether the deal is archived',
	},
	{
		displayName: 'Assignee Name or ID',
		name: 'assigneeId',
		...choice({ loadOptionsMethod: 'getAssignees' }),
		description: `Who to assign the deal to; a name, an email, or none to unassign it also works. ${CHOOSE}.`,
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		description:
			'Text to add to the description, or to replace it with if Description Mode is Replace. For many leads, the description is the only place with name and address of the customer.',
	},
	{
		displayName: 'Description Mode',
		name: 'descriptionMode',
		type: 'options',
		options: [
			{
				name: 'Append',
				value: 'append',
				description: 'Add a line at the end, unless it already ends with that line',
			},
			{
				name: 'Replace',
				value: 'replace',
				description: 'Replace the whole description. An empty one clears it.',
			},
		],
		default: 'append',
		description: 'What to do with the description that the deal has',
	},
	{
		displayName: 'Status Name or ID',
		name: 'statusId',
		...choice({ ...statusesOfDeal, loadOptionsMethod: 'getTargetStatuses' }),
		description: `The status to move the deal to, of the pipeline that it is in; a name also works. ${CHOOSE}.`,
	},
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		description: 'The new title of the deal',
	},
] as const satisfies readonly Property[];

const options = [
	{ ...dryRun, description: 'Whether to check the update without sending it' },
	{
		displayName: 'Expected Title',
		name: 'onlyIfTitle',
		type: 'string',
		typeOptions: { needsValue: true },
		default: '',
		description:
			'Update the deal only if this is its title; otherwise it is skipped. Upper and lower case do not matter. Protects against a wrong ID.',
		builderHint: {
			propertyHint:
				'As a tool, set it to $fromAI, so that a person who approves the update sees the title and a wrong ID changes nothing.',
		},
	},
	{
		displayName: 'Only If Status Is Names or IDs',
		name: 'onlyIfStatusIds',
		type: 'multiOptions',
		typeOptions: { ...statusesOfDeal, needsValue: true },
		allowArbitraryValues: true,
		default: [],
		description:
			'Update the deal only if it is in one of these statuses; otherwise it is skipped. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Put Back (JSON)',
		name: 'restore',
		type: 'json',
		default: '',
		placeholder: 'e.g. {{ $json.before }}',
		description:
			"Takes back an earlier update, in place of Update Fields: enter 'before' of the item that it returned",
	},
] as const satisfies readonly Property[];

export const updateProperties = [
	{
		displayName: 'A move may start automations in your Sales CRM, such as an email to the customer',
		name: 'updateWarning',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Deal',
		name: 'dealId',
		description: 'The deal to update',
		...listOrId('searchDeals'),
	},
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		description: 'What to change. What is left out stays as it is.',
		builderHint: {
			propertyHint:
				"statusId is the label or ID of a status of the deal's own pipeline, assigneeId the name, email or ID of a user, or none; a description is added at the end unless descriptionMode is replace. Let a person approve a move before it is made, and set the option onlyIfTitle. The output's before undoes it as the option restore.",
		},
		options: updateFields,
	},
	optionsOf(options),
] as const satisfies readonly Property[];
