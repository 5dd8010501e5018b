import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../auth/authenticator';
import {
	type Connection,
	forProfile,
	type RetryOptions,
	type Scheme,
} from '../transport/connection';
import { isObject } from '../utils/json';
import { toList } from '../utils/values';

/** What a person set in the trigger, as its lifecycle and its calls read it. An expression may give anything. */

type Context = IHookFunctions | IWebhookFunctions;

/** The service with the sign-in and profile chosen in the trigger. */
export async function triggerConnection(
	context: Context,
	retry: RetryOptions,
): Promise<Connection> {
	const connection = await connect(context, chosenScheme(context), retry);
	return forProfile(connection, triggerOptions(context).companyProfileId);
}

export const chosenScheme = (context: Context): Scheme =>
	context.getNodeParameter('authentication', 'apiToken') as Scheme;

/** Names of the events to be called for, each once. */
export function wantedEvents(context: Context): string[] {
	const chosen = toList(context.getNodeParameter('events', []), 'Events');
	return [
		...new Set([
			...chosen,
			...toList(triggerOptions(context).additionalEvents, 'Additional Events'),
		]),
	];
}

export function triggerOptions(context: Context): IDataObject {
	const options = context.getNodeParameter('options', {});
	return isObject(options) ? options : {};
}
