import type { IHookFunctions } from 'n8n-workflow';

import { fingerprint } from '../utils/hashes';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { quoted, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { isUuid } from '../utils/uuid';
import { isGivenUp, isOutage, noteOutage, outlast } from './outage';
import { SECRET_HEADER, secretFor } from './secret';
import {
	isSimplified,
	isTest,
	triggerConnection,
	triggerFilters,
	triggerOptions,
	wantedEvents,
} from './settings';
import {
	addWebhook,
	idOfAdded,
	listWebhooks,
	listWebhooksIfPossible,
	type RemoteWebhook,
	removeWebhook,
	shows,
} from './webhookApi';
import { type Known, loadState, saveState, type Webhook } from './webhookState';

/**
 * The life of the trigger's one webhook at the service: confirmed, registered, removed.
 *
 * 1. The new one first: what is in force is removed once the new one is there. Where registering fails, it stays and
 *    nothing is thrown: n8n answers an error by removing it.
 * 2. A fault that may pass is waited out while the workflow is published (`outage.ts`); a refusal fails at once.
 * 3. Where the service cannot be asked, what is remembered stands, if it fits.
 * 4. A webhook is ours by the id that we were given, or by our own address, which no other node has. At another Base
 *    URL an id proves that only where it is a UUID, or listed there. What is not ours is left alone.
 * 5. A webhook that may still be there stays remembered until it is known to be gone.
 * 6. Another profile, event or chosen name makes another registration. The name counts only where a person chose
 *    one: a workflow that was renamed keeps its webhook.
 */

/** n8n itself repeats a removal that failed, and gives a publication 84 seconds. */
const STEP = { maxAttempts: 1, timeoutMs: 5_000 };

/** One step of this life: the service as the trigger sees it, and what is known of the webhook. */
interface Step {
	context: IHookFunctions;
	connection: Connection;
	known: Known;
	/** See `Webhook`. */
	account: string;
	/** What a registration is made for now (rule 6). */
	registeredFor: string;
}

async function prepareStep(context: IHookFunctions, known = loadState(context)): Promise<Step> {
	const connection = await triggerConnection(context, STEP);
	const { profileId, secrets } = connection;
	const account = profileId ?? fingerprint([...secrets]).slice(0, 16);
	const registeredFor = [profileId, chosenName(context), wantedEvents(context).sort()];
	// Where the service repeats a webhook in its words, the secret is shown to nobody.
	if (known.secret) secrets.add(known.secret);
	return { context, connection, known, account, registeredFor: JSON.stringify(registeredFor) };
}

/** Whether the registration that is remembered still fits and is still there. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const { known, connection, registeredFor } = await prepareStep(context);
	const { webhook, address } = known;
	if (webhook?.registeredFor !== registeredFor) return false;
	try {
		if (!shows(await listWebhooks(connection), webhook.id, address)) return false;
		saveState(context, { ...known, webhook: { ...webhook, service: connection.baseUrl } });
		return true;
	} catch (error) {
		logWarning(context, `the webhook could not be confirmed: ${error.message}`);
		return webhook.service === connection.baseUrl && !needsProfile(connection, error);
	}
}

/** A token is pinned to one profile, yet the service wants it named for the list. */
const needsProfile = ({ profileId }: Connection, error: unknown): boolean =>
	profileId === undefined &&
	error instanceof ServiceError &&
	[400, 422].includes(error.status ?? 0);

/**
 * Registers the webhook, and then removes what was registered before.
 * @throws When there is no webhook afterwards: n8n ignores what this returns.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const step = await prepareStep(context);
	const { connection, known, account, registeredFor } = step;
	const { baseUrl: service } = connection;
	checkRegistration(context, service, known.address);
	const before = await listWebhooksIfPossible(connection);
	if (known.webhook && !isInForce(step, before)) {
		known.orphaned.push(known.webhook);
		known.webhook = undefined;
	}
	// A service may let no second webhook in for an address.
	await removeOrphaned(step);

	const secret = await secretFor(context, connection, known.secret);
	connection.secrets.add(secret);
	// The service may try the address out before it answers.
	known.secret ??= secret;
	saveState(context, known);
	const [added] = await Promise.allSettled([addInTime(step, secret, before)]);
	const { webhook, address } = known;
	if (added.status === 'rejected') {
		if (!webhook) return await Promise.reject(added.reason);
		const why = (added.reason as Error).message;
		logWarning(context, `the webhook of before is kept, for no new one was registered: ${why}`);
		return true;
	}
	const atAddress = before?.filter(({ url }) => url === address) ?? [];
	const outdated = atAddress.map(({ id }) => ({ id, service, account, registeredFor }));
	known.orphaned.push(...(webhook ? [webhook] : []), ...outdated);
	known.webhook = { id: added.value, service, account, registeredFor };
	known.secret = secret;
	saveState(context, known);
	await removeOrphaned(step);
	return true;
}

/**
 * Whether the webhook of before stays until there is another. Not one that is gone, or at another service, nor one
 * that does not fit what is published: n8n had it removed, or tried to.
 */
function isInForce(
	{ context, connection, known, account, registeredFor }: Step,
	before: RemoteWebhook[] | undefined,
): boolean {
	const webhook = known.webhook!;
	const isStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (!isStart && webhook.registeredFor !== registeredFor) return false;
	const isHere = webhook.service === connection.baseUrl;
	const listTells = before !== undefined && (webhook.account === account || !isHere);
	return listTells ? shows(before, webhook.id, known.address) : isHere;
}

/** Rule 2. Nobody has to wait where a webhook is there, or where a person watches a test. */
async function addInTime(
	step: Step,
	secret: string,
	before: RemoteWebhook[] | undefined,
): Promise<string> {
	const { context, connection, known } = step;
	const webhook = {
		name: chosenName(context) || `n8n: ${context.getWorkflow().name ?? 'workflow'}`,
		url: known.address,
		method: 'POST',
		headers: { [SECRET_HEADER]: secret },
		events: wantedEvents(context),
	};
	let isAgain = false;
	const add = async (timeoutMs = 20_000) => {
		const found = isAgain ? await idOfAdded(connection, webhook.url, before) : undefined;
		if (isAgain) await removeOrphaned(step);
		isAgain = true;
		const patient = { ...connection, retry: { ...STEP, timeoutMs } };
		return found ?? (await addWebhook(patient, webhook, before));
	};
	if (known.webhook || isTest(context)) return await add();
	return await outlast(known.endpoint, add);
}

/**
 * Removes the webhook and whatever an earlier registration left behind.
 * @throws ServiceError when the webhook may still be there; it stays remembered.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const known = loadState(context);
	const { webhook, endpoint, orphaned } = known;
	if (!webhook && (orphaned.length === 0 || isGivenUp(endpoint))) return true;
	const step = await prepareStep(context, known);
	if (webhook) {
		const startedAt = Date.now();
		await remove(step, webhook).catch((error) => {
			if (isOutage(error)) noteOutage(endpoint, startedAt);
			throw error;
		});
		known.webhook = undefined;
	}
	await removeOrphaned(step);
	return true;
}

/** Removes what can be removed; the rest stays remembered. */
async function removeOrphaned(step: Step): Promise<void> {
	const { context, known } = step;
	const left: Webhook[] = [];
	for (const one of eachOnce(known.orphaned)) {
		if (one.id === known.webhook?.id) continue;
		await remove(step, one).catch((error) => {
			logWarning(context, `webhook ${one.id} stays until it can be removed: ${error.message}`);
			left.push(one);
		});
	}
	known.orphaned = left;
	saveState(context, known);
}

/** Rules 4 and 5. */
async function remove({ context, connection, account }: Step, one: Webhook): Promise<void> {
	if (one.service === connection.baseUrl || isUuid(one.id)) {
		await removeWebhook(connection, one.id, one.account === account);
	} else {
		logWarning(context, `webhook ${one.id} is left alone: it was registered at ${one.service}`);
	}
}

const eachOnce = (all: Webhook[]): Webhook[] => [
	...new Map(all.map((one) => [one.id, one])).values(),
];

const chosenName = (context: IHookFunctions): string =>
	textOf(triggerOptions(context).subscriptionName).trim();

/** @throws UserError for a registration that could never start the workflow. */
function checkRegistration(context: IHookFunctions, service: string, address: string): void {
	// What cannot be read fails here, not at each call.
	triggerFilters(context);
	isSimplified(context);
	if (wantedEvents(context).length === 0) {
		throw new UserError(
			'No event is chosen',
			"Choose one in 'Trigger On', or name one in 'Additional Events': the trigger would never start the workflow.",
		);
	}
	if (!isOwn(address) || isOwn(service)) return;
	throw new UserError(
		"The Sales CRM cannot reach this n8n: the webhook address is this machine's own",
		`It is at ${quoted(new URL(address).origin)}. Set n8n's environment variable WEBHOOK_URL to the address under which the Sales CRM reaches it, or use the node 'Sales CRM Polling Trigger', which needs none.`,
	);
}

/** Whether an address is this machine's own, which nobody else reaches. */
const isOwn = (address: string): boolean =>
	/^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);

function logWarning({ logger }: IHookFunctions, words: string): void {
	logger.warn(`Sales CRM Trigger: ${words}`);
}
