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
import { checkCall } from './failedCall';
import { properties } from './properties';
import { isRegistered, register, unregister } from './registration';

export class SalesCrmTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM Trigger',
		name: 'salesCrmTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		// n8n evaluates an expression in a runtime of its own at each call of a version 1 (n8n, `webhook-helpers`).
		version: 1.1,
		subtitle: subtitleOf(EVENTS),
		// The list of nodes shows this text for the whole app, the action node included.
		description: 'Contacts, deals and quotations of a Sales CRM. More triggers: Sales CRM Polling.',
		// On the canvas and in the setup panel of n8n 2.41, in place of "Go to Sales CRM and create an event".
		eventTriggerDescription:
			'Go to your Sales CRM and make the event happen, such as moving a deal',
		activationMessage:
			'A webhook was created in your Sales CRM: from now on, its events start this workflow.',
		triggerPanel: {
			header: 'Make the event happen in your Sales CRM to see it here',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click "Execute step", then make the event happen in your Sales CRM, such as moving a deal. The test has a webhook of its own; a published workflow is not disturbed.<br /><br /><b>Once it works</b>, publish the workflow (n8n 1: activate it): then the events that you chose start it.',
				active:
					'<b>While building your workflow</b>, click "Execute step", then make the event happen in your Sales CRM, such as moving a deal. The test has a webhook of its own; the published workflow also receives the event.<br /><br /><b>Your workflow is published</b>: the events that you chose start it, also while you test. Those runs are in the list of executions.',
			},
			activationHint:
				'Once you have finished building your workflow, publish it (n8n 1: activate it): then the events that you chose start it.',
		},
		defaults: { name: 'Sales CRM Trigger' },
		builderHint: {
			searchHint:
				'Starts the workflow at once when a deal or lead is created, moved, assigned, won or lost, or a contact, quotation, invoice, contract or form changes, if the Sales CRM can reach this n8n. It registers and removes its webhook itself: add no Webhook node and no Webhook operation. For stuck deals use the Polling Trigger.',
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
				// If this is left out, n8n answers the text "firstEntryJson" instead of what we return (n8n, `webhook-helpers`).
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
	 * Does nothing, but must exist: when n8n 2 starts, it calls `checkExists` only for nodes that have this function (2.41,
	 * `workflow-publication-applier`). Without it a webhook that the service lost would never be created again.
	 */
	async trigger(): Promise<ITriggerResponse> {
		return {};
	}

	/** Passes on the items of `webhook` except repeated events, or fails for its reason. Without it n8n would wait for `trigger` in a test run. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		checkCall(this);
		return [await withoutRepeats(this)];
	}
}

const failed = (context: IHookFunctions) => (reason: unknown) => {
	throw activationError(context.getNode(), reason);
};
