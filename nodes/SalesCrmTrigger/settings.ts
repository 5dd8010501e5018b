import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	type Connection,
	forProfile,
	type RetryOptions,
	type Scheme,
} from '../transport/connection';
import { connect } from '../auth/authenticator';
import { isObject } from '../utils/json';
import { toList } from '../utils/lists';
import { textOf } from '../utils/text';

type Context = IHookFunctions | IWebhookFunctions;

/** n8n itself repeats an activation or deactivation that failed: no need to be very patient. */
const LIFECYCLE_RETRY: RetryOptions = { maxAttempts: 3, timeoutMs: 20_000 };

/** The service with the sign-in and profile chosen in the trigger. */
export async function triggerConnection(
	context: Context,
	retry: RetryOptions = LIFECYCLE_RETRY,
): Promise<Connection> {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	const connection = await connect(context, scheme, retry);
	return forProfile(connection, chosenProfile(context));
}

/** Names of the events to be called for, each once. */
export function wantedEvents(context: Context): string[] {
	const chosen = toList(context.getNodeParameter('events', []));
	return [...new Set([...chosen, ...toList(optionsOf(context).additionalEvents)])];
}

/** The profile that the trigger names; blank for the credential's. */
export const chosenProfile = (context: Context): unknown => optionsOf(context).companyProfileId;

/** The name that a person chose for the webhook; empty when it is left to us. */
export const chosenName = (context: Context): string =>
	textOf(optionsOf(context).subscriptionName).trim();

function optionsOf(context: Context): IDataObject {
	const options = context.getNodeParameter('options', {});
	return isObject(options) ? options : {};
}
