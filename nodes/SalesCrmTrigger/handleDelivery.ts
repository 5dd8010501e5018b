import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { listStatuses, listUsers } from '../api/deals';
import { Directory } from './directory';
import type { Status, User } from '../api/types';
import {
	type DealEvent,
	type EventNames,
	namesIn,
	passes,
	rawOutput,
	readEvent,
	simpleOutput,
} from '../deals/dealEvent';
import { credentialTypeOf, type RetryOptions } from '../transport/connection';
import { isObject } from '../utils/json';
import { textOf } from '../utils/text';
import { recordEvent, verifySecret } from './secret';
import { chosenScheme, triggerConnection, triggerOptions, wantedEvents } from './settings';
import { readState } from './webhookState';

/*
 * One call of the webhook's address. The rules:
 *
 * 1. A call without a secret that counts (`secret.ts`) is answered 401, and nothing else of it is read.
 * 2. Its body is read as JSON, whatever its content type says: what n8n makes of it depends on that, and may be
 *    nothing. What the nodes after this one could not handle is no JSON.
 * 3. A ping is answered 200 and starts nothing: a service may try an address out before it calls it, such as with `{}`
 *    or `{"type":"ping"}`.
 * 4. Any other body that is no event is answered 400.
 * 5. An event that was not chosen, or that a filter holds back, is answered 200 and starts nothing.
 * 6. Any other starts the workflow with one item. It waits for names a second and a half at most, and goes on without
 *    those that cannot be had. Whether it came before is asked in that run (`eachEventOnce.ts`).
 */

/** Rule 6, so that an event is passed on within two seconds. */
const MAX_NAMES_WAIT_MS = 1500;

const NAMES_RETRY: RetryOptions = { maxAttempts: 1, timeoutMs: 10_000 };

export async function handleDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const known = readState(context);
	if (!(await verifySecret(context, known))) {
		return refuse(context, 401, 'This call does not carry the secret of the webhook.');
	}
	const received = await bodyOf(context.getRequestObject());
	if (isPing(received)) return { webhookResponse: { received: true, started: false } };
	const event = readEvent(received);
	if (!event) return refuse(context, 400, 'The body is not an event of the Sales CRM.');
	recordEvent(context, known);

	if (
		!wantedEvents(context).includes(event.eventName) ||
		!passes(event, context.getNodeParameter('filters', {}))
	) {
		return { webhookResponse: { received: true, started: false } };
	}

	const names = context.getNodeParameter('resolveNames', true)
		? await eventNames(context, event)
		: undefined;
	const json = context.getNodeParameter('simplify', true)
		? simpleOutput(event, names)
		: rawOutput(received as IDataObject, names);
	return {
		webhookResponse: { received: true, started: true },
		workflowData: [[{ json }]],
	};
}

const isPing = (body: unknown): boolean =>
	isObject(body) && body.eventName === undefined && body.payload === undefined;

/** Answers by ourselves: n8n would say 200, and a throw would leave a failed execution. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ received: false, message }).end();
	return { noWebhookResponse: true };
}

interface Directories {
	statuses: Directory<Status>;
	users: Directory<User>;
}

/** Per credential and profile, for as long as this process lives. */
const directories = new Map<string, Directories>();

/**
 * The names of what an event is about. Never throws (rule 6).
 * The credential is read only when something has to be fetched, for that costs more than the rest.
 */
export async function eventNames(
	context: IWebhookFunctions,
	event: DealEvent,
): Promise<EventNames> {
	const { statusId, previousStatusId, assigneeId } = event;
	const { statuses, users } = directoriesOf(context);
	const connection = async () => await triggerConnection(context, NAMES_RETRY);
	const [statusesById, usersById] = await Promise.all([
		statuses.lookUp(
			[statusId, previousStatusId],
			async () => await listStatuses(await connection()),
			MAX_NAMES_WAIT_MS,
		),
		users.lookUp([assigneeId], async () => await listUsers(await connection()), MAX_NAMES_WAIT_MS),
	]);
	return namesIn({ statuses: statusesById, users: usersById }, event);
}

function directoriesOf(context: IWebhookFunctions): Directories {
	const credential = context.getNode().credentials?.[credentialTypeOf(chosenScheme(context))];
	const key = [credential?.id, textOf(triggerOptions(context).companyProfileId)].join(' ');
	const warn = (message: string) => context.logger.warn(`Sales CRM Trigger: ${message}`);
	const known = directories.get(key) ?? {
		statuses: new Directory<Status>('statuses', warn),
		users: new Directory<User>('users', warn),
	};
	directories.set(key, known);
	return known;
}

type Request = ReturnType<IWebhookFunctions['getRequestObject']>;

/**
 * A call's body; undefined for what `readJson` refuses. n8n reads it only where it can parse the content type (n8n,
 * `webhook-helpers`). A form with parts it has read, and kept nothing (`body-parser`). One that cannot be read, too
 * large or broken off, stays unread: that is no event.
 */
async function bodyOf(request: Request): Promise<unknown> {
	const isFormWithParts = request.contentType?.startsWith('multipart/') ?? false;
	if (!request.rawBody && !isFormWithParts) await request.readRawBody().catch(() => undefined);
	return readJson(request.rawBody, request.encoding);
}

/**
 * Bytes as JSON; undefined when they are none, or none that the nodes of a workflow could handle. A
 * byte order mark is skipped. An integer that no number holds exactly is read as text, so that two
 * ids never become one: `9007199254740993` as `'9007199254740993'`.
 * @param charset As the content type names it; JSON is UTF-8 where it names none, or one unheard of.
 */
export function readJson(rawBody: Uint8Array | undefined, charset?: string): unknown {
	try {
		const value = parseExactly(decoderOf(charset).decode(rawBody));
		return isHarmless(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Every integer of fewer digits is exact. */
const MAYBE_INEXACT = /\d{16}/;

/** Where a text of valid JSON begins or ends, what it escapes, and numbers. A whole text may be too long to match. */
const TOKENS = /"|\\.|-?\d[\d.eE+-]*/g;

function parseExactly(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (!MAYBE_INEXACT.test(json)) return value;
	let isInText = false;
	const exact = json.replace(TOKENS, (token) => {
		if (token === '"') isInText = !isInText;
		return !isInText && isInexact(token) ? `"${token}"` : token;
	});
	return JSON.parse(exact);
}

function isInexact(token: string): boolean {
	if (!/^-?\d+$/.test(token)) return false;
	const number = Number(token);
	// One beyond all numbers is infinite, of which there is no BigInt.
	return !Number.isFinite(number) || BigInt(number) !== BigInt(token);
}

function decoderOf(charset: string | undefined) {
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}

/** No event needs more; n8n itself fails on data nested some thousand levels deep. */
const MAX_JSON_DEPTH = 100;

/** Whether the nodes after this one can handle it: not nested without end, no `__proto__` key. */
function isHarmless(value: unknown, depth = 0): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (depth > MAX_JSON_DEPTH || Object.hasOwn(value, '__proto__')) return false;
	return Object.values(value).every((inner) => isHarmless(inner, depth + 1));
}
