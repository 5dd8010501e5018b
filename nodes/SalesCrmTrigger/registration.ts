import type { IHookFunctions } from 'n8n-workflow';

import { fetchNames } from '../api/names';
import { withProfileIfNeeded } from '../api/profiles';
import {
	createWebhookWithId,
	listWebhooks,
	ensureWebhookDeleted,
	type Webhook,
} from '../api/webhooks';
import { hasNames, resolvedFilters } from '../deals/namedIds';
import type { Connection } from '../transport/connection';
import { fingerprint, quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { ADD_MS, retryDuringPublication } from './publication';
import type { EventFilters } from './eventFilters';
import { newSecret, SECRET_HEADER } from './secret';
import { isTest, readSettings, triggerConnection } from './settings';
import { type Known, loadState, saveState } from './state';

/**
 * Registers, confirms and removes the trigger's one webhook at the service. A webhook is ours if we were given its ID, or
 * if it has our address, which no other node has. All others are left alone.
 */

/** One attempt, because `retryDuringPublication` and n8n repeat it. */
const STEP = { maxAttempts: 1, timeoutMs: 5_000 };

type Step = Awaited<ReturnType<typeof prepareStep>>;

/** If nobody entered a profile, the webhook keeps its own, because the account may get a second profile later. */
async function prepareStep(context: IHookFunctions, known = loadState(context)) {
	const entered = await triggerConnection(context, STEP);
	const { webhook } = known;
	const keptProfile = webhook?.service === entered.baseUrl ? webhook.profileId : undefined;
	const connection = { ...entered, profileId: entered.profileId ?? keptProfile };
	return { context, entered, connection, known };
}

/** If this changes, the webhook is registered anew. Renaming the workflow does not change it. */
function registrationOf({ context, entered }: Step): string {
	const { events, webhookName } = readSettings(context);
	return JSON.stringify([entered.profileId, webhookName, events.toSorted()]);
}

/** Whether our webhook still exists and fits the settings. If the list cannot be read, it is assumed to exist. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const step = await prepareStep(context);
	const { known, connection } = step;
	const { webhook } = known;
	if (webhook?.registeredFor !== registrationOf(step)) return false;
	try {
		if (!contains(await listWebhooks(connection), known)) return false;
		webhook.service = connection.baseUrl;
		saveState(context, known);
		return true;
	} catch (error) {
		logWarning(context, `the webhook could not be confirmed: ${error.message}`);
		// The service may want a profile for the list even though the token implies it.
		const needsProfile = !connection.profileId && [400, 422].includes(error.status);
		return webhook.service === connection.baseUrl && !needsProfile;
	}
}

/** Registers a new webhook, then removes earlier ones. @throws If none exists afterwards; n8n ignores what is returned. */
export async function register(context: IHookFunctions): Promise<boolean> {
	const step = await prepareStep(context);
	const { entered, connection, known } = step;
	const { endpoint, address } = known;
	const { events, filters, webhookName } = readSettings(context);
	checkRegistration(events, connection.baseUrl, address);
	const keepsEarlier = await keepsEarlierWebhook(step);
	const { secret, noted } = await newSecret(context, entered, known.secret);
	// The service may repeat the request in an error.
	connection.secrets.add(secret);

	const add = async (timeoutMs: number) => {
		const own = await withProfileIfNeeded(connection);
		await checkFilters(context, filters, own);
		// A service may refuse a name that exists. The earlier webhook does, and so may one whose answer was lost.
		const mark = fingerprint([endpoint, noted.time, Date.now()]).slice(0, 8);
		const name = webhookName || `n8n: ${context.getWorkflow().name ?? 'workflow'}`;
		const webhook = {
			name: `${name} (${mark})`,
			url: address,
			headers: { [SECRET_HEADER]: secret },
			events,
		};
		const id = await createWebhookWithId({ ...own, retry: { ...STEP, timeoutMs } }, webhook);
		return { id, profileId: own.profileId };
	};
	// Nobody has to wait if the earlier webhook still works, nor while a person watches a test.
	const mayWait = !keepsEarlier && !isTest(context);
	const added = mayWait ? retryDuringPublication(endpoint, add) : add(ADD_MS.max);
	const created = await added.catch((reason: Error) => {
		if (!keepsEarlier) throw reason;
		logWarning(context, `the existing webhook is kept, no new one was created: ${reason.message}`);
	});
	if (created === undefined) return true;
	if (known.webhook) known.orphaned.push(known.webhook.id);
	const registeredFor = registrationOf(step);
	known.webhook = { ...created, service: connection.baseUrl, registeredFor };
	known.secret = noted;
	saveState(context, known);
	const listed = (await listIfPossible(step)) ?? [];
	// Another webhook at our address was created by a request whose answer was lost.
	known.orphaned.push(...listed.filter(({ url }) => url === address).map((one) => one.id));
	await removeOrphaned(step);
	return true;
}

/** Whether the list contains our webhook, at our address if it shows addresses. */
const contains = (listed: Webhook[], { webhook, address }: Known): boolean =>
	listed.some(({ id, url = address }) => id === webhook?.id && url === address);

/** Whether a failure must keep the earlier webhook: after an error while n8n starts, n8n would remove it. */
async function keepsEarlierWebhook(step: Step): Promise<boolean> {
	if (!isStart(step.context) || !step.known.webhook) return false;
	const listed = await listIfPossible(step);
	return listed === undefined || contains(listed, step.known);
}

const isStart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

const listIfPossible = async ({ context, connection }: Step): Promise<Webhook[] | undefined> =>
	await listWebhooks(connection).catch((error) => {
		logWarning(context, `the webhooks could not be listed: ${error.message}`);
		return undefined;
	});

/** Also removes what earlier registrations left behind. @throws ServiceError if the webhook may still exist. */
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
	await retryDuringPublication(
		known.endpoint,
		async () => await ensureWebhookDeleted(connection, id),
		{
			isRemoval: true,
		},
	);

/** Webhooks that cannot be removed stay in the list for the next time. */
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

/** @throws UserError for an unknown name, which is only logged when n8n starts; ServiceError if it cannot be looked up. */
async function checkFilters(
	context: IHookFunctions,
	filters: EventFilters,
	connection: Connection,
) {
	if (!hasNames(filters)) return;
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
	if (!isLocal(address) || isLocal(service)) return;
	throw new UserError(
		'The Sales CRM cannot reach this n8n: its webhook address is local',
		`The address is ${quoted(new URL(address).origin)}. Set WEBHOOK_URL to a public address, or use the 'Sales CRM Polling Trigger'.`,
	);
}

/** Whether only this machine can reach the address. */
const isLocal = (address: string): boolean =>
	/^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);

function logWarning({ logger }: IHookFunctions, words: string): void {
	logger.warn(`Sales CRM Trigger: ${words}`);
}
