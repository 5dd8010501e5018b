import type { IWebhookFunctions } from 'n8n-workflow';

import { withProfile } from '../api/profiles';
import { forProfile } from '../transport/connection';
import { endpointOf, type readSettings, triggerConnection } from './settings';
import type { Subscriber } from './state';

/** One genuine call of the webhook. */
export interface WebhookCall {
	context: IWebhookFunctions;
	/** Who registered its webhook. */
	subscriber: Subscriber;
	settings: ReturnType<typeof readSettings>;
}

/** A request of a call waits ten seconds at most. Its first half is enough for most services, the rest for a second try. */
const RETRY = { maxAttempts: 2, timeoutMs: 5_000 };

/**
 * Reading the credential costs more than the rest of a call, so connect only before a request.
 * @param eventProfileId Counts if neither node nor credential name a profile, nor was one found.
 * @throws UserError
 */
export async function connectFor(
	{ context, subscriber }: WebhookCall,
	eventProfileId: string | null,
	retry = RETRY,
) {
	const connection = await triggerConnection(context, retry);
	const { profileId = subscriber.profileId ?? eventProfileId } = connection;
	return await withProfile(forProfile(connection, profileId));
}

/** What is looked up for one account and profile. An account has another mark at each endpoint. */
export const accountAndProfile = (
	{ context, subscriber }: WebhookCall,
	eventProfileId: string | null,
): string =>
	JSON.stringify([endpointOf(context), subscriber.account, subscriber.profileId ?? eventProfileId]);
