import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { type Connection, credentialTypeOf, learnSecrets } from './connection';
import { Cancelled } from './serviceError';

/** What came back from the service, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: unknown;
	/** The session or token that the request was sent with; undefined when n8n did not get that far. */
	sentWith?: string;
}

/** No answer at all: the connection failed, or n8n itself refused to send. */
export interface Fault {
	/** The code of Node.js, such as ECONNRESET; empty when n8n refused. */
	code: string;
	message: string;
	/**
	 * Set when the service had refused the request and the identity provider could not renew the
	 * access; `passing` when the provider may be asked again at once.
	 */
	provider?: { passing: boolean };
}

export const isFault = (outcome: Answer | Fault): outcome is Fault => 'code' in outcome;

interface EngineError {
	message?: string;
	code?: string;
	response?: { status?: number; headers?: object; data?: unknown };
	/** Of n8n's own errors: an HTTP status, or the code of a fault. */
	httpCode?: string | null;
	cause?: unknown;
}

/**
 * Sends one request through n8n's own helper and tells what came back, without judging it.
 *
 * Every status is taken as an answer, for n8n 1.x keeps next to nothing of a response that it
 * takes for an error. So n8n renews nothing by itself: `Connection.signIn` does.
 */
export async function exchange(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<Answer | Fault> {
	stopIfCancelled(connection.signal);
	const outcome = await send(connection, options);
	stopIfCancelled(connection.signal);
	// A failure will be put into words, and those must not hold a secret that is newer than the run.
	if (isFault(outcome) || outcome.status >= 300) await learnSecrets(connection);
	return outcome;
}

async function send(
	{ context, scheme, patience, secrets }: Connection,
	options: IHttpRequestOptions,
): Promise<Answer | Fault> {
	// A fresh copy: n8n writes the sign-in headers into the options it is given.
	const headers: IDataObject = { ...options.headers };
	const outcome = await context.helpers.httpRequestWithAuthentication
		.call(context, credentialTypeOf(scheme), {
			timeout: patience.timeoutMs,
			...options,
			headers,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		})
		.then(
			({ statusCode, headers: answered, body }) => answer(statusCode, answered, body),
			(error: EngineError) => outcomeOf(error),
		);
	const sentWith = signInOf(headers);
	if (sentWith !== undefined) secrets.add(sentWith);
	return isFault(outcome) ? outcome : { ...outcome, sentWith };
}

/** The session or token of a request's headers, without the word before it. */
function signInOf({ Authorization: token, 'X-AUTHORIZATION': session }: IDataObject) {
	const value = session ?? token;
	return typeof value === 'string' ? value.replace(/^Bearer /, '') : undefined;
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Cancelled();
}

function answer(status: number, headers: object, body: unknown): Answer {
	const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
	return { status, headers: Object.fromEntries(named), body };
}

function outcomeOf(error: EngineError): Answer | Fault {
	const fault = (code: string, message = code) => ({ code, message });
	for (let e: EngineError | undefined = error; e; e = e.cause as EngineError | undefined) {
		if (e.response?.status) {
			return answer(e.response.status, e.response.headers ?? {}, e.response.data);
		}
		if (typeof e.code === 'string') return fault(e.code, e.message);
	}
	// n8n 1.x drops the cause of its errors; all that is left of it is this.
	const { httpCode: left } = error;
	if (left) {
		return /^\d{3}$/.test(left) ? answer(Number(left), {}, undefined) : fault(left, error.message);
	}
	return { code: '', message: error.message ?? 'Unknown error' };
}

interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(): void;
}

export const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && 'destroy' in body && Symbol.asyncIterator in body;

/** Lets go of an answer that nobody will read. */
export function discard(body: unknown): void {
	if (isStream(body)) body.destroy();
}
