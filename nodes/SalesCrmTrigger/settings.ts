import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { STATUS_CHANGE_EVENT } from '../api/types';
import { connect } from '../auth/authenticator';
import { readFilters } from '../deals/filters';
import { forProfile, type RetryOptions } from '../transport/connection';
import type { Scheme } from '../transport/credential';
import { withoutInvisible } from '../utils/text';
import { toJsonObject, toList, toSwitch } from '../utils/values';

/** What a person set in the trigger, as its lifecycle and its calls read it. An expression may give anything. */

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The service with the sign-in and profile chosen in the trigger. */
export async function triggerConnection(context: TriggerContext, retry: RetryOptions) {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	return forProfile(await connect(context, scheme, retry), optionsOf(context).companyProfileId);
}

/** @throws UserError naming the parameter that cannot be read. */
export function readSettings(context: TriggerContext) {
	const { additionalEvents, subscriptionName } = optionsOf(context);
	// The one that is offered may be given by its label.
	const chosen = toList(context.getNodeParameter('events', []), 'Trigger On').map((one) =>
		/^deal status changed$/i.test(one) ? STATUS_CHANGE_EVENT : one,
	);
	return {
		/** Names of the events to be called for, each once. */
		events: [...new Set([...chosen, ...toList(additionalEvents, 'Additional Events')])],
		filters: readFilters(context.getNodeParameter('filters', {})),
		simplify: toSwitch(context.getNodeParameter('simplify', true), 'Simplify'),
		/** Empty where the workflow's name will do. */
		webhookName: withoutInvisible(subscriptionName),
	};
}

const optionsOf = (context: TriggerContext) =>
	toJsonObject(context.getNodeParameter('options', {}), 'Options');

/**
 * Tells the address of this trigger from all others of this n8n. Not the address itself: processes that serve
 * webhooks may have another `WEBHOOK_URL`.
 */
export function endpointOf(context: TriggerContext): string {
	const { webhookId, name } = context.getNode();
	const kind = isTest(context) ? 'test' : 'production';
	return JSON.stringify([kind, context.getWorkflow().id, webhookId ?? name]);
}

/** n8n ends tests in the mode `internal`, as of a workflow that is not active (n8n, `test-webhooks`). */
export function isTest(context: TriggerContext): boolean {
	const mode = context.getMode();
	return mode === 'manual' || (mode === 'internal' && !context.getWorkflow().active);
}
