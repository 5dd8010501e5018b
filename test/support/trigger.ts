import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IWebhookData,
	IWebhookResponseData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import { stage, type StageOptions } from './engine';
import { TRIGGER } from './workflow';

/** Runs the trigger in n8n-core's own contexts, against the sandbox. */

interface HookOptions extends StageOptions {
	activation?: WorkflowActivateMode;
	/** "Listen for test event" in place of an active workflow. */
	isTest?: boolean;
}

/** For the trigger's `webhookMethods`. `saved()` is the static data as n8n would now store it. */
export function hookContext(options: HookOptions = {}) {
	const { workflow, node, additionalData, store } = stage(TRIGGER, options);
	keepApart(workflow, options);
	const [webhookDescription] = new SalesCrmTrigger().description.webhooks!;
	const webhookData = { isTest: options.isTest ?? false, webhookDescription } as IWebhookData;
	const mode = options.isTest ? 'manual' : 'trigger';
	const activation = options.activation ?? (options.isTest ? 'manual' : 'activate');
	const context = new HookContext(workflow, node, additionalData, mode, activation, webhookData);
	const saved = () => JSON.parse(JSON.stringify(staticDataOf(workflow))) as IDataObject;
	return { context, workflow, store, saved };
}

/** The test URL has static data of its own, which lives as long as n8n listens (`test-webhooks.ts`). */
function keepApart(workflow: Workflow, { isTest, staticData = {} }: HookOptions): void {
	if (isTest) workflow.setTestStaticData(staticData);
}

const staticDataOf = (workflow: Workflow) => workflow.testStaticData ?? workflow.staticData;

export interface Delivery extends StageOptions {
	headers?: Record<string, string>;
	body: unknown;
	isTest?: boolean;
}

/** What the trigger wrote to the caller by itself, and what it handed to the workflow. */
export interface Received {
	result: IWebhookResponseData;
	/** Set when the node answered by itself. */
	answer: { status: number; body?: unknown } | undefined;
}

export function webhookContext(options: Delivery) {
	const { workflow, node, additionalData } = stage(TRIGGER, options);
	keepApart(workflow, options);
	const [webhookDescription] = new SalesCrmTrigger().description.webhooks!;
	const written: { status: number; body?: unknown; ended: boolean } = { status: 200, ended: false };
	const end = (body?: unknown) => {
		Object.assign(written, { body: body ?? written.body, ended: true });
		return response;
	};
	const response = {
		headersSent: false,
		status: (status: number) => Object.assign(response, { _: (written.status = status) }),
		setHeader: () => response,
		set: () => response,
		type: () => response,
		json: end,
		send: end,
		end,
	};
	const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
	const lowerCase = Object.entries({ 'content-type': 'application/json', ...options.headers }).map(
		([k, v]) => [k.toLowerCase(), v],
	);
	Object.assign(additionalData, {
		httpRequest: {
			method: 'POST',
			body: options.body,
			rawBody: Buffer.from(body ?? ''),
			headers: Object.fromEntries(lowerCase),
			params: {},
			query: {},
		},
		httpResponse: response,
	});
	const webhookData = { isTest: options.isTest ?? false, webhookDescription } as IWebhookData;
	const mode = options.isTest ? 'manual' : 'trigger';
	const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
	return { context, written };
}

/** Delivers a call to the trigger. */
export async function receive(options: Delivery): Promise<Received> {
	const { context, written } = webhookContext(options);
	const result = await new SalesCrmTrigger().webhook.call(context);
	return { result, answer: written.ended ? written : undefined };
}
