import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { eventWord, serviceNamesOf } from '../api/events';
import { connect } from '../auth/authenticator';
import { readParameters } from '../parameters/trigger';
import { forProfile, type RetryOptions } from '../transport/connection';
import { withoutInvisible } from '../utils/text';
import type { EventFilters } from './eventFilters';
import { parameters } from './properties';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The service, with the authentication and profile chosen in the trigger. @throws UserError */
export async function triggerConnection(context: TriggerContext, retry: RetryOptions) {
	const { authentication, options } = readParameters(context, parameters);
	return forProfile(await connect(context, authentication, retry), options.companyProfileId);
}

/** What a person set. @throws UserError naming the parameter that cannot be read. */
export function readSettings(context: TriggerContext) {
	const set = readParameters(context, parameters);
	const { additionalEvents = [], subscriptionName, recordTypes = ['deal'] } = set.options;
	const chosen = [...set.events, ...additionalEvents].map(eventWord);
	return {
		/** By our own names, or the service's name for an event that has none. */
		chosen,
		/** The service's names to register, each once. */
		events: serviceNamesOf(chosen),
		filters: { ...NO_EVENT_FILTERS, ...set.filters },
		recordTypes,
		simplify: set.simplify,
		/** Empty for one made from the workflow's name. */
		webhookName: withoutInvisible(subscriptionName),
	};
}

const NO_EVENT_FILTERS: EventFilters = {
	...{ toStatusIds: [], fromStatusIds: [], pipelineIds: [], assigneeIds: [] },
	...{ results: [], documentStatuses: [] },
};

/** Identifies this trigger within n8n. Its address does not: other processes may have another `WEBHOOK_URL`. */
export function endpointOf(context: TriggerContext): string {
	const { webhookId, name } = context.getNode();
	const kind = isTest(context) ? 'test' : 'production';
	return JSON.stringify([kind, context.getWorkflow().id, webhookId ?? name]);
}

/** n8n ends a test in the mode `internal`, with a workflow that is not active (n8n, `test-webhooks`). */
export function isTest(context: TriggerContext): boolean {
	const mode = context.getMode();
	return mode === 'manual' || (mode === 'internal' && !context.getWorkflow().active);
}
