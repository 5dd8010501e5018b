import type { IHookFunctions } from 'n8n-workflow';

import { isSameAddress } from '../transport/requestOptions';
import type { Connection, RetryOptions } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { fingerprint } from '../utils/fingerprint';
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
	type KnownWebhook,
	leaveBehind,
	loadState,
	type Registered,
	registeredWebhooks,
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

/** n8n itself repeats an activation or deactivation that failed: no need to be very patient. */
const LIFECYCLE_RETRY: RetryOptions = { maxAttempts: 3, timeoutMs: 20_000 };

/** One step of this life: the service as the trigger sees it, and what is known of the webhook. */
interface Step {
	context: IHookFunctions;
	connection: Connection;
	/** See `Registered`. */
	account: string;
	known: KnownWebhook;
}

/** Whether the registration we remember still fits and is still there. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const { connection, known } = await prepareStep(context);
	const { subscriptionId: id } = known.state;
	if (id === undefined || !isUpToDate(known.state, registrationOf(context, connection)))
		return false;
	keepState(known);
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
	const step = await prepareStep(context);
	const { connection, account, known } = step;
	const { state } = known;
	const registration = checkedRegistration(context, connection);
	const before = await listWebhooksIfPossible(connection);
	const isHere = isFrom(state, registration);
	const outdated = eachOnce([
		...(isHere ? registeredWebhooks(state) : []),
		...webhooksAt(registration.address, before).map((id) => ({ id, account })),
	]);

	const { key, secret, number } = await createSecret(context, known);
	const id = await add(step, { registration, secret, before, outdated }).catch((error) => {
		// n8n answers an error by removing the webhook. One that fits is worth more, where nobody could ask for it.
		if (before !== undefined || !isUpToDate(state, registration)) throw error;
		context.logger.warn(
			`Sales CRM Trigger: the webhook could neither be confirmed nor registered anew, and is kept: ${error.message}`,
		);
		return undefined;
	});
	if (id === undefined) return true;

	const untouched = isHere ? [] : registeredWebhooks(state);
	const { service, address, registeredFor } = registration;
	Object.assign(state, { subscriptionId: id, secret, number, key, account });
	Object.assign(state, { service, address, registeredFor, endpoint: known.endpoint });
	setLeftBehind(
		state,
		outdated.filter((one) => !isSameId(one.id, id)),
	);
	keepState(known);
	warnOfUntouched(context, untouched);
	await removeEach(step, state.leftBehind ?? []);
	return true;
}

/**
 * Removes the webhook and whatever an earlier registration left behind.
 * @throws ServiceError when one is still there; it stays remembered.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	if (registeredWebhooks(loadState(context).state).length === 0) return true;
	const { connection, account, known } = await prepareStep(context);
	const { state } = known;
	if (!isFrom(state, registrationOf(context, connection))) {
		warnOfUntouched(context, registeredWebhooks(state));
		return true;
	}
	for (const one of registeredWebhooks(state)) {
		if (await removeWebhook(connection, one.id, one.account === account)) forget(state, one.id);
		else {
			leaveBehind(state, one);
			const when = 'it is removed when the workflow is published or unpublished again';
			warnOfLeftBehind(context, one, when);
		}
		// A removal is newer than what it removed, in every process.
		if (state.number !== undefined) state.number++;
		keepState(known);
	}
	return true;
}

/** Where the service repeats a webhook in its words, the secret is shown to nobody. */
async function prepareStep(context: IHookFunctions): Promise<Step> {
	const known = loadState(context);
	const connection = await triggerConnection(context, LIFECYCLE_RETRY);
	const account = connection.profileId ?? fingerprint([...connection.secrets]).slice(0, 16);
	if (known.state.secret) connection.secrets.add(known.state.secret);
	return { context, connection, account, known };
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
	step: Step,
	{ registration, secret, before, outdated }: Addition,
): Promise<string> {
	const { connection, known } = step;
	const { name, events, address: url } = registration;
	const webhook = { name, url, method: 'POST', headers: { [SECRET_HEADER]: secret }, events };
	const subscribe = async () => await addWebhook(connection, webhook, before);
	connection.secrets.add(secret);
	known.memory.underWay = secret;
	try {
		return await subscribe().catch(async (error) => {
			if (outdated.length === 0 || !mayRefuseASecond(error)) throw error;
			await removeEach(step, outdated);
			return await subscribe();
		});
	} finally {
		delete known.memory.underWay;
	}
}

/** Removes what can be removed; the rest stays remembered, and its calls are refused. */
async function removeEach(
	{ context, connection, account, known }: Step,
	all: Registered[],
): Promise<void> {
	for (const one of all) {
		try {
			const isGone = await removeWebhook(connection, one.id, one.account === account);
			if (isGone) forget(known.state, one.id);
			else warnOfLeftBehind(context, one, 'it may still be there');
		} catch (error) {
			warnOfLeftBehind(context, one, error.message);
		}
		keepState(known);
	}
}

/** Whether what is remembered was registered from here: by this address at this service. */
const isFrom = (state: TriggerState, { service, address }: Registration): boolean =>
	state.service === service && isSameAddress(state.address, address);

/** Whether it is what would be registered now. */
const isUpToDate = (state: TriggerState, registration: Registration): boolean =>
	state.secret !== undefined &&
	isFrom(state, registration) &&
	state.registeredFor === registration.registeredFor;

/**
 * Webhooks of this very address, where the service shows addresses. The address is this
 * node's alone, so they are ours: left by a reply that was lost, or by a crash before n8n saved.
 */
const webhooksAt = (address: string, listed: RemoteWebhook[] = []): string[] =>
	listed.filter(({ url }) => isSameAddress(url, address)).map(({ id }) => id);

const eachOnce = (all: Registered[]): Registered[] =>
	all.filter((one, at) => all.findIndex((other) => isSameId(other.id, one.id)) === at);

/** A token is pinned to one profile, yet the service wants it named for the list. */
const needsProfile = (connection: Connection, error: unknown): boolean =>
	connection.profileId === undefined &&
	error instanceof ServiceError &&
	[400, 422].includes(error.status ?? 0);

/** Refused, but not for the sign-in or the pace: it may be because there is one already. */
const mayRefuseASecond = (error: unknown): boolean =>
	error instanceof ServiceError && [400, 403, 409, 422].includes(error.status ?? 0);

function warnOfLeftBehind(context: IHookFunctions, { id }: Registered, why: string): void {
	context.logger.warn(`Sales CRM Trigger: webhook ${id} is left behind: ${why}`);
}

function warnOfUntouched(context: IHookFunctions, all: Registered[]): void {
	if (all.length === 0) return;
	const ids = all.map(({ id }) => id).join(', ');
	context.logger.warn(
		`Sales CRM Trigger: webhook ${ids} was registered from another address or at another service, and is left alone there. If it was yours, remove it with the operation Webhook: Delete`,
	);
}
