import type { IHookFunctions } from 'n8n-workflow';

import { isSameAddress } from '../service/http/address';
import type { Connection } from '../service/http/connection';
import { ServiceError } from '../service/http/serviceError';
import {
	listSubscriptions,
	saysGone,
	subscribe,
	subscriptionId,
	subscriptionUrl,
	unsubscribe,
} from '../service/api/subscriptions';
import type { NewSubscription } from '../service/api/types';
import { Failure } from '../values/failure';

/** The webhooks at the service, as far as the trigger has to do with them. */

/** One that the service lists; `url` where the service shows addresses. */
export interface Hook {
	id: string;
	url: string | undefined;
}

/** Whether two ids are one: one part of the service may write them in another case. */
export const isSameId = (one: string, other: string): boolean =>
	one.toLowerCase() === other.toLowerCase();

export async function listHooks(crm: Connection): Promise<Hook[]> {
	const entries = await listSubscriptions(crm);
	return entries.flatMap((entry) => {
		const id = subscriptionId(entry);
		return id === undefined ? [] : [{ id, url: subscriptionUrl(entry) }];
	});
}

/** The same; undefined, with a word in the log, when the service cannot be asked. */
export async function listHooksIfPossible(
	context: IHookFunctions,
	crm: Connection,
): Promise<Hook[] | undefined> {
	try {
		return await listHooks(crm);
	} catch (error) {
		context.logger.warn(`Sales CRM Trigger: the webhooks could not be listed: ${error.message}`);
		return undefined;
	}
}

/**
 * Registers a webhook and gives its id. Where that is not in the answer, or the answer was lost,
 * the list tells: at this address there is one more than before, whose secret then is ours.
 * @param before The list before; undefined when the service could not be asked.
 * @throws ServiceError when the service refused, or when nobody can tell whether it did.
 * @throws Failure when it registered something that it gives no id of.
 */
export async function addHook(
	context: IHookFunctions,
	crm: Connection,
	hook: NewSubscription,
	before: Hook[] | undefined,
): Promise<string> {
	let lost: ServiceError | undefined;
	const answered = await subscribe(crm, hook).then(subscriptionId, (error) => {
		if (!(error instanceof ServiceError) || !error.mayHaveHappened) throw error;
		lost = error;
		return undefined;
	});
	const id = answered ?? (await idOfAdded(context, crm, hook.url, before));
	if (id !== undefined) {
		if (lost) context.logger.info(`Sales CRM Trigger: registered all the same: webhook ${id}`);
		return id;
	}
	throw lost ?? new Failure(...NO_ID);
}

const NO_ID = [
	'Could not register the webhook: the answer holds no id of it; it may have been carried out',
	'Without an id it could never be removed again. A webhook that is left at your Sales CRM starts nothing.',
] as const;

async function idOfAdded(
	context: IHookFunctions,
	crm: Connection,
	address: string,
	before: Hook[] | undefined,
): Promise<string | undefined> {
	if (before === undefined) return undefined;
	const after = (await listHooksIfPossible(context, crm)) ?? [];
	const known = before.map(({ id }) => id);
	const added = after.filter(({ id, url }) => isSameAddress(url, address) && !known.includes(id));
	return added.length === 1 ? added[0].id : undefined;
}

/**
 * Removes a webhook. One that is gone already is as good as removed.
 * @throws ServiceError when it may still be there.
 */
export async function removeHook(
	context: IHookFunctions,
	crm: Connection,
	id: string,
): Promise<void> {
	await unsubscribe(crm, id).catch(async (error) => {
		// What a plain refusal means the list tells, or its words where the service cannot be asked.
		const isOpen = error instanceof ServiceError && [400, 409, 422].includes(error.status ?? 0);
		const hooks = isOpen ? await listHooksIfPossible(context, crm) : undefined;
		const isThere = hooks?.some((hook) => isSameId(hook.id, id)) ?? !saysGone(error);
		if (isThere) throw error;
	});
}
