import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isSameName } from '../api/events';
import { EVENTS } from '../api/eventKinds';
import { OTHER_EVENTS } from '../api/otherEvents';
import { connect } from '../auth/authenticator';
import { readFilters } from '../deals/filters';
import { forProfile, type RetryOptions } from '../transport/connection';
import type { Scheme } from '../transport/credential';
import { withoutInvisible } from '../utils/text';
import { chosenValues, toJsonObject, toList, toSwitch } from '../utils/values';
import { DOCUMENT_STATUSES, RECORD_TYPES_OPTION, RESULTS } from './properties';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The service, with the authentication and profile chosen in the trigger. */
export async function triggerConnection(context: TriggerContext, retry: RetryOptions) {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	return forProfile(await connect(context, scheme, retry), optionsOf(context).companyProfileId);
}

/** What a person set. An expression may give anything. @throws UserError naming the parameter that cannot be read. */
export function readSettings(context: TriggerContext) {
	const { additionalEvents, subscriptionName, recordTypes = ['deal'] } = optionsOf(context);
	const filters = toJsonObject(context.getNodeParameter('filters', {}), 'Filters');
	const { toStatusIds, fromStatusIds, pipelineIds, assigneeIds } = readFilters(filters);
	const chosen = [
		...toList(context.getNodeParameter('events', []), 'Trigger On'),
		...toList(additionalEvents, 'Additional Events'),
	].map(eventWord);
	return {
		/** By our own names, or the service's name for an event that has none. */
		chosen,
		/** The service's names to register, each once. */
		events: [...new Set(chosen.map(serviceNameOf))],
		filters: {
			...{ toStatusIds, fromStatusIds, pipelineIds, assigneeIds },
			results: chosenValues(filters.results, RESULTS),
			documentStatuses: toList(filters.documentStatuses, DOCUMENT_STATUSES.displayName).map(
				documentStatus,
			),
		},
		recordTypes: chosenValues(recordTypes, RECORD_TYPES_OPTION),
		simplify: toSwitch(context.getNodeParameter('simplify', true), 'Simplify'),
		/** Empty for one made from the workflow's name. */
		webhookName: withoutInvisible(subscriptionName),
	};
}

/** An event may be given by its value or its label; any other text is a name of the service. */
const eventWord = (text: string): string =>
	[...EVENTS, ...OTHER_EVENTS].find(({ value, name }) =>
		[value, name].some((one) => isSameName(one, text)),
	)?.value ?? text;

const serviceNameOf = (word: string): string =>
	EVENTS.find(({ value }) => value === word)?.serviceName ?? word;

/** The label "Partially Paid" stands for the value PARTIALLY_PAID. */
const documentStatus = (text: string): string => text.replace(/\s+/g, '_');

const optionsOf = (context: TriggerContext) =>
	toJsonObject(context.getNodeParameter('options', {}), 'Options');

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
