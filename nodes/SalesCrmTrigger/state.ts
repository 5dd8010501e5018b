import type { IHookFunctions } from 'n8n-workflow';

import { UserError } from '../utils/userError';
import { endpointOf, type TriggerContext } from './settings';

/**
 * The trigger's webhooks, as n8n's static data and this process know them. The state with the later secret counts: n8n
 * saves the static data of all nodes of a workflow together, and the last writer wins (`workflow-static-data.service`), so
 * they may be out of date. n8n forgets those of a test when a new test begins.
 */
export interface TriggerState {
	endpoint?: string;
	address?: string;
	secret?: NotedSecret;
	/** The current one, with the Base URL of its service and the settings that it was registered for. */
	webhook?: { id: string; service: string; registeredFor: string; profileId?: string };
	/** IDs of earlier ones that could not be removed yet. */
	orphaned?: string[];
}

/** The time of a secret in milliseconds since the Unix epoch, and its hash. */
export type NotedSecret = { time: number; hash: string };

/** By endpoint, with the secret of a registration that has not ended. Exported for tests. */
export const processMemory = new Map<string, TriggerState & { underWay?: NotedSecret }>();

/** The state that counts comes first. A copied workflow has the static data of the original, which are left out. */
function statesOf(context: TriggerContext): TriggerState[] {
	const endpoint = endpointOf(context);
	const stored = context.getWorkflowStaticData('node') as TriggerState;
	const states = [processMemory.get(endpoint) ?? {}, stored.endpoint === endpoint ? stored : {}];
	return states.sort((a, b) => (b.secret?.time ?? 0) - (a.secret?.time ?? 0));
}

export const knownSecret = (context: TriggerContext) => ({
	noted: statesOf(context)[0].secret,
	underWay: processMemory.get(endpointOf(context))?.underWay,
});

/** The service may call our address before it answers the registration. */
export function noteUnderWay(context: TriggerContext, underWay: NotedSecret): void {
	const endpoint = endpointOf(context);
	processMemory.set(endpoint, { ...processMemory.get(endpoint), underWay });
}

export type Known = ReturnType<typeof loadState>;

/** A copy to change and save. @throws UserError if n8n gives this node no address. */
export function loadState(context: IHookFunctions) {
	const address = context.getNodeWebhookUrl('default');
	if (!address) throw new UserError('This workflow has no webhook address', 'Report this to n8n.');
	const own = statesOf(context).filter((one) => one.address === address);
	// Copied, because n8n's static data are proxies (n8n-workflow, `observable-object`).
	const states = JSON.parse(JSON.stringify(own)) as TriggerState[];
	const { secret, webhook } = states[0] ?? {};
	const earlier = states.flatMap((one) => [...(one.orphaned ?? []), one.webhook?.id ?? []].flat());
	const orphaned = earlier.filter((id) => id !== webhook?.id);
	return { endpoint: endpointOf(context), address, secret, webhook, orphaned };
}

/** Top-level keys are replaced whole, because n8n does not notice a change inside them. */
export function saveState(context: IHookFunctions, known: Known): void {
	Object.assign(context.getWorkflowStaticData('node'), known);
	processMemory.set(known.endpoint, { ...known });
}
