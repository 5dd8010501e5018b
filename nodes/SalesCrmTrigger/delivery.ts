import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { knownNames } from '../api/nameDirectory';
import { fetchNames, type FoundNames, type Names } from '../api/names';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { type Filters, passes } from '../deals/filters';
import { resolvedFilters } from '../deals/namedIds';
import { type CrmEvent, isSameName, rawItem, readEvent, simpleItem } from '../deals/receivedEvent';
import { forProfile } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { throttledWarning } from '../transport/hints';
import { beginning } from '../utils/text';
import { isObject } from '../utils/values';
import { recordOf } from '../utils/lists';
import { verifySecret } from './secret';
import { endpointOf, readSettings, triggerConnection } from './settings';

/*
 * One call of the webhook's address. The rules:
 *
 * 1. A call without the secret (`secret.ts`) is answered 401, and nothing else of it is read.
 * 2. A ping is answered 200 and starts nothing: JSON with neither a name of an event nor a payload. Any other body that
 *    contains no event is answered 400. A list of events gives an item for each.
 * 3. An event that was not chosen, that moves no deal, or that a filter holds back, is answered 200 and starts nothing.
 * 4. Filters compare IDs, or the names that the item shows. What a filter names that no longer exists is a word in the
 *    log. Where a name cannot be looked up, the call is answered 503: nothing is dropped for want of a name.
 * 5. Any other event starts the workflow. Whether it came before is asked in that run (`eachEventOnce.ts`).
 */

export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await verifySecret(context))) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	const body = await bodyOf(context);
	if (isObject(body) && body.eventName === undefined && body.payload === undefined) {
		return NOT_STARTED;
	}
	const events = eventsIn(context, body);
	if (events.length === 0) {
		return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	}
	const { events: chosen, filters, simplify } = readSettings(context);
	const wanted = events.filter((event) => isWanted(context, event, chosen));
	const checked = await Promise.all(
		wanted.map(async (one) => await checkEvent(context, one, filters)),
	);
	const outage = checked.find((one) => one.outage)?.outage;
	if (outage) {
		const answer = 'A filter could not be checked. Try again later.';
		return refuse(context, 503, answer, outage.message);
	}
	const items = checked
		.filter(({ isPassed }) => isPassed)
		.map(({ event, names }) => ({ json: (simplify ? simpleItem : rawItem)(event, names) }));
	if (items.length === 0) return NOT_STARTED;
	return { webhookResponse: { received: true, started: true }, workflowData: [items] };
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

function eventsIn(context: IWebhookFunctions, body: unknown): CrmEvent[] {
	const bodies = [body].flat();
	const events = bodies.flatMap((one) => readEvent(one) ?? []);
	if (events.length > 0 && events.length < bodies.length) {
		const details = `${bodies.length - events.length} of ${bodies.length}`;
		throttledWarning(context, 'entries of a call that are not events were left out', details);
	}
	return events;
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

/** Rule 4. */
async function checkEvent(context: IWebhookFunctions, event: CrmEvent, filters: Filters) {
	const found = await findNames(context, event, filters);
	const { isPassed, unknown } = checkFilters(event, filters, found);
	const outage = unknown.find((error) => error instanceof ServiceError);
	for (const { message } of outage ? [] : unknown) {
		throttledWarning(context, 'a filter names what no longer exists', message);
	}
	return { event, names: found.names, isPassed, outage };
}

/** Whether an event passes by these names and, if it does not, what of the filters is unknown. */
function checkFilters(event: CrmEvent, filters: Filters, { names, missing }: FoundNames) {
	const unknown: Array<{ message: string }> = [];
	const found = { names: withOwnName(names, event), missing };
	const onUnknown = (words: string) => void unknown.push({ message: words });
	const byIds = resolvedFilters(filters, found, onUnknown, (error, key) => {
		// The event itself names its status: no list is needed for it.
		const isOwn = key === 'toStatusIds' && event.item.status !== null;
		if (!isOwn || !(error instanceof ServiceError)) unknown.push(error);
	});
	const isPassed = passes(simpleItem(event, names), byIds, event.item.changeType !== null);
	return { isPassed, unknown: isPassed ? [] : unknown };
}

/** The status of the event has the name that the event itself gives it, whether or not it is listed. */
function withOwnName(names: Names, { item: { status, statusId, pipelineId } }: CrmEvent): Names {
	if (statusId === null || typeof status !== 'string') return names;
	const listed = recordOf(names.statuses, statusId) ?? { backlog_id: pipelineId ?? '', color: '' };
	const named = { ...listed, id: statusId, label: status };
	return { ...names, statuses: new Map(names.statuses).set(statusId.toLowerCase(), named) };
}

/**
 * The profile is the event's own where neither node nor credential names one. The credential is read only when
 * something has to be fetched, for that costs more than the rest.
 */
async function findNames(context: IWebhookFunctions, event: CrmEvent, filters: Filters) {
	const { statusId, previousStatusId, assigneeId, companyProfileId } = event.item;
	const found = await knownNames(JSON.stringify([endpointOf(context), companyProfileId]), {
		lacking: (known) => {
			const { statuses, users } = known.names;
			return [
				...[statusId, previousStatusId].filter((id) => !recordOf(statuses, id)),
				...[assigneeId].filter((id) => !recordOf(users, id)),
				...(checkFilters(event, filters, known).unknown.length > 0
					? [JSON.stringify(filters)]
					: []),
			].filter((one) => one !== null);
		},
		isEnough: (known) => checkFilters(event, filters, known).isPassed,
		fetch: async () => {
			const connection = await triggerConnection(context, { maxAttempts: 1, timeoutMs: 10_000 });
			const { profileId = companyProfileId } = connection;
			return await fetchNames(forProfile(connection, profileId));
		},
	});
	for (const { of, error } of found.missing) {
		throttledWarning(context, `the ${of} could not be fetched`, error.message);
	}
	return found;
}
