import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { knownNames } from '../api/nameDirectory';
import { fetchNames, type Names } from '../api/names';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { type Filters, passes } from '../deals/filters';
import { namesAnything, resolvedFilters } from '../deals/namedIds';
import { type CrmEvent, isSameName, rawItem, readEvent, simpleItem } from '../deals/receivedEvent';
import { forProfile } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { throttledWarning } from '../transport/hints';
import { beginning } from '../utils/text';
import { isObject } from '../utils/values';
import { recordOf } from '../utils/lists';
import type { UserError } from '../utils/userError';
import { verifySecret } from './secret';
import { endpointOf, readSettings, triggerConnection } from './settings';

/*
 * One call of the webhook's address. The rules:
 *
 * 1. A call without the secret (`secret.ts`) is answered 401, and nothing else of it is read.
 * 2. A ping is answered 200 and starts nothing: JSON with neither a name of an event nor a payload. Any other body that
 *    is not an event is answered 400.
 * 3. An event that was not chosen, that moves no deal, or that a filter holds back, is answered 200 and starts nothing.
 * 4. Filters compare IDs, or the names that the item shows. What a filter names that no longer exists is a word in the
 *    log. Where a name cannot be looked up, the call is answered 503: nothing is dropped for want of a name.
 * 5. Any other event starts the workflow with one item. Whether it came before is asked in that run
 *    (`eachEventOnce.ts`).
 */

export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await verifySecret(context))) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	const body = await bodyOf(context);
	if (isObject(body) && body.eventName === undefined && body.payload === undefined) {
		return NOT_STARTED;
	}
	const event = readEvent(body);
	if (!event) return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	const settings = readSettings(context);
	if (!isWanted(context, event, settings.events)) return NOT_STARTED;
	const { names, isPassed, outage } = await judge(context, event, settings.filters);
	if (outage) {
		const answer = 'A filter could not be checked. Try again later.';
		return refuse(context, 503, answer, outage.message);
	}
	if (!isPassed) return NOT_STARTED;
	const json: IDataObject = settings.simplify
		? simpleItem(event, names)
		: rawItem(body as IDataObject, event, names);
	return {
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

const NOT_STARTED = { webhookResponse: { received: true, started: false } };

/** Answers by ourselves: n8n would say 200, and a throw would leave a failed execution. */
function refuse(context: IWebhookFunctions, status: number, message: string, why = message) {
	throttledWarning(context, `a call was refused (${status})`, why);
	context.getResponseObject().status(status).json({ received: false, message }).end();
	return { noWebhookResponse: true };
}

/**
 * n8n's own, where it is an object; else the bytes as JSON, whatever their content type says: n8n leaves some unread
 * (2.41, `webhook-helpers`). Undefined for what is no JSON.
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

/** Rule 3. Of what other events are about nothing is known: they were chosen by their names. */
function isWanted(
	context: IWebhookFunctions,
	{ name, isStatusChange, itemType, item }: CrmEvent,
	wanted: string[],
): boolean {
	const names = isStatusChange ? [name, STATUS_CHANGE_EVENT] : [name];
	if (!wanted.some((one) => names.some((other) => isSameName(one, other)))) {
		const received = `${JSON.stringify(beginning(name, 80))} was received`;
		const details = `${received}, subscribed to: ${wanted.join(', ')}`;
		throttledWarning(context, 'an event that was not asked for started nothing', details);
		return false;
	}
	if (isStatusChange && itemType !== null && !isSameName(itemType, 'DEALS')) {
		const what = 'an event started nothing: it is not about a deal';
		throttledWarning(context, what, beginning(itemType, 80));
		return false;
	}
	return !isStatusChange || item.changeType !== null;
}

/** Rule 4. A name that is unknown may be new: then the lists are read as they are now. */
async function judge(context: IWebhookFunctions, event: CrmEvent, filters: Filters) {
	const onGone = (words: string) =>
		throttledWarning(context, 'a filter names what no longer exists', words);
	for (let isNeeded = false; ; isNeeded = true) {
		const { names, missing } = await findNames(context, event, isNeeded);
		if (!namesAnything(filters)) return { names, isPassed: true };
		const found = { names: withOwnName(names, event), missing };
		const errors: UserError[] = [];
		const byIds = resolvedFilters(filters, found, onGone, (error) => void errors.push(error));
		if (errors.length > 0 && !isNeeded) continue;
		const outage = errors.find((error) => error instanceof ServiceError);
		if (!outage) errors.forEach(({ message }) => onGone(message));
		const isPassed = passes(simpleItem(event, names), byIds, event.item.changeType !== null);
		return { names, isPassed, outage };
	}
}

/** The status of the event has the name that the event itself gives it. */
function withOwnName(names: Names, { item }: CrmEvent): Names {
	const status = recordOf(names.statuses, item.statusId);
	if (!status || typeof item.status !== 'string') return names;
	const named = { ...status, label: item.status };
	return { ...names, statuses: new Map(names.statuses).set(status.id.toLowerCase(), named) };
}

/**
 * The profile is the event's own where neither node nor credential names one. The credential is read only when
 * something has to be fetched, for that costs more than the rest.
 * @param isNeeded Both lists are, as they are now.
 */
async function findNames(context: IWebhookFunctions, { item }: CrmEvent, isNeeded: boolean) {
	const { statusId, previousStatusId, assigneeId, companyProfileId } = item;
	const fetch = async () => {
		const connection = await triggerConnection(context, { maxAttempts: 1, timeoutMs: 10_000 });
		const { profileId = companyProfileId } = connection;
		return await fetchNames(forProfile(connection, profileId));
	};
	const account = JSON.stringify([endpointOf(context), companyProfileId]);
	const wanted = { statusIds: [statusId, previousStatusId], userIds: [assigneeId] };
	const found = await knownNames(account, wanted, fetch, isNeeded);
	for (const { of, error } of found.missing) {
		throttledWarning(context, `the ${of} could not be fetched`, error.message);
	}
	return found;
}
