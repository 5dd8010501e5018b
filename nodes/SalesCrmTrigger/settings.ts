import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isSameName } from '../api/events';
import { EVENTS } from '../api/eventKinds';
import { OTHER_EVENTS } from '../api/otherEvents';
import { connect } from '../auth/authenticator';
import { readFilters } from '../deals/filters';
import { forProfile, type RetryOptions } from '../transport/connection';
import type { Scheme } from '../transport/credential';
import { withoutInvisible } from '../utils/text';
import { chosenOption, toJsonObject, toList, toSwitch } from '../utils/values';
import { DOCUMENT_STATUSES, RECORD_TYPES_OPTION, RESULTS } from './properties';

/** What a person set in the trigger, as its lifecycle and its calls read it. An expression may give anything. */

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The service with the sign-in and profile chosen in the trigger. */
export async function triggerConnection(context: TriggerContext, retry: RetryOptions) {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	return forProfile(await connect(context, scheme, retry), optionsOf(context).companyProfileId);
}

/** @throws UserError naming the parameter that cannot be read. */
export function readSettings(context: TriggerContext) {
	const { additionalEvents, subscriptionName, recordTypes = ['deal'] } = optionsOf(context);
	const filters = toJsonObject(context.getNodeParameter('filters', {}), 'Filters');
	const { toStatusIds, fromStatusIds, pipelineIds, assigneeIds } = readFilters(filters);
	const chosen = [
		...toList(context.getNodeParameter('events', []), 'Trigger On'),
		...toList(additionalEvents, 'Additional Events'),
	].map(eventWord);
	return {
		/** Our own words, and the service's names of events for which there is none. */
		chosen,
		/** The names to register, each once. */
		events: [...new Set(chosen.map(serviceNameOf))],
		filters: {
			...{ toStatusIds, fromStatusIds, pipelineIds, assigneeIds },
			results: choices(filters.results, RESULTS),
			documentStatuses: toList(filters.documentStatuses, DOCUMENT_STATUSES.displayName).map(
				documentStatus,
			),
		},
		/** An event that names no type is about a deal. */
		recordTypes: choices(recordTypes, RECORD_TYPES_OPTION),
		simplify: toSwitch(context.getNodeParameter('simplify', true), 'Simplify'),
		/** Empty where the workflow's name will do. */
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

const choices = (given: unknown, field: Parameters<typeof chosenOption>[1]): string[] =>
	toList(given, field.displayName).map((one) => chosenOption(one, field).value);

/** By value or label: of "Partially Paid" the value is PARTIALLY_PAID. */
const documentStatus = (text: string): string => text.replace(/\s+/g, '_');

const optionsOf = (context: TriggerContext) =>
	toJsonObject(context.getNodeParameter('options', {}), 'Options');

/**
 * Tells the address of this trigger from all others of this n8n. Not the address itself: processes that serve
 * webhooks may have another `WEBHOOK_URL`.
 */
export function endpointOf(context: TriggerContext): string {
	const { webhookId, name } = context.getNode();
	const kind = isTest(context) ? 'test' : 'production';
	return JSON.stringify([kind, context.getWorkflow().id, webhookId ?? name]);
}

/** n8n ends tests in the mode `internal`, as of a workflow that is not active (n8n, `test-webhooks`). */
export function isTest(context: TriggerContext): boolean {
	const mode = context.getMode();
	return mode === 'manual' || (mode === 'internal' && !context.getWorkflow().active);
}
