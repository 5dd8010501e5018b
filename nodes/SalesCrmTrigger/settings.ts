import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { STATUS_CHANGE_EVENT } from '../api/types';
import { connect } from '../auth/authenticator';
import { type ChangeFilters, readFilters } from '../deals/filters';
import { type Connection, forProfile, type RetryOptions } from '../transport/connection';
import type { Scheme } from '../transport/credential';
import { toList, toSwitch, isObject } from '../utils/values';

/** What a person set in the trigger, as its lifecycle and its calls read it. An expression may give anything. */

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The service with the sign-in and profile chosen in the trigger. */
export async function triggerConnection(
	context: TriggerContext,
	retry: RetryOptions,
): Promise<Connection> {
	const connection = await connect(context, chosenScheme(context), retry);
	return forProfile(connection, triggerOptions(context).companyProfileId);
}

export const chosenScheme = (context: TriggerContext): Scheme =>
	context.getNodeParameter('authentication', 'apiToken') as Scheme;

/** Names of the events to be called for, each once; the one that is offered may be given by its label. */
export function wantedEvents(context: TriggerContext): string[] {
	const { additionalEvents } = triggerOptions(context);
	const chosen = toList(context.getNodeParameter('events', []), 'Trigger On');
	const named = chosen.map((one) =>
		/^deal status changed$/i.test(one) ? STATUS_CHANGE_EVENT : one,
	);
	return [...new Set([...named, ...toList(additionalEvents, 'Additional Events')])];
}

export function triggerOptions(context: TriggerContext): IDataObject {
	const options = context.getNodeParameter('options', {});
	return isObject(options) ? options : {};
}

export const triggerFilters = (context: TriggerContext): ChangeFilters =>
	readFilters(context.getNodeParameter('filters', {}));

export const isSimplified = (context: TriggerContext): boolean =>
	toSwitch(context.getNodeParameter('simplify', true), 'Simplify');

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
