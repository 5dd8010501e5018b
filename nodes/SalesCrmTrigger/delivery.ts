import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isGenuine } from './deliveryCheck';
import { readEvent } from './event';
import { passes, type TriggerFilters } from './filters';
import { namesOf } from './names';
import { rawOutput, simpleOutput } from './output';
import { wantedEvents } from './settings';
import { stateOf } from './state';

/** One call of the service: checked, filtered, named and shaped, or answered and forgotten. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!isGenuine(context.getHeaderData(), stateOf(context).secret)) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
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
		// Without words of our own n8n would answer the literal text "firstEntryJson".
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

/** Answers by ourselves: n8n would say 200, and a throw would leave a failed execution. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ received: false, message }).end();
	return { noWebhookResponse: true };
}
