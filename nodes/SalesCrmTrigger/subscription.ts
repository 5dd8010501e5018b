import { randomBytes } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';

import { isSameAddress } from '../service/http/address';
import type { Connection } from '../service/http/connection';
import { ServiceError } from '../service/http/serviceError';
import { SECRET_HEADER } from './deliveryCheck';
import { addHook, type Hook, isSameId, listHooks, listHooksIfPossible, removeHook } from './hooks';
import { checkedSettings, type Settings, settingsOf } from './registration';
import { triggerConnection } from './settings';
import { forget, remembered, stateOf, type TriggerState } from './state';

/** The life of the trigger's one webhook at the service: confirmed, registered, removed. */

/**
 * Whether the registration we remember still fits and is still there. When the service cannot be
 * asked, what we remember stands: taking a good webhook down because n8n was started while the
 * service was not would be the worse mistake.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	const { subscriptionId: id, secret } = state;
	if (!id || !secret) return false;
	const crm = await connection(context, state);
	const settings = settingsOf(context, crm);
	if (!isFrom(state, settings) || state.registeredFor !== settings.registeredFor) return false;
	try {
		return (await listHooks(crm)).some((hook) => isSameId(hook.id, id));
	} catch (error) {
		context.logger.warn(`Sales CRM Trigger: the webhook could not be confirmed: ${error.message}`);
		return !needsProfile(crm, error);
	}
}

/**
 * Registers the webhook with a fresh secret, and then removes what was registered before. From the
 * moment that succeeded the earlier secret is forgotten, so that calls of a webhook which could not
 * be removed start nothing any more. As long as it does not succeed, what was before stands.
 * @throws When there is no webhook afterwards: n8n ignores what this returns.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	const crm = await connection(context, state);
	const settings = checkedSettings(context, crm);
	const before = await listHooksIfPossible(context, crm);
	const elsewhere = isFrom(state, settings) ? [] : remembered(state);
	const old = isFrom(state, settings) ? remembered(state) : [];
	const outdated = new Set([...old, ...hooksAt(settings.address, before)]);

	const secret = randomBytes(32).toString('hex');
	crm.secrets.add(secret);
	const { name, events, address: url } = settings;
	const headers = { [SECRET_HEADER]: secret };
	const hook = { name, url, method: 'POST', headers, events };
	const add = async () => await addHook(context, crm, hook, before);
	const id = await add().catch(async (error) => {
		if (outdated.size === 0 || !mayRefuseASecond(error)) throw error;
		await removeEach(context, crm, outdated, state);
		return await add();
	});

	// Right after the remote success: n8n keeps this even when another node of the workflow fails.
	for (const one of outdated) if (isSameId(one, id)) outdated.delete(one);
	const { service, address, registeredFor } = settings;
	Object.assign(state, { subscriptionId: id, secret, service, address, registeredFor });
	if (outdated.size > 0) state.leftBehind = [...outdated];
	else delete state.leftBehind;
	if (elsewhere.length > 0) sayUntouched(context, elsewhere);
	await removeEach(context, crm, outdated, state);
	return true;
}

/**
 * Removes the webhook and whatever an earlier registration left behind. One that is gone already
 * is as good as removed; one that was registered from another address or at another service is
 * not ours to touch.
 * @throws ServiceError when the service could not be asked; what is left stays remembered.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	const ids = remembered(state);
	if (ids.length === 0) return true;
	const crm = await connection(context, state);
	if (!isFrom(state, settingsOf(context, crm))) {
		sayUntouched(context, ids);
		return true;
	}
	for (const id of ids) {
		await removeHook(context, crm, id);
		forget(state, id);
	}
	return true;
}

/** The service; where it repeats a webhook in its words, the secret is shown to nobody. */
async function connection(context: IHookFunctions, { secret }: TriggerState): Promise<Connection> {
	const crm = await triggerConnection(context);
	if (secret) crm.secrets.add(secret);
	return crm;
}

/** Whether what is remembered was registered from here: by this address at this service. */
const isFrom = (state: TriggerState, { service, address }: Settings): boolean =>
	state.service === service && isSameAddress(state.address, address);

/**
 * Subscriptions to this very address, where the service shows addresses. The address is this
 * node's alone, so they are ours: left by a reply that was lost, or by a crash before n8n saved.
 */
const hooksAt = (address: string, hooks: Hook[] = []): string[] =>
	hooks.filter(({ url }) => isSameAddress(url, address)).map(({ id }) => id);

/** Removes what can be removed; the rest stays remembered, and its calls are refused. */
async function removeEach(
	context: IHookFunctions,
	crm: Connection,
	ids: Iterable<string>,
	state: TriggerState,
): Promise<void> {
	for (const id of ids) {
		try {
			await removeHook(context, crm, id);
			forget(state, id);
		} catch (error) {
			context.logger.warn(`Sales CRM Trigger: webhook ${id} is left behind: ${error.message}`);
		}
	}
}

/** A token is pinned to one profile, yet the service wants it named for the list. */
const needsProfile = (crm: Connection, error: unknown): boolean =>
	crm.profileId === undefined &&
	error instanceof ServiceError &&
	[400, 404, 422].includes(error.status ?? 0);

/** Refused, but not for the sign-in or the pace: it may be because there is one already. */
const mayRefuseASecond = (error: unknown): boolean =>
	error instanceof ServiceError && [400, 403, 409, 422].includes(error.status ?? 0);

const sayUntouched = (context: IHookFunctions, ids: string[]): void =>
	context.logger.warn(
		`Sales CRM Trigger: webhook ${ids.join(', ')} was registered from another address or at another service, and is left alone there. If it was yours, remove it with the operation Webhook: Delete`,
	);
