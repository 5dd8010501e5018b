import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * What the trigger remembers of its registration, in n8n's static data of the node. The test URL
 * and the production URL each have data of their own, so neither disturbs the other. Only the
 * lifecycle writes here: a delivery may run in another process, whose writing would undo this.
 */
export interface TriggerState {
	subscriptionId?: string;
	/** Sent by the service with every call; a call without it is refused. */
	secret?: string;
	/** Profile, events and chosen name of the registration, to notice that they were changed. */
	registeredFor?: string;
	/** Base URL of the service where all these ids are known, and the address it was told to call. */
	service?: string;
	address?: string;
	/** Earlier subscriptions of ours that could not be removed yet. */
	leftBehind?: string[];
}

export const stateOf = (context: IHookFunctions | IWebhookFunctions): TriggerState =>
	context.getWorkflowStaticData('node') as TriggerState;

/** Ids of all subscriptions that were registered and not removed since. */
export const remembered = ({ subscriptionId: id, leftBehind = [] }: TriggerState): string[] => [
	...(id === undefined ? [] : [id]),
	...leftBehind,
];

/** Forgets a subscription that is gone; with the last of its kind goes its secret. */
export function forget(state: TriggerState, id: string): void {
	if (state.subscriptionId === id) {
		delete state.subscriptionId;
		delete state.secret;
		delete state.registeredFor;
	}
	const left = (state.leftBehind ?? []).filter((other) => other !== id);
	if (left.length > 0) state.leftBehind = left;
	else delete state.leftBehind;
}
