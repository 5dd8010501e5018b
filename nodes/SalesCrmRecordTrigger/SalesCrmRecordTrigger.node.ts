import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../methods/credentialTests';
import { pollRecords } from './poll';
import { properties } from './properties';

export class SalesCrmRecordTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM Record Trigger',
		name: 'salesCrmRecordTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["record"] === "contact" ? "New Contact" : $parameter["event"] === "createdOrUpdated" ? "New or Changed Quotation" : "New Quotation" }}',
		description:
			'Lists the contacts of an audience, or the quotations of a Sales CRM, on a schedule and starts the workflow for each new one, and for each quotation that changed',
		eventTriggerDescription: '',
		activationMessage:
			'From now on, each new record starts this workflow, at the poll times you chose.',
		defaults: { name: 'Sales CRM Record Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Starts the workflow, on a schedule, for each new contact of one audience, each new quotation, and each changed one; changed or deleted contacts are not told. It polls by itself: add no Schedule Trigger and no Remove Duplicates. For deals take the Sales CRM Trigger or the History Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrm',
					relationHint:
						'Gets or downloads the new quotation by its id, and lists or finds contacts',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmTrigger',
					relationHint: 'Instead of it for a deal that moves, told at once',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmHistoryTrigger',
					relationHint: 'Instead of it for new, stuck or reassigned deals',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		hints: [
			{
				// Nothing that a poll could say beside its items reaches the editor.
				message:
					'Records are told apart by their ID. Where none of the fields is one (its name ends in id, uuid, key or guid), they are told by their content, and one that changed comes as new.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'afterExecution',
			},
		],
		credentials: [
			{
				name: 'salesCrmApi',
				required: true,
				testedBy: 'testApiToken',
				displayOptions: { show: { authentication: ['apiToken'] } },
			},
			{
				name: 'salesCrmOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
			{
				name: 'salesCrmServiceAccountApi',
				required: true,
				testedBy: 'testServiceAccount',
				displayOptions: { show: { authentication: ['serviceAccount'] } },
			},
		],
		properties,
	};

	methods = { credentialTest: { testApiToken, testServiceAccount } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollRecords(this);
	}
}
