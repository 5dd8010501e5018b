import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UserError } from '../utils/userError';
import { endpointOf } from './settings';

/**
 * What is known of the trigger's webhooks at the service.
 *
 * 1. n8n's static data of the node hold what is needed to remove them. n8n saves them once all triggers of a workflow
 *    are up, in one piece with those of other nodes, and the last writer wins (n8n, `workflow-static-data.service`).
 *    A test has static data of its own, which n8n forgets when it is begun again.
 * 2. So this process also remembers what it registered last. A call is served without it: any process knows the
 *    secret that is derived (`secret.ts`).
 * 3. Static data of another endpoint or address are ignored, and left as they are until something is registered:
 *    copies made through n8n's API, or on another host, carry those of the original.
 * 4. Only the lifecycle writes. Keys at the top are written whole: n8n does not notice a change within.
 */

/** A webhook at the service. */
export interface Webhook {
	id: string;
	/** Base URL of the service that it was registered at. */
	service: string;
	/** Profile, events and chosen name, to notice that they were changed. */
	registeredFor: string;
}

export interface TriggerState {
	endpoint?: string;
	address?: string;
	/** Sent by the service with every call; kept when the webhook is removed, to be used again. */
	secret?: string;
	/** The one in force. */
	webhook?: Webhook;
	/** Ids of earlier ones that could not be removed yet. */
	orphaned?: string[];
}

/** By endpoint: what this process registered last. Exported for the tests, in which a process ends. */
export const processMemory = new Map<string, Pick<TriggerState, 'secret' | 'webhook'>>();

/** The secrets that were registered, as far as they are known here. */
export function knownSecrets(context: IWebhookFunctions): string[] {
	const endpoint = endpointOf(context);
	const state = context.getWorkflowStaticData('node') as TriggerState;
	const stored = state.endpoint === endpoint ? state.secret : undefined;
	const all = [stored, processMemory.get(endpoint)?.secret];
	return all.filter((secret) => secret !== undefined);
}

/** For a step of the lifecycle: to be changed, and saved. */
export type Known = TriggerState &
	Required<Pick<TriggerState, 'endpoint' | 'address' | 'orphaned'>>;

/** @throws UserError when n8n gives this node no address. */
export function loadState(context: IHookFunctions): Known {
	const endpoint = endpointOf(context);
	const address = context.getNodeWebhookUrl('default');
	if (!address) throw new UserError('This workflow has no webhook address', 'Report this to n8n.');
	const stored = context.getWorkflowStaticData('node') as TriggerState;
	const isOwn = stored.endpoint === endpoint && stored.address === address;
	// n8n's static data are proxies (n8n-workflow, `observable-object`).
	const own = isOwn ? (JSON.parse(JSON.stringify(stored)) as TriggerState) : {};
	const memory = processMemory.get(endpoint) ?? {};
	const [webhook, ...older] = [memory.webhook, own.webhook].filter((one) => one !== undefined);
	const earlier = [...older.map(({ id }) => id), ...(own.orphaned ?? [])];
	const orphaned = earlier.filter((id) => id !== webhook?.id);
	return { endpoint, address, secret: memory.secret ?? own.secret, webhook, orphaned };
}

/** After each step: n8n keeps it even when another node of the workflow fails. */
export function saveState(context: IHookFunctions, known: Known): void {
	const { secret, webhook, endpoint } = known;
	Object.assign(context.getWorkflowStaticData('node'), known);
	processMemory.set(endpoint, { secret, webhook });
}
