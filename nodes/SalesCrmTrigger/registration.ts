import type { IHookFunctions } from 'n8n-workflow';

import { withProfileIfPossible } from '../api/profiles';
import { listsSeen } from '../api/source';
import { createWebhookWithId, listWebhooks, type Webhook } from '../api/webhooks';
import type { ServiceError } from '../transport/errors';
import { fingerprint, quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { ADD_MS, retryDuringPublication } from './publication';
import { noteFilters } from './filterNames';
import { newSecret, SECRET_HEADER } from './secret';
import { isTest, readSettings } from './settings';
import { type KnownState, loadState, noteUnderWay, saveState } from './state';
import { isOfAccount, logWarning, ONE_ATTEMPT, openStep, removeWebhook, type Step } from './step';

/**
 * Registers, confirms and removes the trigger's one webhook at the service. A webhook is ours if we were given its ID, or
 * if it has our address, which no other node has. All others are left alone.
 */

/** If this changes, the webhook is registered anew. Renaming the workflow does not change it. */
function registrationOf({ context, entered }: Step): string {
	const { events, filters, webhookName } = readSettings(context);
	return fingerprint([entered.profileId, webhookName, events.toSorted(), filters]);
}

/** Whether our webhook still exists and fits account and settings. If the list cannot be read, it is assumed to exist. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const step = await openStep(context);
	const { account, connection, known } = step;
	const fits =
		known.webhook?.account === account && known.webhook.registeredFor === registrationOf(step);
	if (!fits) return false;
	// Without a profile the service may refuse the list each time, although the token implies the profile.
	return (await isListed(step)) ?? connection.profileId !== undefined;
}

/** Whether the list contains our webhook, at our address if it shows addresses; undefined if it cannot be read. */
async function isListed(step: Step): Promise<boolean | undefined> {
	const { webhook, address } = step.known;
	if (!webhook) return false;
	const listed = await listIfPossible(step);
	if (!Array.isArray(listed)) {
		const isRefused = [401, 403].includes(listed.status ?? 0);
		return isRefused && !isOfAccount(step, webhook) ? false : undefined;
	}
	return listed.some(({ id, url = address }) => id === webhook.id && url === address);
}

const listIfPossible = async ({ context, connection }: Step): Promise<Webhook[] | ServiceError> =>
	await listWebhooks(connection).catch((error: ServiceError) => {
		logWarning(context, `the webhooks could not be listed: ${error.message}`);
		return error;
	});

/** Registers a new webhook, then removes earlier ones. @throws If none exists afterwards; n8n ignores what is returned. */
export async function register(context: IHookFunctions): Promise<boolean> {
	const step = await openStep(context);
	const { account, known } = step;
	const { events } = readSettings(context);
	checkRegistration(events, step.entered.baseUrl, known.address);
	const keepsEarlier = isStart(context) && (await isListed(step)) !== false;
	if (!keepsEarlier) dropOtherAccount(step);
	const add = async (timeoutMs: number) => await createWebhook(step, timeoutMs);
	// Nobody has to wait if the earlier webhook still works, nor while a person watches a test.
	const mayWait = !keepsEarlier && !isTest(context);
	const added = mayWait ? retryDuringPublication(known.endpoint, add) : add(ADD_MS.max);
	const created = await added.catch((reason: Error) => {
		if (!keepsEarlier) throw reason;
		logWarning(context, `the existing webhook is kept, no new one was created: ${reason.message}`);
	});
	if (created === undefined) return true;
	if (known.webhook) known.orphaned.push(known.webhook);
	known.webhook = { id: created.id, account, registeredFor: registrationOf(step) };
	known.registration = created.registration;
	saveState(context, known);
	const listed = await listIfPossible(step);
	// Another webhook at our address was created by a request whose answer was lost.
	const others = Array.isArray(listed) ? listed.filter(({ url }) => url === known.address) : [];
	known.orphaned.push(...others.map(({ id }) => ({ id, account })));
	await removeOrphaned(step);
	return true;
}

/** Calls for the account before are refused from now on, whether or not this one can be registered. */
function dropOtherAccount({ context, account, known }: Step): void {
	const { registration, webhook } = known;
	if (!registration || registration.account === account) return;
	known.registration = { ...registration, hash: '' };
	if (webhook) known.orphaned.push(webhook);
	known.webhook = undefined;
	saveState(context, known);
}

async function createWebhook(
	{ context, entered, connection, account, known }: Step,
	timeoutMs: number,
) {
	const { events, filters, webhookName } = readSettings(context);
	const scoped = await withProfileIfPossible(connection);
	const warn = (words: string) => logWarning(context, words);
	// An unknown name must not keep n8n from starting.
	const onError = isStart(context) ? (error: UserError) => warn(error.message) : undefined;
	const notes = await noteFilters(scoped, filters, warn, onError);
	const { secret, time, hash } = await newSecret(context, entered, known.registration);
	const { profileId } = scoped;
	const registration = { time, hash, account, profileId, notes, lists: listsSeen(scoped) };
	noteUnderWay(context, registration);
	// The service may repeat the request in an error.
	connection.secrets.add(secret);
	// A service may refuse a name that exists. The earlier webhook does, and so may one whose answer was lost.
	const mark = fingerprint([known.endpoint, time, Date.now()]).slice(0, 8);
	const name = webhookName || `n8n: ${context.getWorkflow().name ?? 'workflow'}`;
	const webhook = {
		name: `${name} (${mark})`,
		url: known.address,
		headers: { [SECRET_HEADER]: secret },
		events,
	};
	const retry = { ...ONE_ATTEMPT, timeoutMs };
	return { id: await createWebhookWithId({ ...scoped, retry }, webhook), registration };
}

const isStart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** Also removes what earlier registrations left behind. @throws ServiceError if the webhook may still exist. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const known = loadState(context);
	if (!known.webhook && known.orphaned.length === 0) return true;
	const step = await openStep(context, known);
	if (known.webhook) await removeWebhook(step, known.webhook);
	known.webhook = undefined;
	await removeOrphaned(step);
	return true;
}

/** Webhooks that cannot be removed stay in the list for the next time. */
async function removeOrphaned(step: Step): Promise<void> {
	const { context, known } = step;
	const left: KnownState['orphaned'] = [];
	for (const [id, webhook] of new Map(known.orphaned.map((one) => [one.id, one]))) {
		if (id === known.webhook?.id) continue;
		await removeWebhook(step, webhook).catch((error) => {
			logWarning(context, `webhook ${id} stays until it can be removed: ${error.message}`);
			left.push(webhook);
		});
	}
	known.orphaned = left;
	saveState(context, known);
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
		`The address is ${quoted(new URL(address).origin)}. Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) to a public address, or use the 'Sales CRM Polling Trigger'.`,
	);
}

/** Whether only this machine can reach the address. */
const isLocal = (address: string): boolean =>
	/^((.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(new URL(address).hostname);
