import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { listStatuses, listUsers } from '../api/deals';
import { knownNames } from '../api/nameDirectory';
import type { FoundNames, Names } from '../api/names';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { type ChangeFilters, passes } from '../deals/filters';
import { namesAnything, resolvedFilters } from '../deals/namedIds';
import {
	isSameName,
	rawItem,
	readEvent,
	type ReceivedEvent,
	simpleItem,
} from '../deals/receivedEvent';
import { type Connection, forProfile } from '../transport/connection';
import { credentialKey } from '../transport/credential';
import { ServiceError } from '../transport/errors';
import { isObject } from '../utils/values';
import { recordOf } from '../utils/lists';
import { textOf } from '../utils/text';
import type { UserError } from '../utils/userError';
import { throttledWarning } from './throttledWarning';
import { verifySecret } from './secret';
import {
	chosenScheme,
	isSimplified,
	triggerConnection,
	triggerFilters,
	triggerOptions,
	wantedEvents,
} from './settings';

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
	if (!isObject(body) || !event) {
		throttledWarning(
			context,
			'a call was refused (400): its body is not an event of the Sales CRM',
		);
		return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	}
	if (!isAskedFor(context, event) || !isMoveOfDeal(context, event)) return NOT_STARTED;
	const judged = await judge(context, event);
	if (judged.outage) {
		throttledWarning(context, `an event was refused (503): ${judged.outage.message}`);
		return refuse(context, 503, 'A filter could not be checked. Try again later.');
	}
	if (!judged.passes) return NOT_STARTED;
	const json: IDataObject = isSimplified(context)
		? simpleItem(event, judged.names)
		: rawItem(body, event, judged.names);
	return {
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

const NOT_STARTED = { webhookResponse: { received: true, started: false } };

/** Answers by ourselves: n8n would say 200, and a throw would leave a failed execution. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
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

/** Whether an event passes the filters, and the names that are known of it. */
interface Judged {
	names: Names;
	passes: boolean;
	/** Why a filter could not be checked. */
	outage?: UserError;
}

/** Rule 4. A name that is unknown may be new: then the lists are read as they are now. */
async function judge(context: IWebhookFunctions, event: ReceivedEvent): Promise<Judged> {
	const filters = triggerFilters(context);
	const first = await judgeBy(context, event, filters, false);
	if (first.errors.length === 0) return first;
	const { errors, ...judged } = await judgeBy(context, event, filters, true);
	const outage = errors.find((error) => error instanceof ServiceError);
	for (const { message } of outage ? [] : errors) {
		throttledWarning(context, 'a filter names what no longer exists', `: ${message}`);
	}
	return { ...judged, outage };
}

async function judgeBy(
	context: IWebhookFunctions,
	event: ReceivedEvent,
	filters: ChangeFilters,
	isNeeded: boolean,
) {
	const names = await namesOf(context, event, isNeeded);
	const errors: UserError[] = [];
	if (!namesAnything(filters)) return { names, passes: true, errors };
	const found = { names: withOwnName(names, event), missing: missingIn(names) };
	const onUnknown = (words: string) =>
		throttledWarning(context, 'a filter names what no longer exists', `: ${words}`);
	const byIds = resolvedFilters(filters, found, onUnknown, (error) => void errors.push(error));
	const isMove = event.item.changeType !== null;
	return { names, passes: passes(event.item, byIds, isMove), errors };
}

/** The status of the event has the name that the event itself gives it. */
function withOwnName(names: Names, { item }: ReceivedEvent): Names {
	const status = recordOf(names.statuses, item.statusId);
	if (!status || typeof item.status !== 'string') return names;
	const named = { ...status, label: item.status };
	return { ...names, statuses: new Map(names.statuses).set(status.id.toLowerCase(), named) };
}

const missingIn = (names: Names): FoundNames['missing'] =>
	(['statuses', 'users'] as const)
		.filter((of) => names[of].size === 0)
		.map((of) => ({ of, error: new ServiceError(`the ${of} could not be fetched`, '') }));

const NAMES_RETRY = { maxAttempts: 1, timeoutMs: 10_000 };

/**
 * The profile is the event's own where neither node nor credential names one. The credential is read only when
 * something has to be fetched, for that costs more than the rest.
 */
async function namesOf(
	context: IWebhookFunctions,
	{ item }: ReceivedEvent,
	isNeeded: boolean,
): Promise<Names> {
	const { statusId, previousStatusId, assigneeId, companyProfileId } = item;
	const profile = textOf(triggerOptions(context).companyProfileId);
	const from = async <T>(list: (connection: Connection) => Promise<T[]>): Promise<T[]> => {
		const connection = await triggerConnection(context, NAMES_RETRY);
		return await list(
			connection.profileId ? connection : forProfile(connection, companyProfileId ?? undefined),
		);
	};
	const source = {
		key: credentialKey(context, chosenScheme(context), profile, companyProfileId),
		listStatuses: async () => await from(listStatuses),
		listUsers: async () => await from(listUsers),
		warn: (words: string) => context.logger.warn(`Sales CRM Trigger: ${words}`),
	};
	const wanted = { statusIds: [statusId, previousStatusId], userIds: [assigneeId] };
	return await knownNames(source, wanted, isNeeded);
}

/** Whatever its name, a status change was chosen as such. */
function isAskedFor(context: IWebhookFunctions, { name, isStatusChange }: ReceivedEvent): boolean {
	const wanted = wantedEvents(context);
	const isWanted = (one: string) => wanted.some((other) => isSameName(one, other));
	if (isWanted(name) || (isStatusChange && isWanted(STATUS_CHANGE_EVENT))) return true;
	const details = `: ${JSON.stringify(name.slice(0, 80))} was received, subscribed to: ${wanted.join(', ')}`;
	throttledWarning(context, 'an event that was not asked for started nothing', details);
	return false;
}

/**
 * Whether a status change moved a deal. What other events are about is not known: they were chosen by their names.
 */
function isMoveOfDeal(
	context: IWebhookFunctions,
	{ isStatusChange, itemType, item }: ReceivedEvent,
) {
	if (!isStatusChange) return true;
	if (itemType !== null && !isSameName(itemType, 'DEALS')) {
		throttledWarning(
			context,
			'an event started nothing: it is not about a deal',
			`: ${itemType.slice(0, 80)}`,
		);
		return false;
	}
	return item.changeType !== null;
}
