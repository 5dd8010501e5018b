import type { IHookFunctions } from 'n8n-workflow';

import { withProfileIfPossible } from '../api/profiles';
import { listsSeen } from '../api/source';
import { createWebhookWithId, listWebhooks } from '../api/webhooks';
import type { ServiceError } from '../transport/errors';
import { fingerprint, quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { ADD_MS, retryDuringPublication } from './publication';
import { noteFilters } from './filterNames';
import {
	isOfAccount,
	logWarning,
	ONE_ATTEMPT,
	type OpenTrigger,
	openTrigger,
	removeWebhook,
} from './openTrigger';
import { newSecret, SECRET_HEADER } from './secret';
import { isTest, readSettings } from './settings';
import { loadState, notePending, type OwnWebhook, type SavedState, saveState } from './state';

/**
 * Registers, confirms and removes the trigger's one webhook at the service. A webhook is ours if we were given its ID, or
 * if it has our address, which no other node has. All others are left alone.
 */

/** If this changes, the webhook is registered anew. Renaming the workflow does not change it. */
function registrationOf({ context, enteredProfileId }: OpenTrigger): string {
	const { events, filters, webhookName } = readSettings(context);
	return fingerprint([enteredProfileId, webhookName, events.toSorted(), filters]);
}

/** Whether our webhook still exists and fits account and settings. If the list cannot be read, it is assumed to exist. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const trigger = await openTrigger(context);
	const { account, connection, state } = trigger;
	const { webhook } = state;
	const fits = webhook?.account === account && webhook.registeredFor === registrationOf(trigger);
	if (!fits) return false;
	// Without a profile the service may refuse the list each time, although the token implies the profile.
	return (await isListed(trigger)) ?? connection.profileId !== undefined;
}

/** Whether the list contains our webhook, at our address if it shows addresses; undefined if it cannot be read. */
async function isListed(trigger: OpenTrigger): Promise<boolean | undefined> {
	const { webhook, address } = trigger.state;
	if (!webhook) return false;
	const listed = await listIfPossible(trigger);
	if (!Array.isArray(listed)) {
		const isRefused = [401, 403].includes(listed.status ?? 0);
		return isRefused && !isOfAccount(trigger, webhook) ? false : undefined;
	}
	return listed.some(({ id, url = address }) => id === webhook.id && url === address);
}

const listIfPossible = async ({ context, connection }: OpenTrigger) =>
	await listWebhooks(connection).catch((error: ServiceError) => {
		logWarning(context, `the webhooks could not be listed: ${error.message}`);
		return error;
	});

/** Registers a new webhook, then removes earlier ones. @throws If none exists afterwards; n8n ignores what is returned. */
export async function register(context: IHookFunctions): Promise<boolean> {
	const trigger = await openTrigger(context);
	const { connection, state } = trigger;
	checkRegistration(readSettings(context).events, connection.baseUrl, state.address);
	const toKeep = await webhookToKeep(trigger);
	if (!toKeep) dropOtherAccount(trigger);
	const create = async (timeoutMs: number) => await createOwnWebhook(trigger, timeoutMs);
	// Nobody has to wait if the earlier webhook still works, nor while a person watches a test.
	const mayWait = !toKeep && !isTest(context);
	const creation = mayWait ? retryDuringPublication(state.endpoint, create) : create(ADD_MS.max);
	await creation.then(
		async () => await removeOthers(trigger),
		(reason: Error) => {
			if (!toKeep) throw reason;
			const words = 'the existing webhook is kept, no new one was created';
			logWarning(context, `${words}: ${reason.message}`);
		},
	);
	return true;
}

/** While n8n starts, the webhook that exists, or may exist, is better than none. */
async function webhookToKeep(trigger: OpenTrigger): Promise<OwnWebhook | undefined> {
	if (!isStart(trigger.context)) return undefined;
	return (await isListed(trigger)) === false ? undefined : trigger.state.webhook;
}

/** Calls for the account before are refused from now on, whether or not this one can be registered. */
function dropOtherAccount({ context, account, state }: OpenTrigger): void {
	const { registration, webhook } = state;
	if (!registration || registration.account === account) return;
	state.registration = { ...registration, hash: '' };
	if (webhook) state.orphaned.push(webhook);
	state.webhook = undefined;
	saveState(context, state);
}

/** Takes the place of the earlier one, which is removed afterwards. */
async function createOwnWebhook(trigger: OpenTrigger, timeoutMs: number): Promise<void> {
	const { context, account, state } = trigger;
	const { events, filters, webhookName } = readSettings(context);
	const connection = await withProfileIfPossible(trigger.connection);
	const warn = (words: string) => logWarning(context, words);
	// An unknown name must not keep n8n from starting.
	const onError = isStart(context) ? (error: UserError) => warn(error.message) : undefined;
	const notes = await noteFilters(connection, filters, warn, onError);
	const { secret, time, hash } = await newSecret(trigger);
	const { profileId } = connection;
	const registration = { time, hash, account, profileId, notes, lists: listsSeen(connection) };
	notePending(context, registration);
	// The service may repeat the request in an error.
	connection.secrets.add(secret);
	// A service may refuse a name that exists. The earlier webhook does, and so may one whose answer was lost.
	const mark = fingerprint([state.endpoint, time, Date.now()]).slice(0, 8);
	const name = webhookName || `n8n: ${context.getWorkflow().name ?? 'workflow'}`;
	const webhook = {
		name: `${name} (${mark})`,
		url: state.address,
		headers: { [SECRET_HEADER]: secret },
		events,
	};
	const retry = { ...ONE_ATTEMPT, timeoutMs };
	const id = await createWebhookWithId({ ...connection, retry }, webhook);
	if (state.webhook) state.orphaned.push(state.webhook);
	state.webhook = { id, account, registeredFor: registrationOf(trigger) };
	state.registration = registration;
	saveState(context, state);
}

/** Another webhook at our address was created by a request whose answer was lost. */
async function removeOthers(trigger: OpenTrigger): Promise<void> {
	const { account, state } = trigger;
	const listed = await listIfPossible(trigger);
	const others = Array.isArray(listed) ? listed.filter(({ url }) => url === state.address) : [];
	state.orphaned.push(...others.map(({ id }) => ({ id, account })));
	await removeOrphaned(trigger);
}

const isStart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** Also removes what earlier registrations left behind. @throws ServiceError if the webhook may still exist. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const state = loadState(context);
	if (!state.webhook && state.orphaned.length === 0) return true;
	const trigger = await openTrigger(context, state);
	if (state.webhook) await removeWebhook(trigger, state.webhook);
	state.webhook = undefined;
	await removeOrphaned(trigger);
	return true;
}

/** Webhooks that cannot be removed stay in the list for the next time. */
async function removeOrphaned(trigger: OpenTrigger): Promise<void> {
	const { context, state } = trigger;
	const left: SavedState['orphaned'] = [];
	for (const [id, webhook] of new Map(state.orphaned.map((one) => [one.id, one]))) {
		if (id === state.webhook?.id) continue;
		await removeWebhook(trigger, webhook).catch((error) => {
			logWarning(context, `webhook ${id} stays until it can be removed: ${error.message}`);
			left.push(webhook);
		});
	}
	state.orphaned = left;
	saveState(context, state);
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
