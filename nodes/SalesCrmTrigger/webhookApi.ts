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

/**
 * The webhooks at the service, as far as the trigger has to do with them. The list decides where an answer does not:
 *
 * 1. One was added, though the answer was lost or holds no id: at our address the list shows one that was not there.
 * 2. One is gone where the account that registered it is told so in data (404), or is shown it no more: a 404 may come
 *    from something in front of the service, and 403 or 500 may be all that it has to say of an unknown id.
 */

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

/** The same; undefined, with a word in the log, when the service cannot be asked. */
export const listWebhooksIfPossible = async (
	connection: Connection,
): Promise<RemoteWebhook[] | undefined> =>
	await listWebhooks(connection).catch((error) => {
		const { logger } = connection.context;
		logger.warn(`Sales CRM Trigger: the webhooks could not be listed: ${error.message}`);
		return undefined;
	});

/** Whether the list shows a webhook at this address; where addresses are not shown, its id is enough. */
export const shows = (listed: RemoteWebhook[], id: string, address: string): boolean =>
	listed.some((one) => one.id === id && (one.url === undefined || one.url === address));

/**
 * Registers a webhook and gives its id (rule 1).
 * @param before The list before; undefined when the service could not be asked.
 * @throws ServiceError when the service refused, or when nobody can tell whether it did.
 * @throws UserError when it registered something that it gives no id of.
 */
export async function addWebhook(
	connection: Connection,
	webhook: NewSubscription,
	before: RemoteWebhook[] | undefined,
): Promise<string> {
	let lost: ServiceError | undefined;
	const answered = await subscribe(connection, webhook).then(subscriptionId, (error) => {
		if (!(error instanceof ServiceError) || !error.mayHaveHappened) throw error;
		lost = error;
		return undefined;
	});
	if (answered !== undefined) return answered;
	const added = await idOfAdded(connection, webhook.url, before);
	if (added !== undefined) return added;
	throw (
		lost ??
		new UserError(
			'Could not register the webhook: the service answered without an ID; it may have been carried out',
			'Without an ID the trigger cannot remove it. Look for it in your Sales CRM, and remove it there.',
		)
	);
}

/** Of a webhook at our address that was not there before. */
export async function idOfAdded(
	connection: Connection,
	address: string,
	before: RemoteWebhook[] | undefined,
): Promise<string | undefined> {
	if (before === undefined) return undefined;
	const known = before.map(({ id }) => id);
	const after = await listWebhooksIfPossible(connection);
	return after?.findLast(({ id, url }) => url === address && !known.includes(id))?.id;
}

/**
 * Removes a webhook, or finds that it is gone (rule 2).
 * @param isOwner Whether the account is the one which registered it: to another it would never be shown.
 * @throws ServiceError when it may still be there.
 */
export async function removeWebhook(
	connection: Connection,
	id: string,
	isOwner: boolean,
): Promise<void> {
	await unsubscribe(connection, id).catch(async (error: unknown) => {
		if (!isOwner || !(error instanceof ServiceError) || error.status === undefined) throw error;
		if (error.isNotFound) return;
		const listed = await listWebhooksIfPossible(connection);
		if (!listed || listed.some((one) => one.id === id)) throw error;
	});
}
