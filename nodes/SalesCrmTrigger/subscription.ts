import { randomBytes } from 'crypto';
import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import type { Connection } from '../service/http/connection';
import { ServiceError } from '../service/http/serviceError';
import {
	listSubscriptions,
	subscribe,
	subscriptionId,
	subscriptionUrl,
	unsubscribe,
} from '../service/api/subscriptions';
import { SECRET_HEADER } from './deliveryCheck';
import { triggerConnection, wantedEvents } from './settings';
import { stateOf } from './state';

/** The life of the trigger's one webhook at the service: confirmed, registered, removed. */

/**
 * Whether the registration we remember still fits and is still there. When the service cannot be
 * asked, what we remember stands: taking a good webhook down because n8n was started while the
 * service was not would be the worse mistake.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const { subscriptionId: id, secret, registeredFor } = stateOf(context);
	if (!id || !secret) return false;
	const crm = await triggerConnection(context);
	if (registeredFor !== settingsOf(context, crm)) return false;
	try {
		const entries = await listSubscriptions(crm);
		return entries.some((entry) => subscriptionId(entry) === id);
	} catch (error) {
		context.logger.warn(`Sales CRM Trigger: the webhook could not be confirmed: ${error.message}`);
		return true;
	}
}

/**
 * Registers the webhook with a fresh secret. The secret of an earlier registration is forgotten
 * thereby, so that calls of a hook which could not be removed start nothing any more.
 * @throws When there is no webhook afterwards: n8n ignores what this returns.
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	const crm = await triggerConnection(context);
	const url = context.getNodeWebhookUrl('default');
	if (!url) throw new NodeOperationError(context.getNode(), 'This workflow has no webhook address');

	const ours = new Set([...remembered(state), ...(await registeredAt(context, crm, url))]);
	state.leftBehind = await removeEach(context, crm, ours);
	delete state.subscriptionId;

	const secret = randomBytes(32).toString('hex');
	const answer = await subscribe(crm, {
		name: subscriptionName(context),
		url,
		method: 'POST',
		headers: { [SECRET_HEADER]: secret },
		events: wantedEvents(context),
	});
	const id = subscriptionId(answer) ?? (await registeredAt(context, crm, url))[0];
	if (id === undefined) {
		throw new NodeOperationError(context.getNode(), 'The service registered no webhook', {
			description: 'Its answer holds no id of a subscription, so it could never be removed again.',
		});
	}
	// Right after the remote success: n8n keeps this even when another node of the workflow fails.
	Object.assign(state, { subscriptionId: id, secret, registeredFor: settingsOf(context, crm) });
	return true;
}

/**
 * Removes the webhook and whatever an earlier registration left behind. One that is gone already
 * is as good as removed.
 * @throws ServiceError when the service could not be asked; what is left stays remembered.
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const state = stateOf(context);
	delete state.secret;
	const ids = remembered(state);
	if (ids.length === 0) return true;
	const crm = await triggerConnection(context);
	delete state.subscriptionId;
	state.leftBehind = ids;
	for (const id of ids) {
		await removeIfThere(crm, id);
		state.leftBehind = state.leftBehind.filter((left) => left !== id);
	}
	delete state.leftBehind;
	delete state.registeredFor;
	return true;
}

const remembered = ({ subscriptionId: id, leftBehind = [] }: ReturnType<typeof stateOf>) => [
	...(id ? [id] : []),
	...leftBehind,
];

/**
 * Subscriptions to this very address, where the service shows addresses. The address is this
 * node's alone, so they are ours: left by a reply that was lost, or by a crash before n8n saved.
 */
async function registeredAt(
	context: IHookFunctions,
	crm: Connection,
	url: string,
): Promise<string[]> {
	if (crm.profileId === undefined) return [];
	try {
		const entries = await listSubscriptions(crm);
		const atUrl = entries.filter((entry) => subscriptionUrl(entry) === url);
		return atUrl.map(subscriptionId).filter((id) => id !== undefined);
	} catch (error) {
		context.logger.warn(`Sales CRM Trigger: the webhooks could not be listed: ${error.message}`);
		return [];
	}
}

/** @returns The ids that could not be removed. */
async function removeEach(
	context: IHookFunctions,
	crm: Connection,
	ids: Iterable<string>,
): Promise<string[]> {
	const left: string[] = [];
	for (const id of ids) {
		try {
			await removeIfThere(crm, id);
		} catch (error) {
			context.logger.warn(`Sales CRM Trigger: an old webhook is left behind: ${error.message}`);
			left.push(id);
		}
	}
	return left;
}

async function removeIfThere(crm: Connection, id: string): Promise<void> {
	await unsubscribe(crm, id).catch((error) => {
		if (!(error instanceof ServiceError) || error.status !== 404) throw error;
	});
}

function subscriptionName(context: IHookFunctions): string {
	const { subscriptionName: chosen } = context.getNodeParameter('options', {}) as {
		subscriptionName?: string;
	};
	return chosen?.trim() || `n8n: ${context.getWorkflow().name ?? 'workflow'}`;
}

const settingsOf = (context: IHookFunctions, crm: Connection): string =>
	[
		crm.baseUrl,
		crm.profileId ?? '',
		subscriptionName(context),
		...wantedEvents(context).sort(),
		context.getNodeWebhookUrl('default') ?? '',
	].join(' | ');
