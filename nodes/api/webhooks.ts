import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { requestRows } from '../pagination/list';
import { requestJson } from '../transport/request';
import { routes } from './routes';
import { isObject } from '../utils/json';
import { ServiceError } from '../transport/errors';
import type { NewSubscription } from './types';

/** Operation `subscribe`. */
export async function subscribe(
	connection: Connection,
	subscription: NewSubscription,
): Promise<unknown> {
	const { profileId } = connection;
	return await requestJson(connection, routes.subscribe, {
		body: {
			...subscription,
			...(profileId === undefined ? {} : { company_profile_id: profileId }),
		},
	});
}

/**
 * Operation `listSubscriptions`: `{ subscription: { id }, message, actions }` each. A token is pinned
 * to one profile; whether the service lists without being told that profile is not known.
 */
export async function listSubscriptions(connection: Connection): Promise<IDataObject[]> {
	const query = { profile_id: connection.profileId };
	return await requestRows(connection, routes.listSubscriptions, 'subscriptions', { query });
}

/**
 * Operation `unsubscribe`. Where its parameter `id` goes is not known: it is sent in the query, and in
 * the body as well when the service finds it missing there. Undefined where it was gone already, and
 * an earlier answer was lost.
 */
export async function unsubscribe(connection: Connection, id: string): Promise<unknown> {
	const query = { id };
	return await requestJson(connection, routes.unsubscribe, { query }).catch(async (error) => {
		const missing = error instanceof ServiceError && [400, 422].includes(error.status ?? 0);
		if (!missing) throw error;
		return await requestJson(connection, routes.unsubscribe, { query, body: { id } });
	});
}

/** The id in an entry of the list or an answer to subscribe; undefined when there is none. */
export function subscriptionId(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const { id } = isObject(entry.subscription) ? entry.subscription : entry;
	const isOne = typeof id === 'number' || (typeof id === 'string' && id !== '');
	return isOne ? String(id) : undefined;
}

/** The address in an entry of the list, where the service shows one. */
export function subscriptionUrl(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const { url } = isObject(entry.subscription) ? { ...entry, ...entry.subscription } : entry;
	return typeof url === 'string' ? url : undefined;
}
