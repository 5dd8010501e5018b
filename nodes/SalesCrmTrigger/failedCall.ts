import type { IExecuteFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { type CrmEvent, recordIdOf } from '../api/events';
import { toNodeError } from '../transport/errors';
import { throttledWarning } from '../transport/hints';
import { UserError, wholeError } from '../utils/userError';

/** The key of an item under which `webhook` passes on to `execute` why its call could not be handled. */
const FAILURE = 'callFailure';

/** Answers the call itself: what `webhook` returns, n8n would answer with 200. */
export function refuse(
	context: IWebhookFunctions,
	status: number,
	message: string,
	reason = message,
): IWebhookResponseData {
	throttledWarning(context, `a call was refused (${status})`, reason);
	context.getResponseObject().status(status).json({ received: false, message }).end();
	return { noWebhookResponse: true };
}

/**
 * Answers 503, because the service may send the event again, and starts an execution that fails, because it may not.
 * Throwing in `webhook` would leave a failed execution too, but then n8n answers the call (n8n, `webhook-helpers`).
 */
export function failCall(
	context: IWebhookFunctions,
	events: readonly CrmEvent[],
	reason: UserError,
): IWebhookResponseData {
	const answer = 'The event cannot be handled at the moment. Try again later.';
	const message = `${eventWords(events)} started nothing: ${reason.message}`;
	const description = `${reason.description} The Sales CRM was asked to send it again (503); if it does not, the event is in the input of this node.`;
	const failure = { message, description };
	const items = events.map(({ body }) => ({ json: body, [FAILURE]: failure }));
	return { ...refuse(context, 503, answer, wholeError(reason)), workflowData: [items] };
}

/** @throws NodeError in an execution that {@link failCall} started. */
export function checkCall(context: IExecuteFunctions): void {
	const failure = context.getInputData()[0]?.[FAILURE] as UserError | undefined;
	if (!failure) return;
	throw toNodeError(context.getNode(), new UserError(failure.message, failure.description));
}

/** Such as `CRM_BACKLOG_ITEM_CREATED of 0c0f…, 2026-03-01T08:30:00.000Z, and 2 more`. */
function eventWords([event, ...others]: readonly CrmEvent[]): string {
	const { name, occurredAt } = event;
	const id = recordIdOf(event);
	const about = id ? `${name} of ${id}` : name;
	return [about, occurredAt, others.length > 0 && `and ${others.length} more`]
		.filter(Boolean)
		.join(', ');
}
