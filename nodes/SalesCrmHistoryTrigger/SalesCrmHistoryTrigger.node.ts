import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../methods/credentialTests';
import { loadOptions } from '../methods/loadOptions';
import { changesSubtitle } from '../descriptions/triggerFields';
import { poll } from './poll';
import { properties } from './properties';

export class SalesCrmHistoryTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM History Trigger',
		name: 'salesCrmHistoryTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: changesSubtitle,
		description:
			'Checks the deal history of a Sales CRM on a schedule and starts the workflow for each new change, each new deal and each deal that is stuck: no inbound address needed, nothing missed while n8n is off',
		eventTriggerDescription: '',
		activationMessage:
			'From now on, what is new in the deal history starts this workflow, at the poll times you chose.',
		defaults: { name: 'Sales CRM History Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
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

	methods = { credentialTest: { testApiToken, testServiceAccount }, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
