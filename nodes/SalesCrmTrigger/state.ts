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
	/** Service, profile and events of the registration, to notice that they were changed. */
	registeredFor?: string;
	/** Earlier subscriptions of ours that could not be removed yet. */
	leftBehind?: string[];
}

export const stateOf = (context: IHookFunctions | IWebhookFunctions): TriggerState =>
	context.getWorkflowStaticData('node') as TriggerState;
