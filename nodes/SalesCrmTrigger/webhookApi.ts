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
import { isPlainRefusal } from '../transport/retryPolicy';
import { UserError } from '../utils/userError';

/**
 * The webhooks at the service, as far as the trigger has to do with them. The list decides where an answer does not:
 *
 * 1. One was added, though the answer was lost or holds no id: at our address the list shows one that was not there.
 * 2. One is gone, whatever its removal was answered: the list of the account that registered it shows it no more.
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
	if (added === undefined) throw lost ?? new UserError(...NO_ID);
	return added;
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

const NO_ID = [
	'Could not register the webhook: the answer holds no id of it; it may have been carried out',
	'Without an id it could never be removed again. Look for it in your Sales CRM, and remove it there.',
] as const;

/**
 * Removes a webhook. An answer other than a success tells little: a 404 may come from something in front of the
 * service, and 403 or 500 may be all that it has to say of an unknown id. Then rule 2 decides.
 * @param isOwner Whether the list is that of the account which registered it: another's would never show it.
 * @returns Whether it is gone. Else the service refused, and the list told nothing: it may still be there.
 * @throws ServiceError when it is still there, or when the service does not answer.
 */
export async function removeWebhook(
	connection: Connection,
	id: string,
	isOwner: boolean,
): Promise<boolean> {
	const refusal = await unsubscribe(connection, id).then(
		() => undefined,
		(error: unknown) => error,
	);
	if (refusal === undefined) return true;
	if (!(refusal instanceof ServiceError) || refusal.status === undefined) throw refusal;
	const listed = await listWebhooksIfPossible(connection);
	const isThere = listed?.some((one) => one.id === id);
	if (listed && isOwner && !isThere) return true;
	if (!isThere && isPlainRefusal(refusal.status) && !refusal.isPassing) return false;
	throw refusal;
}
