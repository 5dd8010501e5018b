import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../methods/credentialTests';
import { loadOptions } from '../methods/loadOptions';
import { authentication, optionsOf, simplify } from '../descriptions/fields';
import { changeFilters, credentials, eventsSubtitle } from '../descriptions/triggerFields';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { activationError } from '../transport/errors';
import { withoutRepeats } from './eachEventOnce';
import { handleDelivery } from './delivery';
import { isRegistered, register, unregister } from './registration';

export class SalesCrmTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM Trigger',
		name: 'salesCrmTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		// For version 1, and for it alone, n8n works out an expression at each call, in a runtime of its own (n8n, `webhook-helpers`).
		version: 1.1,
		subtitle: eventsSubtitle,
		// The list of nodes shows it for the action node, too: they stand there as one app.
		description: 'Contacts, deals and quotations of a Sales CRM. More triggers: Sales CRM Polling.',
		eventTriggerDescription: 'Move a deal to another status in your Sales CRM',
		activationMessage:
			'A webhook was created in your Sales CRM: from now on, status changes of deals start this workflow.',
		triggerPanel: {
			header: 'Move a deal in your Sales CRM to see it here',
			executionsHelp: {
				inactive:
					'<b>While building your workflow</b>, click "Execute step", then move a deal to another status in your Sales CRM. The test has a webhook of its own; a published workflow is not disturbed.<br /><br /><b>Once it works</b>, publish the workflow (n8n 1: activate it): then every status change that passes the filters starts it.',
				active:
					'<b>While building your workflow</b>, click "Execute step", then move a deal to another status in your Sales CRM. The test has a webhook of its own; the published workflow also receives the event.<br /><br /><b>Your workflow is published</b>: every status change that passes the filters starts it, also while you test. Those runs are in the list of executions.',
			},
			activationHint:
				'Once you have finished building your workflow, publish it (n8n 1: activate it): then every status change starts it.',
		},
		defaults: { name: 'Sales CRM Trigger' },
		builderHint: {
			searchHint:
				'Starts the workflow when the Sales CRM reports that a deal moved to another status, and for nothing else; it must be able to reach this n8n. It registers and removes its webhook itself: add no Webhook node and no Webhook operation. For new, stuck or reassigned deals, contacts and quotations use the Polling Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrm',
					relationHint:
						'Gets the deal of the event with its history by dealId, and creates or finds contacts',
				},
				{
					nodeType: 'n8n-nodes-sales-crm.salesCrmPollingTrigger',
					relationHint:
						'Use it for everything but a status change, or if the Sales CRM cannot reach n8n; its items of deals have the same keys',
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
		properties: [
			{
				displayName:
					'The Sales CRM must be able to reach this node\'s webhook URL. Otherwise use the "Sales CRM Polling Trigger", also for new, assigned or stuck deals, contacts and quotations.',
				name: 'inboundAddress',
				type: 'notice',
				default: '',
			},
			authentication,
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				default: [STATUS_CHANGE_EVENT],
				required: true,
				builderHint: {
					propertyHint:
						'Leave the default: the interface that this package was made from names no other event. For everything else use the Polling Trigger.',
				},
				options: [
					{
						name: 'Deal Status Changed',
						value: STATUS_CHANGE_EVENT,
						description: 'A deal was moved to another status, also across pipelines',
					},
				],
			},
			{
				...simplify,
				builderHint: {
					propertyHint:
						'Keep true: flat items with title, status, previousStatus, assignee, assigneeEmail, occurredAt, dealId, statusId and, by label, custom. With false they are the envelope of the service.',
				},
			},
			{ ...changeFilters, description: 'Only events that pass all filters start the workflow' },
			optionsOf([
				{
					displayName: 'Additional Events',
					name: 'additionalEvents',
					type: 'string',
					default: '',
					description: 'Names of other events of your Sales CRM, as a comma-separated list',
				},
				{
					displayName: 'Each Event Once',
					name: 'eachEventOnce',
					type: 'boolean',
					default: true,
					description:
						'Whether to ignore repeated events. Remembers about 2,000. Tests and retries are never ignored.',
				},
				{
					displayName: 'Webhook Name',
					name: 'subscriptionName',
					type: 'string',
					default: '',
					placeholder: 'e.g. n8n: name of the workflow',
					description:
						'Name of the webhook in your Sales CRM; a short code is added to keep it unique',
				},
			]) as unknown as INodeProperties,
		],
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
