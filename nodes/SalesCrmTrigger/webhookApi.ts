import {
	listSubscriptions,
	subscribe,
	subscriptionId,
	subscriptionUrl,
	unsubscribe,
} from '../api/webhooks';
import type { NewSubscription } from '../api/types';
import { isSameAddress } from '../transport/requestOptions';
import type { Connection } from '../transport/connection';
import { isPlainRefusal } from '../transport/retryPolicy';
import { ServiceError } from '../transport/errors';
import { UserError } from '../utils/userError';

/**
 * The webhooks at the service, as far as the trigger has to do with them. The list decides where an answer does not:
 *
 * 1. One was added, though the answer was lost or holds no id: at our address the list shows one more than before.
 * 2. One is gone, whatever its removal was answered: the list of the account that registered it shows it no more.
 */

/** One that the service lists; `url` where the service shows addresses. */
export interface RemoteWebhook {
	id: string;
	url: string | undefined;
}

/** Whether two ids are one: one part of the service may write them in another case. */
export const isSameId = (one: string, other: string): boolean =>
	one.toLowerCase() === other.toLowerCase();

export async function listWebhooks(connection: Connection): Promise<RemoteWebhook[]> {
	const entries = await listSubscriptions(connection);
	return entries.flatMap((entry) => {
		const id = subscriptionId(entry);
		return id === undefined ? [] : [{ id, url: subscriptionUrl(entry) }];
	});
}

/** The same; undefined, with a word in the log, when the service cannot be asked. */
export async function listWebhooksIfPossible(
	connection: Connection,
): Promise<RemoteWebhook[] | undefined> {
	try {
		return await listWebhooks(connection);
	} catch (error) {
		const { logger } = connection.context;
		logger.warn(`Sales CRM Trigger: the webhooks could not be listed: ${error.message}`);
		return undefined;
	}
}

/**
 * Registers a webhook and gives its id. One that rule 1 finds is ours, for it has our secret.
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
	const id = answered ?? (await idOfAdded(connection, webhook.url, before));
	if (id === undefined) throw lost ?? new UserError(...NO_ID);
	const { logger } = connection.context;
	if (lost) logger.info(`Sales CRM Trigger: registered all the same: webhook ${id}`);
	return id;
}

const NO_ID = [
	'Could not register the webhook: the answer holds no id of it; it may have been carried out',
	'Without an id it could never be removed again. A webhook that is left at your Sales CRM starts nothing.',
] as const;

async function idOfAdded(
	connection: Connection,
	address: string,
	before: RemoteWebhook[] | undefined,
): Promise<string | undefined> {
	if (before === undefined) return undefined;
	const after = (await listWebhooksIfPossible(connection)) ?? [];
	const known = before.map(({ id }) => id);
	const added = after.filter(({ id, url }) => isSameAddress(url, address) && !known.includes(id));
	return added.length === 1 ? added[0].id : undefined;
}

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
	const refused = async (error: unknown): Promise<boolean> => {
		const status = error instanceof ServiceError ? error.status : undefined;
		if (status === undefined) throw error;
		const listed = await listWebhooksIfPossible(connection);
		if (listed?.some((webhook) => isSameId(webhook.id, id))) throw error;
		if (listed && isOwner) return true;
		if (isPlainRefusal(status) && status !== 429) return false;
		throw error;
	};
	return await unsubscribe(connection, id).then(() => true, refused);
}
