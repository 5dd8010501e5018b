import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../methods/credentialTests';
import { loadOptions } from '../methods/loadOptions';
import { EVENTS } from '../api/eventKinds';
import { credentials, subtitleOf } from '../descriptions/triggerFields';
import { activationError } from '../transport/errors';
import { withoutRepeats } from './eachEventOnce';
import { handleDelivery } from './delivery';
import { properties } from './properties';
import { isRegistered, register, unregister } from './registration';

export class SalesCrmTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM Trigger',
		name: 'salesCrmTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		// For version 1, and for it alone, n8n works out an expression at each call, in a runtime of its own (n8n, `webhook-helpers`).
		version: 1.1,
		subtitle: subtitleOf(EVENTS),
		// The list of nodes shows it for the action node, too: they stand there as one app.
		description: 'Contacts, deals and quotations of a Sales CRM. More triggers: Sales CRM Polling.',
		eventTriggerDescription:
			'Do in your Sales CRM what is to start this workflow, such as moving a deal',
		activationMessage:
			'A webhook was created in your Sales CRM: from now on, its events start this workflow.',
		triggerPanel: {
			header: 'Make the event happen in your Sales CRM to see it here',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click "Execute step", then make the event happen in your Sales CRM, such as moving a deal. The test has a webhook of its own; a published workflow is not disturbed.<br /><br /><b>Once it works</b>, publish the workflow (n8n 1: activate it): then every event that passes the filters starts it.',
				active:
					'<b>While building your workflow</b>, click "Execute step", then make the event happen in your Sales CRM, such as moving a deal. The test has a webhook of its own; the published workflow also receives the event.<br /><br /><b>Your workflow is published</b>: every event that passes the filters starts it, also while you test. Those runs are in the list of executions.',
			},
			activationHint:
				'Once you have finished building your workflow, publish it (n8n 1: activate it): then every event that passes the filters starts it.',
		},
		defaults: { name: 'Sales CRM Trigger' },
		builderHint: {
			searchHint:
				'Starts the workflow at once when a deal or lead is created, moved, assigned, won or lost, or a contact, quotation, invoice or form changes, if the Sales CRM can reach this n8n. It registers and removes its webhook itself: add no Webhook node and no Webhook operation. For stuck deals use the Polling Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrm',
					relationHint:
						'Gets the deal of the event with its history by dealId, and creates or finds contacts',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmPollingTrigger',
					relationHint:
						'Use it for stuck deals, for what happened while n8n was off, or if the Sales CRM cannot reach n8n; its items have the same keys',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Left out, n8n answers the literal text "firstEntryJson" (n8n, `webhook-helpers`); empty, the answer is ours.
				responseData: '',
				path: 'webhook',
			},
		],
		properties,
	};

	methods = { credentialTest: { testApiToken, testServiceAccount }, loadOptions };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this).catch(failed(this));
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this).catch(failed(this));
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this).catch(failed(this));
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleDelivery(this);
	}

	/**
	 * Does nothing; being here is the point. At its start n8n 2 asks nothing of a node that has only webhooks, so one that
	 * was deleted at the service, or whose secret was lost in a crash, would stay so for ever. Nodes with this function it
	 * starts anew, `checkExists` included (n8n 2.41, `workflow-publication-applier`).
	 */
	async trigger(): Promise<ITriggerResponse> {
		return {};
	}

	/**
	 * Passes on what `webhook` gave, but for events that come again; an empty output runs no further node. In a test run
	 * n8n would otherwise wait for `trigger` to emit.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await withoutRepeats(this)];
	}
}

const failed = (context: IHookFunctions) => (reason: unknown) => {
	throw activationError(context.getNode(), reason);
};
