import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testApiToken, testServiceAccount } from '../editor/credentialTests';
import { loadOptions } from '../editor/loadOptions';
import { toNodeError } from '../service/nodeError';
import { receive } from './delivery';
import { properties } from './properties';
import { isRegistered, register, unregister } from './subscription';

export class SalesCrmTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM Trigger',
		name: 'salesCrmTrigger',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description: 'Starts the workflow when a deal changes status in a Sales CRM',
		defaults: { name: 'Sales CRM Trigger' },
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
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties,
	};

	methods = { credentialTest: { testApiToken, testServiceAccount }, loadOptions };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await inNodeWords(this, isRegistered);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await inNodeWords(this, register);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await inNodeWords(this, unregister);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}

async function inNodeWords<T>(
	context: IHookFunctions,
	step: (context: IHookFunctions) => Promise<T>,
): Promise<T> {
	try {
		return await step(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}
