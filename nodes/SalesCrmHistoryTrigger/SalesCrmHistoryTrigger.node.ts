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
		builderHint: {
			searchHint:
				'Starts the workflow, on a schedule, for deals that are new, stuck for some days, reassigned or moved; it needs no address that the service can reach. Each item is one change, with dealId, summary, status, previousStatus, assignee and triggeredBy. It polls by itself, without a Schedule Trigger; a move is told at once by the Sales CRM Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrm',
					relationHint:
						'Gets the deal of the change with its history by dealId, and creates or finds contacts',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmTrigger',
					relationHint:
						'Instead of it where a move to another status is to be told at once; same keys in its items',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmRecordTrigger',
					relationHint: 'Instead of it for new contacts and new or changed quotations',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="Deals that are stuck for two weeks, looked for each morning">
const stuckDeals = trigger({
  type: 'n8n-nodes-sales-crm.salesCrmHistoryTrigger',
  version: 1,
  config: {
    name: 'Stuck deals',
    parameters: {
      pollTimes: { item: [{ mode: 'everyDay', hour: 8, minute: 0 }] },
      changes: ['dealStuck'],
      daysInStatus: 14
    }
  }
});
</pattern>
</patterns>`,
				},
			],
		},
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
