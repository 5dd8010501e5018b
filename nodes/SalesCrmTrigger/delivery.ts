import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isGenuine, isJson } from './deliveryCheck';
import { readEvent } from '../deals/event';
import { passes, type TriggerFilters } from '../deals/eventFilters';
import { namesOf } from './names';
import { rawOutput, simpleOutput } from '../deals/eventOutput';
import { wantedEvents } from './settings';
import { stateOf } from './state';

/** One call of the service: checked, filtered, named and shaped, or answered and forgotten. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData();
	if (!isGenuine(headers, stateOf(context).secret)) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	if (!isJson(headers)) {
		return refuse(context, 415, 'The body must be JSON, with the content type application/json.');
	}
	const event = readEvent(context.getBodyData());
	if (!event) return refuse(context, 400, 'The body is not an event of the Sales CRM.');

	const filters = context.getNodeParameter('filters', {}) as TriggerFilters;
	if (!wantedEvents(context).includes(event.eventName) || !passes(event, filters)) {
		return { webhookResponse: { received: true, started: false } };
	}

	const names = context.getNodeParameter('resolveNames', true)
		? await namesOf(context, event)
		: undefined;
	const simplify = context.getNodeParameter('simplify', true);
	const json: IDataObject = simplify ? simpleOutput(event, names) : rawOutput(event, names);
	return {
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

/** Answers by ourselves: n8n would say 200, and a throw would leave a failed execution. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ received: false, message }).end();
	return { noWebhookResponse: true };
}
