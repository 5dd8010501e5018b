import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * What is known of the webhook, in two places.
 *
 * 1. n8n's static data of the node, which outlive the process. n8n keeps those of all nodes of a workflow in one
 *    piece, and the last writer wins (n8n, `workflow-static-data.service`). It saves them only when all triggers are
 *    up (2.41, `workflow-trigger-activator`; 1.123, `active-workflow-manager`). So they may be old, or empty.
 * 2. This process, which knows what it did itself, at once, and forgets it when it ends.
 * 3. Of the two the newer counts: the one whose number is higher, and of equal ones what this process knows.
 *    A number is never given twice, nor forgotten when its webhook is removed.
 * 4. Only the lifecycle writes static data: a call may be served by another process, whose writing would undo this.
 * 5. Static data of another endpoint are as good as none: a workflow that is copied by n8n's API takes them along.
 */

/** A webhook at the service that may have to be removed. */
export interface Registered {
	id: string;
	/** Whose it is: the profile, or the token where none is named. Only its own list tells that it is gone. */
	account: string;
}

/** The static data. The test URL and the production URL each have their own, so neither disturbs the other. */
export interface TriggerState {
	/** Highest number of a registration so far, see `secret.ts`; kept when the webhook is removed. */
	number?: number;
	/** The node's own key for the secrets of its registrations, in base64url. */
	key?: string;
	subscriptionId?: string;
	/** Sent by the service with every call. */
	secret?: string;
	account?: string;
	/** Profile, events and chosen name of the registration, to notice that they were changed. */
	registeredFor?: string;
	/** Base URL of the service where all these ids are known, and the address it was told to call. */
	service?: string;
	address?: string;
	/** The endpoint that all this is about, see `endpointOf`. */
	endpoint?: string;
	/** Earlier webhooks of ours that could not be removed yet. */
	leftBehind?: Registered[];
}

/** What this process knows of one endpoint. */
export interface ProcessMemory {
	/** The state after the last registration or removal of this process; empty before the first. */
	state: TriggerState;
	/** The node's own key, where static data do not hold it, or do so no more. */
	key?: string;
	/** Secret of a registration that is under way. */
	underWay?: string;
	/** The newest secret that passed although it was not stored: another process registered it. */
	passed?: { secret: string; number: number };
	/** Highest number that was given or that passed here, that of a registration without success included. */
	highest: number;
	/** The key derived from the credential, and until when it is not read again (milliseconds). */
	derived?: { key: Buffer | undefined; until: number };
	/** When a refused call was last told in the log, in milliseconds. */
	toldAt?: number;
}

/** What one call, or one step of the lifecycle, goes by. */
export interface KnownWebhook {
	endpoint: string;
	/** n8n's static data. */
	state: TriggerState;
	memory: ProcessMemory;
}

/** By endpoint; exported for the tests, in which a process ends. */
export const processMemory = new Map<string, ProcessMemory>();

/** For a call: the static data as n8n has them, to be read. */
export function readState(context: IWebhookFunctions): KnownWebhook {
	const known = openState(context);
	return isOfAnother(known) ? { ...known, state: {} } : known;
}

/** For the lifecycle: the static data brought up to date from what this process knows, to be written. */
export function loadState(context: IHookFunctions): KnownWebhook {
	const known = openState(context);
	const { state, memory } = known;
	if (isOfAnother(known)) clear(state);
	if (memory.state.number !== undefined && memory.state.number >= (state.number ?? 0)) {
		clear(state);
		Object.assign(state, structuredClone(memory.state));
	}
	return known;
}

function openState(context: IHookFunctions | IWebhookFunctions): KnownWebhook {
	const endpoint = endpointOf(context);
	const memory = processMemory.get(endpoint) ?? { state: {}, highest: 0 };
	processMemory.set(endpoint, memory);
	return { endpoint, memory, state: context.getWorkflowStaticData('node') as TriggerState };
}

/**
 * Tells the address of this webhook from all others of this n8n: what n8n makes its path from, and whether it is the
 * test's. Not the address itself: processes that serve webhooks may have another `WEBHOOK_URL`.
 */
function endpointOf(context: IHookFunctions | IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	const { id, active } = context.getWorkflow();
	const mode = context.getMode();
	// n8n ends both kinds in the mode `internal`; it tests a workflow as one that is not active (n8n, `test-webhooks`).
	const isTest = mode === 'manual' || (mode === 'internal' && !active);
	return JSON.stringify([isTest ? 'test' : 'production', id, webhookId ?? name]);
}

const isOfAnother = ({ state, endpoint }: KnownWebhook): boolean =>
	state.endpoint !== undefined && state.endpoint !== endpoint;

function clear(state: TriggerState): void {
	for (const name of Object.keys(state) as Array<keyof TriggerState>) delete state[name];
}

/** Keeps the state in this process, too, after it was changed. */
export function keepState({ state, memory }: KnownWebhook): void {
	// A step that n8n gave up may end beside the next one.
	if ((state.number ?? 0) < (memory.state.number ?? 0)) return;
	// n8n's static data are proxies (n8n-workflow, `observable-object`), which cannot be cloned.
	memory.state = JSON.parse(JSON.stringify(state)) as TriggerState;
}

/** All webhooks that were registered and not removed since. */
export const registeredWebhooks = ({
	subscriptionId: id,
	account = '',
	leftBehind = [],
}: TriggerState): Registered[] => [...(id === undefined ? [] : [{ id, account }]), ...leftBehind];

/** Forgets a webhook that is gone; with the one in force goes its secret. */
export function forget(state: TriggerState, id: string): void {
	if (state.subscriptionId === id) {
		delete state.subscriptionId;
		delete state.secret;
		delete state.registeredFor;
		delete state.account;
	}
	setLeftBehind(
		state,
		(state.leftBehind ?? []).filter((other) => other.id !== id),
	);
}

/** The webhook may still be there: its calls are refused from now on, and it is removed when that can be done. */
export function leaveBehind(state: TriggerState, one: Registered): void {
	forget(state, one.id);
	setLeftBehind(state, [...(state.leftBehind ?? []), one]);
}

export function setLeftBehind(state: TriggerState, left: Registered[]): void {
	if (left.length > 0) state.leftBehind = left;
	else delete state.leftBehind;
}
