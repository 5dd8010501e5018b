import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import { isObject } from '../utils/values';
import { textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import type { Route } from '../transport/types';
import { withProfile, withProfileIfPossible } from './profiles';
import { routes } from './routes';
import type { NewWebhook } from './types';
import { askEither } from './ways';

export type Webhook = ReturnType<typeof webhookOf>;

function webhookOf(record: IDataObject) {
	const subscription = { ...record, ...(record.subscription as IDataObject | undefined) };
	const { url } = { ...(subscription.executorParameters as IDataObject), ...subscription };
	const { id, name } = subscription;
	return {
		/** Empty if the service sends none. */
		id: textOf(id),
		name: textOf(name),
		url: textOf(url) || undefined,
		/** As received, with `***` in place of headers. @throws RangeError if it is nested too deep; the trigger needs only the ID. */
		get record() {
			return withoutHeaders(record);
		},
	};
}

/** Hides the headers, because anyone who knows them could forge calls. */
const withoutHeaders = (webhook: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(webhook), (name, value) => (/^headers?$/i.test(name) ? '***' : value));

/** Operation `listSubscriptions`. @throws ServiceError */
export async function listWebhooks(connection: Connection): Promise<Webhook[]> {
	const { described, published } = routes.listSubscriptions;
	const own = await withProfileIfPossible(connection);
	const listed = async (route: Route) =>
		await requestRows(own, route, 'subscriptions', { query: { profile_id: own.profileId } });
	const rows = await askEither(own, 'webhooks', {
		described: async () => await listed(described),
		published: async () => await listed(published),
	});
	return rows.map(webhookOf);
}

/** Operation `subscribe`. @throws ServiceError */
export async function createWebhook(connection: Connection, webhook: NewWebhook): Promise<Webhook> {
	const { described, published } = routes.subscribe;
	const subscribe = async (own: Connection, route: Route) =>
		await requestJson(own, route, {
			body: { ...webhook, method: 'POST', company_profile_id: own.profileId },
		});
	const answer = await askEither(connection, 'webhooks', {
		described: async () =>
			await subscribe(await withProfileIfPossible(connection), described).catch(pageIsNoRoute),
		published: async () => await subscribe(await withProfile(connection), published),
	});
	return webhookOf(isObject(answer) ? answer : { response: (answer as string) ?? null });
}

/** A web app may answer any route with its page. Unlike other writes, a registration may be sent again then. */
function pageIsNoRoute(reason: unknown): never {
	const isPage =
		reason instanceof ServiceError && !reason.isOfService && Number(reason.status) < 300;
	if (!isPage) throw reason;
	const { message, description } = reason;
	throw new ServiceError(message, description, { ...reason, isNoSuchRoute: true });
}

/** Creates a webhook that the trigger can delete again. @returns Its ID. @throws UserError if the answer has none. */
export async function createWebhookWithId(
	connection: Connection,
	webhook: NewWebhook,
): Promise<string> {
	const { id } = await createWebhook(connection, webhook);
	if (id !== '') return id;
	throw new UserError(
		'Could not create the webhook: the answer has no ID; it may have been carried out',
		'Without an ID the trigger cannot delete it. Look for it in your Sales CRM, and delete it there.',
	);
}

/** Operation `unsubscribe`: `{ id }` as described, `true` as published. @throws ServiceError */
export async function deleteWebhook(connection: Connection, id: string): Promise<IDataObject> {
	const { described, published } = routes.unsubscribe;
	const deleted = async (route: Route) => await requestJson(connection, route, { query: { id } });
	const answer = await askEither(connection, 'webhooks', {
		described: async () => await deleted(described),
		published: async () => await deleted(published),
	});
	return isObject(answer) ? answer : {};
}

/** After a refusal the list decides if the webhook still exists, since a proxy may answer 404. @throws ServiceError */
export async function ensureWebhookDeleted(connection: Connection, id: string): Promise<void> {
	await deleteWebhook(connection, id).catch(async (error: unknown) => {
		if (!(error instanceof ServiceError) || error.isTemporary) throw error;
		const webhooks = await listWebhooks(connection).catch(() => undefined);
		if (!webhooks || webhooks.some((one) => one.id === id)) throw error;
	});
}
