import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { type CrmEvent, dealOf, isSameName, readEvent } from '../api/events';
import { toNodeError } from '../transport/errors';
import { throttledWarning } from '../transport/hints';
import { isChosen } from '../utils/lists';
import { beginning, quoted } from '../utils/text';
import { UserError } from '../utils/userError';
import { isObject } from '../utils/values';
import type { WebhookCall } from './call';
import { filterEvent } from './filterEvent';
import { IDENTITY, identityOf } from './eachEventOnce';
import { failCall, refuse } from './failedCall';
import { rawItem, simpleItem } from './items';
import { customerOfEvent, shownNames } from './lookups';
import { verifySecret } from './secret';
import { readSettings } from './settings';

/**
 * Answers one call of the webhook: 401 without the secret, 400 for a body without an event, 503 if it cannot be told whether
 * an event starts the workflow, otherwise 200, whether or not it does. Repeated events are removed later, in the run that
 * they start (`eachEventOnce.ts`).
 */
export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const subscriber = await verifySecret(context);
	if (!subscriber) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	const body = await bodyOf(context);
	const isPing = isObject(body) && body.eventName === undefined && body.payload === undefined;
	if (isPing) return NOT_STARTED;
	const events = eventsOfBody(context, body);
	if (events.length === 0) {
		return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	}
	try {
		const items = await itemsOfCall(
			{ context, subscriber, settings: readSettings(context) },
			events,
		);
		if (items.length === 0) return NOT_STARTED;
		return { webhookResponse: { received: true, started: true }, workflowData: [items] };
	} catch (reason) {
		if (!(reason instanceof UserError)) throw toNodeError(context.getNode(), reason);
		return failCall(context, events, reason);
	}
}

/** The items of the events that start the workflow. @throws UserError if that cannot be told. */
async function itemsOfCall(
	call: WebhookCall,
	events: readonly CrmEvent[],
): Promise<INodeExecutionData[]> {
	const wanted = events.filter((event) => isWanted(call, event));
	const started = await Promise.all(wanted.map(async (event) => await filterEvent(call, event)));
	return await Promise.all(started.flat().map(async (event) => await itemOfEvent(call, event)));
}

async function itemOfEvent(call: WebhookCall, event: CrmEvent): Promise<INodeExecutionData> {
	const identity = { [IDENTITY]: identityOf(event) };
	const names = await shownNames(call, event);
	if (!call.settings.simplify) return { json: rawItem(event, names), ...identity };
	const customer = await customerOfEvent(call, event);
	return { json: simpleItem(event, names, customer), ...identity };
}

const NOT_STARTED = { webhookResponse: { received: true, started: false } };

/**
 * The body as n8n parsed it, otherwise its bytes as JSON: n8n does not parse `text/plain` or a body without a type (2.41,
 * `webhook-helpers`). Undefined if it is not JSON.
 */
async function bodyOf(context: IWebhookFunctions): Promise<unknown> {
	const body: unknown = context.getBodyData();
	if (isObject(body)) return body;
	const request = context.getRequestObject();
	try {
		if (!request.rawBody) await request.readRawBody();
		return JSON.parse(request.rawBody.toString());
	} catch {
		return undefined;
	}
}

function eventsOfBody(context: IWebhookFunctions, body: unknown): CrmEvent[] {
	const bodies = [body].flat();
	const events = bodies.flatMap((one) => readEvent(one) ?? []);
	if (events.length > 0 && events.length < bodies.length) {
		const details = `${bodies.length - events.length} of ${bodies.length}`;
		throttledWarning(context, 'entries of a call that are not events were left out', details);
	}
	return events;
}

const isWanted = (call: WebhookCall, event: CrmEvent): boolean =>
	wasChosen(call, event) &&
	isOfProfile(call, event) &&
	isOfChosenType(call, event) &&
	!isUnmoved(event);

function wasChosen(
	{ context, settings: { chosen, events } }: WebhookCall,
	event: CrmEvent,
): boolean {
	const { name, kind, type } = event;
	const words = [name, kind?.value ?? name, kind?.serviceName ?? name];
	if (chosen.some((one) => words.some((word) => isSameName(one, word)))) return true;
	// Leads and deals have events of the same names, so an event of the other type is not logged.
	if (type !== null && events.some((one) => isSameName(one, name))) return false;
	const details = `${quoted(name)} was received, subscribed to: ${chosen.join(', ')}`;
	throttledWarning(context, 'an event that was not asked for started nothing', details);
	return false;
}

/** An account may have access to several profiles. A record may belong to several, too. */
function isOfProfile({ context, subscriber }: WebhookCall, event: CrmEvent): boolean {
	const { profileId } = subscriber;
	const { companyProfileId, profileIds } = event;
	if (!profileId || companyProfileId === null || isChosen(profileIds, profileId)) return true;
	const details = `it is about ${beginning(companyProfileId, 80)}, the trigger about ${profileId}`;
	throttledWarning(context, 'an event of another company profile started nothing', details);
	return false;
}

/** A record whose type is not said counts as a deal. */
function isOfChosenType({ context, settings }: WebhookCall, event: CrmEvent): boolean {
	const { kind, type, recordType } = event;
	const { recordTypes } = settings;
	const isAsked = kind?.filters?.includes('recordTypes') && recordTypes.length > 0;
	if (!isAsked || recordTypes.includes(recordType ?? type ?? 'deal')) return true;
	const advice = recordType === 'lead' ? ": choose Lead in the option 'Record Types'" : '';
	const details = `it is about ${beginning(type ?? 'a deal', 80)}${advice}`;
	throttledWarning(context, 'an event started nothing because of its record type', details);
	return false;
}

function isUnmoved(event: CrmEvent): boolean {
	const { statusId, previousStatusId } = dealOf(event);
	const isMove = event.kind?.value === 'dealStatusChanged';
	return isMove && statusId !== null && statusId === previousStatusId;
}
