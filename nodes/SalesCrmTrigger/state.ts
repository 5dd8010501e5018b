import type { IHookFunctions } from 'n8n-workflow';

import type { ListName } from '../api/source';
import type { Account } from '../transport/account';
import { Remembered } from '../utils/remembered';
import { fingerprint } from '../utils/text';
import { UserError } from '../utils/userError';
import type { FilterNotes } from './eventFilters';
import { endpointOf, type TriggerContext } from './settings';

/**
 * The trigger's webhooks, as n8n's static data and this process know them. The state with the later secret counts: n8n
 * saves the static data of all nodes of a workflow together, and the last writer wins (`workflow-static-data.service`), so
 * they may be out of date. n8n forgets those of a test when a new test begins.
 */
export interface TriggerState {
	endpoint?: string;
	address?: string;
	/** The latest, whether or not its webhook still exists. */
	registration?: Registration;
	webhook?: OwnWebhook & { registeredFor: string };
	/** Earlier ones that could not be removed yet. */
	orphaned?: OwnWebhook[];
}

/** Calls are judged by what was registered, because reading the credential costs more than the rest of a call. */
export interface Registration extends Subscriber {
	/** Of the secret, in milliseconds since the Unix epoch. */
	time: number;
	/** Of the secret. Empty if calls with it no longer pass. */
	hash: string;
}

/** Who registered, and what was found out then. */
export interface Subscriber {
	/** See {@link accountMark}. */
	account: string;
	/** Undefined if it is not known. */
	profileId?: string;
	notes?: FilterNotes;
	/** Lists that the service offers, so that a later 404 does not mean that it has none. */
	lists?: ListName[];
}

export type OwnWebhook = { id: string; account: string };

/** Tells accounts apart. It is short because exports of a workflow include it. */
export const accountMark = (endpoint: string, { key }: Account): string =>
	fingerprint([endpoint, key]).slice(0, 8);

type ProcessState = TriggerState & { pending?: Registration };

/** By endpoint, with a registration that has not ended. Exported for tests. */
export const processMemory = new Remembered<ProcessState>(5_000);

/** The state that counts comes first. A copied workflow has the static data of the original, which are left out. */
function statesOf(context: TriggerContext): TriggerState[] {
	const endpoint = endpointOf(context);
	const stored = context.getWorkflowStaticData('node') as TriggerState;
	const states = [processMemory.get(endpoint) ?? {}, stored.endpoint === endpoint ? stored : {}];
	return states.sort((a, b) => (b.registration?.time ?? 0) - (a.registration?.time ?? 0));
}

export const registrationsOf = (context: TriggerContext) => ({
	latest: statesOf(context)[0].registration,
	pending: processMemory.get(endpointOf(context))?.pending,
});

/** The service may call our address before it answers the registration. */
export function notePending(context: TriggerContext, pending: Registration): void {
	const endpoint = endpointOf(context);
	processMemory.set(endpoint, { ...processMemory.get(endpoint), pending });
}

export type SavedState = ReturnType<typeof loadState>;

/** A copy to change and save. @throws UserError if n8n gives this node no address. */
export function loadState(context: IHookFunctions) {
	const address = context.getNodeWebhookUrl('default');
	if (!address) throw new UserError('This workflow has no webhook address', 'Report this to n8n.');
	const atAddress = statesOf(context).filter((one) => one.address === address);
	// Copied, because n8n's static data are proxies (n8n-workflow, `observable-object`).
	const states = JSON.parse(JSON.stringify(atAddress)) as TriggerState[];
	const { registration, webhook } = states[0] ?? {};
	const earlier = states.flatMap((one) => [...(one.orphaned ?? []), one.webhook ?? []].flat());
	const orphaned = earlier
		.filter(({ id }) => id !== webhook?.id)
		.map(({ id, account }) => ({ id, account }));
	return { endpoint: endpointOf(context), address, registration, webhook, orphaned };
}

/** Top-level keys are replaced whole, because n8n does not notice a change inside them. */
export function saveState(context: IHookFunctions, state: SavedState): void {
	Object.assign(context.getWorkflowStaticData('node'), state);
	processMemory.set(state.endpoint, { ...state });
}
