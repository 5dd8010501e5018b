import type { IHookFunctions } from 'n8n-workflow';

import { fetchNames } from '../api/names';
import { withProfileIfNeeded } from '../api/profiles';
import { addWebhook, listWebhooks, removeWebhook, type Webhook } from '../api/webhooks';
import { namesAnything, resolvedFilters } from '../deals/namedIds';
import type { Connection } from '../transport/connection';
import { fingerprint, quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { ADD_MS, retryDuringPublication } from './publication';
import type { EventFilters } from './eventFilters';
import { newSecret, SECRET_HEADER } from './secret';
import { isTest, readSettings, triggerConnection } from './settings';
import { type Known, loadState, saveState } from './state';

/**
 * The life of the trigger's one webhook at the service: confirmed, registered, removed. The new one is registered first,
 * then the one before is removed. A webhook is ours by the ID that we were given, or by our own address, which no other
 * node has; what is not ours is left alone.
 */

/** n8n itself repeats a removal that failed, and gives a publication 84 seconds. */
const STEP = { maxAttempts: 1, timeoutMs: 5_000 };

/** One step of this life: the service as the trigger sees it, and what is known of the webhook. */
type Step = Awaited<ReturnType<typeof prepareStep>>;

/** If nobody entered a profile, the webhook keeps the one that it was created for: the account may get a second one. */
async function prepareStep(context: IHookFunctions, known = loadState(context)) {
	const entered = await triggerConnection(context, STEP);
	const { webhook } = known;
	const keptProfile = webhook?.service === entered.baseUrl ? webhook.profileId : undefined;
	const connection = { ...entered, profileId: entered.profileId ?? keptProfile };
	return { context, entered, connection, known };
}

/**
 * If this differs from what is remembered, the webhook is registered anew. The name counts only if a person chose one: a
 * workflow that was renamed keeps its webhook.
 */
function registrationOf({ context, entered }: Step): string {
	const { events, webhookName } = readSettings(context);
	return JSON.stringify([entered.profileId, webhookName, events.toSorted()]);
}

/** Whether the registration that is remembered still fits and is still there; if the service cannot be asked, it is. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const step = await prepareStep(context);
	const { known, connection } = step;
	const { webhook } = known;
	if (webhook?.registeredFor !== registrationOf(step)) return false;
	try {
		if (!shows(await listWebhooks(connection), known)) return false;
		webhook.service = connection.baseUrl;
		saveState(context, known);
		return true;
	} catch (error) {
		logWarning(context, `the webhook could not be confirmed: ${error.message}`);
		// A token is pinned to one profile, yet the service may want it named for the list.
		const needsProfile = !connection.profileId && [400, 422].includes(error.status);
		return webhook.service === connection.baseUrl && !needsProfile;
	}
}

/**
 * Registers the webhook, and then removes what was registered before.
 * @throws When there is no webhook afterwards: n8n ignores what this returns.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const step = await prepareStep(context);
	const { entered, connection, known } = step;
	const { endpoint, address } = known;
	const { events, filters, webhookName } = readSettings(context);
	checkRegistration(events, connection.baseUrl, address);
	const staysOtherwise = await isInForce(step);
	const { secret, noted } = await newSecret(context, entered, known.secret);
	// Where the service repeats a webhook in its words, the secret is shown to nobody.
	connection.secrets.add(secret);

	const add = async (timeoutMs: number) => {
		const own = await withProfileIfNeeded(connection);
		await checkFilters(context, filters, own);
		const webhook = {
			name: uniqueName(webhookName || `n8n: ${context.getWorkflow().name ?? 'workflow'}`, [
				endpoint,
				noted.time,
			]),
			url: address,
			headers: { [SECRET_HEADER]: secret },
			events,
		};
		const id = await addWebhook({ ...own, retry: { ...STEP, timeoutMs } }, webhook);
		return { id, profileId: own.profileId };
	};
	// Nobody has to wait where a webhook is there, or where a person watches a test.
	const isPatient = !staysOtherwise && !isTest(context);
	const added = isPatient ? retryDuringPublication(endpoint, add) : add(ADD_MS.max);
	const created = await added.catch((reason: Error) => {
		if (!staysOtherwise) throw reason;
		logWarning(context, `the existing webhook is kept, no new one was created: ${reason.message}`);
	});
	if (created === undefined) return true;
	if (known.webhook) known.orphaned.push(known.webhook.id);
	const registeredFor = registrationOf(step);
	known.webhook = { ...created, service: connection.baseUrl, registeredFor };
	known.secret = noted;
	saveState(context, known);
	const listed = (await listIfPossible(step)) ?? [];
	// One at our address beside the new one was left by an answer that was lost.
	known.orphaned.push(...listed.filter(({ url }) => url === address).map((one) => one.id));
	await removeOrphaned(step);
	return true;
}

/**
 * A service may refuse a name that it has. The mark is of this node, test or production, of this registration, whose secret
 * has a time of its own, and of this attempt: the webhook before may still be there, or one that a lost answer left.
 */
const uniqueName = (name: string, registration: unknown[]): string =>
	`${name} (${fingerprint([...registration, Date.now()]).slice(0, 8)})`;

/** Whether the list has our webhook at this address; where addresses are not shown, its id is enough. */
const shows = (listed: Webhook[], { webhook, address }: Known): boolean =>
	listed.some(({ id, url = address }) => id === webhook?.id && url === address);

/**
 * Whether the webhook before stays if registering fails: only when n8n starts, because n8n answers an error by removing
 * it. Not one that is gone, or that another service does not show.
 */
async function isInForce(step: Step): Promise<boolean> {
	if (!isStart(step.context) || !step.known.webhook) return false;
	const listed = await listIfPossible(step);
	return listed === undefined || shows(listed, step.known);
}

const isStart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

const listIfPossible = async ({ context, connection }: Step): Promise<Webhook[] | undefined> =>
	await listWebhooks(connection).catch((error) => {
		logWarning(context, `the webhooks could not be listed: ${error.message}`);
		return undefined;
	});

/**
 * Removes the webhook and whatever an earlier registration left behind.
 * @throws ServiceError when the webhook may still be there; it stays remembered.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const known = loadState(context);
	if (!known.webhook && known.orphaned.length === 0) return true;
	const step = await prepareStep(context, known);
	if (known.webhook) await remove(step, known.webhook.id);
	known.webhook = undefined;
	await removeOrphaned(step);
	return true;
}

const remove = async ({ connection, known }: Step, id: string): Promise<void> =>
	await retryDuringPublication(known.endpoint, async () => await removeWebhook(connection, id), {
		isRemoval: true,
	});

/** Removes what can be removed; the rest stays remembered. */
async function removeOrphaned(step: Step): Promise<void> {
	const { context, known } = step;
	const left: string[] = [];
	for (const id of new Set(known.orphaned)) {
		if (id === known.webhook?.id) continue;
		await remove(step, id).catch((error) => {
			logWarning(context, `webhook ${id} stays until it can be removed: ${error.message}`);
			left.push(id);
		});
	}
	known.orphaned = left;
	saveState(context, known);
}

/**
 * By one read of all names. When n8n starts, what no longer exists is only a word in the log.
 * @throws UserError for what is unknown, ServiceError if a name cannot be looked up.
 */
async function checkFilters(
	context: IHookFunctions,
	filters: EventFilters,
	connection: Connection,
) {
	if (!namesAnything(filters)) return;
	const warn = (words: string) => logWarning(context, words);
	const warnOnly = isStart(context) ? (error: UserError) => warn(error.message) : undefined;
	resolvedFilters(filters, await fetchNames(connection), warn, warnOnly);
}

/** @throws UserError for a registration that could never start the workflow. */
function checkRegistration(events: string[], service: string, address: string): void {
	if (events.length === 0) {
		throw new UserError(
			'No event is chosen',
			"Choose one in 'Trigger On', or name one in 'Additional Events': the trigger would never start the workflow.",
		);
	}
	if (!isOwn(address) || isOwn(service)) return;
	throw new UserError(
		'The Sales CRM cannot reach this n8n: its webhook address is local',
		`The address is ${quoted(new URL(address).origin)}. Set WEBHOOK_URL to a public address, or use the 'Sales CRM Polling Trigger'.`,
	);
}

/** Whether an address is this machine's own, which nobody else reaches. */
const isOwn = (address: string): boolean =>
	/^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);

function logWarning({ logger }: IHookFunctions, words: string): void {
	logger.warn(`Sales CRM Trigger: ${words}`);
}
