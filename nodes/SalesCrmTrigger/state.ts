import type { IHookFunctions } from 'n8n-workflow';

import { UserError } from '../utils/userError';
import { endpointOf, type TriggerContext } from './settings';

/**
 * What is known of the trigger's webhooks at the service. n8n's static data of the node have what is needed to remove
 * them. n8n saves them once all triggers of a workflow are up, in one piece with those of other nodes, and the last writer
 * wins (n8n, `workflow-static-data.service`); a test has static data of its own, which n8n forgets when it is begun again.
 * So this process remembers the same, and of the two the one with the later secret counts.
 */
export interface TriggerState {
	endpoint?: string;
	address?: string;
	/** Of the latest registration. */
	secret?: NotedSecret;
	/** The one in force: with the Base URL of its service, and what it was registered for, to notice that this changed. */
	webhook?: { id: string; service: string; registeredFor: string; profileId?: string };
	/** Ids of earlier ones that could not be removed yet. */
	orphaned?: string[];
}

/** What is kept of a secret (`secret.ts`): its time in milliseconds since the Unix epoch, and a hash. */
export type NotedSecret = { time: number; hash: string };

/** By endpoint, with the secret that is being registered. Exported for the tests, in which a process ends. */
export const processMemory = new Map<string, TriggerState & { underWay?: NotedSecret }>();

/** The one that counts first. Copies of the workflow have the static data of the original: those are ignored. */
function statesOf(context: TriggerContext): TriggerState[] {
	const endpoint = endpointOf(context);
	const stored = context.getWorkflowStaticData('node') as TriggerState;
	const states = [processMemory.get(endpoint) ?? {}, stored.endpoint === endpoint ? stored : {}];
	return states.sort((a, b) => (b.secret?.time ?? 0) - (a.secret?.time ?? 0));
}

/** The secret of the webhook, as far as it is known here. */
export const knownSecret = (context: TriggerContext) => ({
	noted: statesOf(context)[0].secret,
	underWay: processMemory.get(endpointOf(context))?.underWay,
});

/** The service may try the address out before it answers. */
export function noteUnderWay(context: TriggerContext, underWay: NotedSecret): void {
	const endpoint = endpointOf(context);
	processMemory.set(endpoint, { ...processMemory.get(endpoint), underWay });
}

/** For a step of the lifecycle: to be changed, and saved. */
export type Known = ReturnType<typeof loadState>;

/** @throws UserError when n8n gives this node no address. */
export function loadState(context: IHookFunctions) {
	const address = context.getNodeWebhookUrl('default');
	if (!address) throw new UserError('This workflow has no webhook address', 'Report this to n8n.');
	const own = statesOf(context).filter((one) => one.address === address);
	// n8n's static data are proxies (n8n-workflow, `observable-object`).
	const states = JSON.parse(JSON.stringify(own)) as TriggerState[];
	const { secret, webhook } = states[0] ?? {};
	const earlier = states.flatMap((one) => [...(one.orphaned ?? []), one.webhook?.id ?? []].flat());
	const orphaned = earlier.filter((id) => id !== webhook?.id);
	return { endpoint: endpointOf(context), address, secret, webhook, orphaned };
}

/**
 * After each step: n8n keeps it even when another node of the workflow fails. Keys at the top are written whole, because
 * n8n does not notice a change within. Only the lifecycle writes: calls run in other processes, too.
 */
export function saveState(context: IHookFunctions, known: Known): void {
	Object.assign(context.getWorkflowStaticData('node'), known);
	processMemory.set(known.endpoint, { ...known });
}
