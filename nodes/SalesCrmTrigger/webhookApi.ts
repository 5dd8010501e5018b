import {
	listSubscriptions,
	subscribe,
	subscriptionId,
	subscriptionUrl,
	unsubscribe,
} from '../api/webhooks';
import type { NewSubscription } from '../api/types';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { UserError } from '../utils/userError';

/** The webhooks at the service, as far as the trigger has to do with them. */

/** One that the service lists; `url` where the service shows addresses. */
export interface RemoteWebhook {
	id: string;
	url: string | undefined;
}

export async function listWebhooks(connection: Connection): Promise<RemoteWebhook[]> {
	const entries = await listSubscriptions(connection);
	return entries.flatMap((entry) => {
		const id = subscriptionId(entry);
		return id === undefined ? [] : [{ id, url: subscriptionUrl(entry) }];
	});
}

/** Whether the list shows a webhook at this address; where addresses are not shown, its id is enough. */
export const shows = (listed: RemoteWebhook[], id: string, address: string): boolean =>
	listed.some((one) => one.id === id && (one.url === undefined || one.url === address));

/** Registers a webhook and gives its id. @throws UserError when the answer holds no id. */
export async function addWebhook(
	connection: Connection,
	webhook: NewSubscription,
): Promise<string> {
	const id = subscriptionId(await subscribe(connection, webhook));
	if (id !== undefined) return id;
	throw new UserError(
		'Could not register the webhook: the service answered without an ID; it may have been carried out',
		'Without an ID the trigger cannot remove it. Look for it in your Sales CRM, and remove it there.',
	);
}

/**
 * Removes a webhook; one that is gone already is a success. Only the service itself can say so, in data: a page may
 * come from anything in front of it.
 * @throws ServiceError when it may still be there.
 */
export async function removeWebhook(connection: Connection, id: string): Promise<void> {
	await unsubscribe(connection, id).catch((error: unknown) => {
		if (!(error instanceof ServiceError && error.isNotFound)) throw error;
	});
}
