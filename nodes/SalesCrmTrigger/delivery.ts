import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { listStatuses, listUsers } from '../api/deals';
import { knownNames } from '../api/nameDirectory';
import type { Names } from '../api/names';
import { STATUS_CHANGE_EVENT } from '../api/types';
import { passes } from '../deals/filters';
import {
	isSameName,
	rawItem,
	readEvent,
	type ReceivedEvent,
	simpleItem,
} from '../deals/receivedEvent';
import { type Connection, credentialTypeOf, forProfile } from '../transport/connection';
import { isObject } from '../utils/json';
import { textOf } from '../utils/text';
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
 * 2. A ping is answered 200 and starts nothing: JSON with neither a name of an event nor a payload.
 * 3. Any other body that is no event is answered 400.
 * 4. An event that was not chosen, or that a filter holds back, is answered 200 and starts nothing.
 * 5. Any other starts the workflow with one item. Whether it came before is asked in that run (`eachEventOnce.ts`).
 */

export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (!(await verifySecret(context))) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	const body = await bodyOf(context);
	if (isObject(body) && body.eventName === undefined && body.payload === undefined) {
		return { webhookResponse: { received: true, started: false } };
	}
	const event = readEvent(body);
	if (!isObject(body) || !event) {
		throttledWarning(
			context,
			'a call was refused (400): its body is not an event of the Sales CRM',
		);
		return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	}
	const isMove = event.item.changeType !== null;
	if (!isAskedFor(context, event) || !passes(event.item, triggerFilters(context), isMove)) {
		return { webhookResponse: { received: true, started: false } };
	}
	const names = await namesOf(context, event);
	const json: IDataObject = isSimplified(context)
		? simpleItem(event, names)
		: rawItem(body, event, names);
	return {
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

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

const NAMES_RETRY = { maxAttempts: 1, timeoutMs: 10_000 };

/**
 * The profile is the event's own where neither node nor credential names one. The credential is read only when
 * something has to be fetched, for that costs more than the rest.
 */
async function namesOf(context: IWebhookFunctions, { item }: ReceivedEvent): Promise<Names> {
	const { statusId, previousStatusId, assigneeId, companyProfileId } = item;
	const credential = context.getNode().credentials?.[credentialTypeOf(chosenScheme(context))];
	const profile = textOf(triggerOptions(context).companyProfileId);
	const from = async <T>(list: (connection: Connection) => Promise<T[]>): Promise<T[]> => {
		const connection = await triggerConnection(context, NAMES_RETRY);
		return await list(
			connection.profileId ? connection : forProfile(connection, companyProfileId ?? undefined),
		);
	};
	const source = {
		key: JSON.stringify([credential?.id, profile, companyProfileId]),
		listStatuses: async () => await from(listStatuses),
		listUsers: async () => await from(listUsers),
		warn: (words: string) => context.logger.warn(`Sales CRM Trigger: ${words}`),
	};
	return await knownNames(source, {
		statusIds: [statusId, previousStatusId],
		userIds: [assigneeId],
	});
}

/** Whatever its name, a status change was chosen as such. */
function isAskedFor(context: IWebhookFunctions, { name, isStatusChange }: ReceivedEvent): boolean {
	const wanted = wantedEvents(context);
	const isWanted = (one: string) => wanted.some((other) => isSameName(one, other));
	if (isWanted(name) || (isStatusChange && isWanted(STATUS_CHANGE_EVENT))) return true;
	const details = `: ${JSON.stringify(name.slice(0, 80))} came, asked for: ${wanted.join(', ')}`;
	throttledWarning(context, 'an event that was not asked for started nothing', details);
	return false;
}
