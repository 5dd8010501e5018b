import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { passes, rawOutput, readEvent, simpleOutput } from '../deals/dealEvent';
import { isObject } from '../utils/json';
import { jsonOf } from './body';
import { namesOf } from './names';
import { recordEvent, verifySecret } from './secret';
import { wantedEvents } from './settings';

/** One call of the service: checked, filtered, named and shaped, or answered and forgotten. */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await verifySecret(context))) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	// Not what n8n made of the body: that depends on the content type, and may be nothing.
	const received = await jsonOf(context.getRequestObject());
	if (isPing(received)) return { webhookResponse: { received: true, started: false } };
	const event = readEvent(received);
	if (!event) return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	recordEvent(context);

	if (
		!wantedEvents(context).includes(event.eventName) ||
		!passes(event, context.getNodeParameter('filters', {}))
	) {
		return { webhookResponse: { received: true, started: false } };
	}

	const names = context.getNodeParameter('resolveNames', true)
		? await namesOf(context, event)
		: undefined;
	const json = context.getNodeParameter('simplify', true)
		? simpleOutput(event, names)
		: rawOutput(received as IDataObject, names);
	return {
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

/** A service may try an address out before it calls it, such as with `{}` or `{"type":"ping"}`. */
const isPing = (body: unknown): boolean =>
	isObject(body) && body.eventName === undefined && body.payload === undefined;

/** Answers by ourselves: n8n would say 200, and a throw would leave a failed execution. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ received: false, message }).end();
	return { noWebhookResponse: true };
}
