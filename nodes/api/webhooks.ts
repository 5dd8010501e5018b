import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import { isObject } from '../utils/values';
import { textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { routes } from './routes';
import type { NewWebhook } from './types';

export type Webhook = ReturnType<typeof webhookOf>;

/** A webhook; name and address where the service shows them. */
export function webhookOf(record: IDataObject) {
	const { id, name, url } = { ...record, ...(record.subscription as IDataObject | undefined) };
	return {
		/** Empty where the service gives none. */
		id: textOf(id),
		name: textOf(name),
		url: textOf(url) || undefined,
		/** As the service sends it, `{ subscription: { id }, message, actions }`, with `***` for headers. */
		record: withoutHeaders(record),
	};
}

/**
 * Whoever knows the headers of a webhook can forge its calls, and those of the Sales CRM Trigger. Whether and how they
 * are shown is unknown (operation `listSubscriptions`).
 */
export const withoutHeaders = (webhook: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(webhook), (name, value) => (/^headers?$/i.test(name) ? '***' : value));

/**
 * Operation `listSubscriptions`. A token is pinned to one profile; whether the service lists without being told that
 * profile is not known.
 */
export async function listWebhooks(connection: Connection): Promise<Webhook[]> {
	const query = { profile_id: connection.profileId };
	const rows = await requestRows(connection, routes.listSubscriptions, 'subscriptions', { query });
	return rows.map(webhookOf);
}

/** Operation `subscribe`. POST is the only method that is shown. */
export async function createWebhook(connection: Connection, webhook: NewWebhook): Promise<Webhook> {
	const { profileId } = connection;
	const profile = profileId === undefined ? {} : { company_profile_id: profileId };
	const body = { ...webhook, method: 'POST', ...profile };
	const answer = await requestJson(connection, routes.subscribe, { body });
	return webhookOf(isObject(answer) ? answer : { response: (answer as string) ?? null });
}

/** Creates a webhook and gives its id. @throws UserError when the answer has no id. */
export async function addWebhook(connection: Connection, webhook: NewWebhook): Promise<string> {
	const { id } = await createWebhook(connection, webhook);
	if (id !== '') return id;
	throw new UserError(
		'Could not create the webhook: the answer has no ID; it may have been carried out',
		'Without an ID the trigger cannot delete it. Look for it in your Sales CRM, and delete it there.',
	);
}

/**
 * Operation `unsubscribe`. Where its parameter `id` goes is not known: it is sent in the query, and in
 * the body as well when the service finds it missing there. Undefined where it was gone already, and
 * an earlier answer was lost.
 */
export async function deleteWebhook(connection: Connection, id: string): Promise<IDataObject> {
	const query = { id };
	const answer = await requestJson(connection, routes.unsubscribe, { query }).catch((error) => {
		const missing = error instanceof ServiceError && [400, 422].includes(error.status ?? 0);
		if (!missing) throw error;
		return requestJson(connection, routes.unsubscribe, { query, body: { id } });
	});
	return isObject(answer) ? answer : {};
}

/**
 * Deletes a webhook; one that is gone already is a success. Only the service itself can say so, in data: a page may
 * come from anything in front of it.
 * @throws ServiceError when it may still exist.
 */
export async function removeWebhook(connection: Connection, id: string): Promise<void> {
	await deleteWebhook(connection, id).catch((error: unknown) => {
		if (!(error instanceof ServiceError && error.isNotFound)) throw error;
	});
}
