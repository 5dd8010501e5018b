import type { IHookFunctions } from 'n8n-workflow';

import { isSameAddress } from '../transport/requestOptions';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { fingerprint } from '../auth/tokenCache';
import { checkedRegistration, type Registration, registrationOf } from './registration';
import { createSecret, SECRET_HEADER } from './secret';
import { triggerConnection } from './settings';
import {
	addWebhook,
	isSameId,
	listWebhooks,
	listWebhooksIfPossible,
	type RemoteWebhook,
	removeWebhook,
} from './webhookApi';
import {
	forget,
	keepState,
	leaveBehind,
	loadState,
	memoryOf,
	placeOf,
	type Registered,
	remembered,
	setLeftBehind,
	type TriggerState,
} from './webhookState';

/**
 * The life of the trigger's one webhook at the service: confirmed, registered, removed.
 *
 * 1. The new one first: what was registered before is removed once the new one is there, and from that moment its
 *    calls are refused. As long as registering does not succeed, what was before stands.
 * 2. Where the service cannot be asked, what is remembered stands, if it fits.
 * 3. A webhook is ours by the id that we were given or, where the list shows addresses, by our own address. One from
 *    another address (a copy of the workflow on another host) or at another service is left alone.
 * 4. A webhook that may still be there stays remembered until it is known to be gone.
 * 5. What was done or confirmed is noted after each step, in this process too: n8n keeps it even when another node of
 *    the workflow fails, and others may overwrite it, n8n's API with a workflow of before among them.
 */

interface Sight {
	connection: Connection;
	/** See `Registered`. */
	account: string;
	state: TriggerState;
}

/** Whether the registration we remember still fits and is still there. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const { connection, state } = await look(context);
	const { subscriptionId: id } = state;
	if (id === undefined || !fits(state, registrationOf(context, connection))) return false;
	keepState(context, state);
	try {
		return (await listWebhooks(connection)).some((webhook) => isSameId(webhook.id, id));
	} catch (error) {
		context.logger.warn(`Sales CRM Trigger: the webhook could not be confirmed: ${error.message}`);
		return !needsProfile(connection, error);
	}
}

/**
 * Registers the webhook with a fresh secret, and then removes what was registered before.
 * @throws When there is no webhook afterwards: n8n ignores what this returns.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const sight = await look(context);
	const { connection, account, state } = sight;
	const registration = checkedRegistration(context, connection);
	const before = await listWebhooksIfPossible(context, connection);
	const isHere = isFrom(state, registration);
	const outdated = [
		...(isHere ? remembered(state) : []),
		...webhooksAt(registration.address, before).map((id) => ({ id, account })),
	];

	const { key, secret, number } = await createSecret(context, state);
	const id = await add(context, sight, { registration, secret, before, outdated }).catch(
		(error) => {
			// n8n answers an error by removing the webhook. One that fits is worth more, where nobody could ask for it.
			if (before !== undefined || !fits(state, registration)) throw error;
			context.logger.warn(
				`Sales CRM Trigger: the webhook could neither be confirmed nor registered anew, and is kept: ${error.message}`,
			);
			return undefined;
		},
	);
	if (id === undefined) return true;

	const untouched = isHere ? [] : remembered(state);
	const { service, address, registeredFor } = registration;
	Object.assign(state, { subscriptionId: id, secret, number, key, account });
	Object.assign(state, { service, address, registeredFor, place: placeOf(context) });
	setLeftBehind(state, once(outdated.filter((one) => !isSameId(one.id, id))));
	keepState(context, state);
	sayUntouched(context, untouched);
	await removeEach(context, sight, state.leftBehind ?? []);
	return true;
}

/**
 * Removes the webhook and whatever an earlier registration left behind.
 * @throws ServiceError when one is still there; it stays remembered.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	if (remembered(loadState(context)).length === 0) return true;
	const { connection, account, state } = await look(context);
	if (!isFrom(state, registrationOf(context, connection))) {
		sayUntouched(context, remembered(state));
		return true;
	}
	for (const one of remembered(state)) {
		const isGone = await removeWebhook(context, connection, one.id, one.account === account);
		if (isGone) forget(state, one.id);
		else {
			leaveBehind(state, one);
			sayLeftBehind(
				context,
				one,
				'it is removed when the workflow is published or unpublished again',
			);
		}
		// A removal is newer than what it removed, in every process.
		if (state.number !== undefined) state.number++;
		keepState(context, state);
	}
	return true;
}

/** The service as the trigger sees it; where it repeats a webhook in its words, the secret is shown to nobody. */
async function look(context: IHookFunctions): Promise<Sight> {
	const state = loadState(context);
	const connection = await triggerConnection(context);
	const account = connection.profileId ?? fingerprint([...connection.secrets]).slice(0, 16);
	if (state.secret) connection.secrets.add(state.secret);
	return { connection, account, state };
}

interface Addition {
	registration: Registration;
	secret: string;
	before: RemoteWebhook[] | undefined;
	/** Removed first where the service lets no second one in. */
	outdated: Registered[];
}

/** @returns The id of the new webhook. While it is under way, calls with its secret pass. */
async function add(
	context: IHookFunctions,
	sight: Sight,
	{ registration, secret, before, outdated }: Addition,
): Promise<string> {
	const { connection } = sight;
	const { name, events, address: url } = registration;
	const headers = { [SECRET_HEADER]: secret };
	const subscribe = async () =>
		await addWebhook(context, connection, { name, url, method: 'POST', headers, events }, before);
	const memory = memoryOf(context);
	connection.secrets.add(secret);
	memory.underWay = secret;
	try {
		return await subscribe().catch(async (error) => {
			if (outdated.length === 0 || !mayRefuseASecond(error)) throw error;
			await removeEach(context, sight, once(outdated));
			return await subscribe();
		});
	} finally {
		delete memory.underWay;
	}
}

/** Whether what is remembered was registered from here: by this address at this service. */
const isFrom = (state: TriggerState, { service, address }: Registration): boolean =>
	state.service === service && isSameAddress(state.address, address);

/** Whether it is what would be registered now. */
const fits = (state: TriggerState, registration: Registration): boolean =>
	state.secret !== undefined &&
	isFrom(state, registration) &&
	state.registeredFor === registration.registeredFor;

/**
 * Webhooks of this very address, where the service shows addresses. The address is this
 * node's alone, so they are ours: left by a reply that was lost, or by a crash before n8n saved.
 */
const webhooksAt = (address: string, listed: RemoteWebhook[] = []): string[] =>
	listed.filter(({ url }) => isSameAddress(url, address)).map(({ id }) => id);

const once = (all: Registered[]): Registered[] =>
	all.filter((one, at) => all.findIndex((other) => isSameId(other.id, one.id)) === at);

/** Removes what can be removed; the rest stays remembered, and its calls are refused. */
async function removeEach(
	context: IHookFunctions,
	{ connection, account, state }: Sight,
	all: Registered[],
): Promise<void> {
	for (const one of all) {
		try {
			if (await removeWebhook(context, connection, one.id, one.account === account))
				forget(state, one.id);
			else sayLeftBehind(context, one, 'it may still be there');
		} catch (error) {
			sayLeftBehind(context, one, error.message);
		}
		keepState(context, state);
	}
}

/** A token is pinned to one profile, yet the service wants it named for the list. */
const needsProfile = (connection: Connection, error: unknown): boolean =>
	connection.profileId === undefined &&
	error instanceof ServiceError &&
	[400, 422].includes(error.status ?? 0);

/** Refused, but not for the sign-in or the pace: it may be because there is one already. */
const mayRefuseASecond = (error: unknown): boolean =>
	error instanceof ServiceError && [400, 403, 409, 422].includes(error.status ?? 0);

function sayLeftBehind(context: IHookFunctions, { id }: Registered, why: string): void {
	context.logger.warn(`Sales CRM Trigger: webhook ${id} is left behind: ${why}`);
}

function sayUntouched(context: IHookFunctions, all: Registered[]): void {
	if (all.length === 0) return;
	const ids = all.map(({ id }) => id).join(', ');
	context.logger.warn(
		`Sales CRM Trigger: webhook ${ids} was registered from another address or at another service, and is left alone there. If it was yours, remove it with the operation Webhook: Delete`,
	);
}
