import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UserError } from '../utils/userError';
import { endpointOf } from './settings';

/**
 * What is known of the trigger's webhooks at the service.
 *
 * 1. n8n's static data of the node hold what is needed to remove them. n8n saves them once all triggers of a workflow
 *    are up, in one piece with those of other nodes, and the last writer wins (n8n, `workflow-static-data.service`).
 *    A test has static data of its own, which n8n forgets when it is begun again.
 * 2. So this process also remembers what it registered last. Of two secrets the later one is that of the webhook.
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

/** What is kept of a secret (`secret.ts`). */
export interface NotedSecret {
	/** Milliseconds since the Unix epoch. */
	time: number;
	hash: string;
}

export interface TriggerState {
	endpoint?: string;
	address?: string;
	/** Of the latest registration. */
	secret?: NotedSecret;
	/** The one in force. */
	webhook?: Webhook;
	/** Ids of earlier ones that could not be removed yet. */
	orphaned?: string[];
}

/**
 * By endpoint: what this process registered last, and the hash of a secret that is being registered. Exported for the
 * tests, in which a process ends.
 */
export const processMemory = new Map<
	string,
	Pick<TriggerState, 'secret' | 'webhook'> & { underWay?: string }
>();

/** The secret of the webhook, as far as it is known here. */
export function knownSecret(context: IWebhookFunctions) {
	const endpoint = endpointOf(context);
	const state = context.getWorkflowStaticData('node') as TriggerState;
	const memory = processMemory.get(endpoint);
	const stored = state.endpoint === endpoint ? state.secret : undefined;
	return { noted: laterOf(stored, memory?.secret), underWay: memory?.underWay };
}

const laterOf = (one: NotedSecret | undefined, other: NotedSecret | undefined) =>
	one && other ? (one.time > other.time ? one : other) : (one ?? other);

/** The service may try the address out before it answers. */
export function noteUnderWay(endpoint: string, { hash }: NotedSecret): void {
	processMemory.set(endpoint, { ...processMemory.get(endpoint), underWay: hash });
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
	return { endpoint, address, secret: laterOf(own.secret, memory.secret), webhook, orphaned };
}

/** After each step: n8n keeps it even when another node of the workflow fails. */
export function saveState(context: IHookFunctions, known: Known): void {
	const { secret, webhook, endpoint } = known;
	Object.assign(context.getWorkflowStaticData('node'), known);
	processMemory.set(endpoint, { secret, webhook });
}
