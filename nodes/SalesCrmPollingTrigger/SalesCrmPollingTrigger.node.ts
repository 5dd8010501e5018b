import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
	type NodeHint,
} from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../methods/credentialTests';
import { loadOptions } from '../methods/loadOptions';
import { credentials, POLL_EVENTS, subtitleOf } from '../descriptions/triggerFields';
import { poll } from './poll';
import { properties } from './properties';

const exampleHint = (start: string, words: string): NodeHint => ({
	message: `A test returns examples of events. ${words}`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition: `={{ $parameter["start"] === "${start}" }}`,
});

export class SalesCrmPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM Polling Trigger',
		name: 'salesCrmPollingTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(POLL_EVENTS),
		description: 'Starts on new, won or stuck deals, contacts, quotations and invoices',
		eventTriggerDescription: '',
		activationMessage:
			'From now on, new events in your Sales CRM start this workflow, at the poll times you chose.',
		defaults: { name: 'Sales CRM Polling Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Starts the workflow, on a schedule, for deals that are moved, new, assigned, won or lost, or stuck, for new leads, for new or updated contacts of an audience and quotations, and for invoices and contracts whose status changed; the Sales CRM need not reach n8n. In its items triggeredBy says which it was. It polls on its own (add no Schedule Trigger and no Remove Duplicates); to start at once use the Sales CRM Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrm',
					relationHint:
						'Gets the deal by dealId with its history, downloads the quotation by its id, creates or finds contacts',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmTrigger',
					relationHint:
						'Use it if an event must start the workflow at once, also a completed form or a signed document; its items have the same keys',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		// A poll cannot add hints itself.
		hints: [
			exampleHint('onlyNew', 'Only those that happen after publishing start the workflow.'),
			exampleHint('everything', 'On first publishing, existing ones also start the workflow.'),
		],
		credentials,
		properties,
	};

	methods = { credentialTest: { testApiToken, testServiceAccount }, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
