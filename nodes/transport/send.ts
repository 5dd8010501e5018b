import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	bareToken,
	type Connection,
	credentialTypeOf,
	learnSecrets,
	realSecrets,
} from './connection';
import { CancelledError } from './errors';
import { decoded } from './response';

/**
 * One request through n8n's own helper (n8n-core, `httpRequestWithAuthentication`).
 *
 * 1. Every status is taken as an answer, for n8n 1.x keeps next to nothing of a response that it takes
 *    for an error. So n8n renews no sign-in by itself: `Connection.authenticator` does.
 * 2. No redirect is followed: `request.ts` decides.
 * 3. The session or token that was sent is a secret from then on, with the characters that n8n's HTTP
 *    client leaves out of a header and without them.
 * 4. A failure will be put into words, so before it is handed on the run learns the secrets that n8n
 *    was given since, such as a renewed token.
 * 5. Nothing is sent, and nothing handed on, once the execution is cancelled.
 */

/** What came back from the service, whatever its status. */
export interface HttpResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: unknown;
	/** The session or token that the request was sent with; undefined when n8n did not get that far. */
	sentWith?: string;
	/** The origin that answered, where that is another host's: it was sent no session or token. */
	elsewhere?: string;
}

/** No answer at all: the connection failed, or n8n itself refused to send. */
export interface ConnectionError {
	/** The code of Node.js, such as ECONNRESET; empty when n8n refused. */
	code: string;
	/** What the system was asked to do when it failed, such as connect or read, where that is known. */
	syscall?: string;
	message: string;
	/** Set when there was no session or access token to be had: for good, or it may be had later. */
	signIn?: 'refused' | 'later';
	/** When that is. */
	retryAfterMs?: number;
}

export const isConnectionError = (
	outcome: HttpResponse | ConnectionError,
): outcome is ConnectionError => 'code' in outcome;

/**
 * Sends one request and tells what came back, without judging it.
 * @throws CancelledError when the execution was cancelled before or meanwhile.
 */
export async function send(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<HttpResponse | ConnectionError> {
	const { context, scheme, secrets, signal } = connection;
	stopIfCancelled(signal);
	// A fresh copy: n8n writes the sign-in headers into the options it is given.
	const headers: IDataObject = { ...options.headers };
	const outcome = await context.helpers.httpRequestWithAuthentication
		.call(context, credentialTypeOf(scheme), wholeOptions(connection, { ...options, headers }))
		.then(answerOf, (error: EngineError) => outcomeOf(error));
	stopIfCancelled(signal);
	const sentWith = signInOf(headers);
	for (const secret of realSecrets([sentWith, sentWith?.replace(UNSENT, '')])) secrets.add(secret);
	if (isConnectionError(outcome)) {
		await learnSecrets(connection);
		return outcome;
	}
	if (outcome.status >= 300) await learnSecrets(connection);
	return { ...outcome, sentWith };
}

/** The same without any sign-in, for another host than that of the service. */
export async function sendUnsigned(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<HttpResponse | ConnectionError> {
	const { context, signal } = connection;
	stopIfCancelled(signal);
	const headers: IDataObject = { ...options.headers };
	const outcome = await context.helpers
		.httpRequest({ ...wholeOptions(connection, { ...options, headers }), abortSignal: signal })
		.then(answerOf, (error: EngineError) => outcomeOf(error));
	stopIfCancelled(signal);
	return isConnectionError(outcome)
		? outcome
		: { ...outcome, elsewhere: new URL(options.url).origin };
}

const wholeOptions = ({ retry }: Connection, options: IHttpRequestOptions) => ({
	timeout: retry.timeoutMs,
	...options,
	returnFullResponse: true as const,
	disableFollowRedirect: true,
	ignoreHttpStatusErrors: true,
});

interface EngineError {
	message?: string;
	code?: string;
	syscall?: string;
	response?: { status?: number; headers?: object; data?: unknown };
	/** Of n8n's own errors: an HTTP status, or the code of a fault. */
	httpCode?: string | null;
	/** Of n8n's own errors: the words that Node.js had for it. */
	messages?: string[];
	cause?: unknown;
}

/** The session or token of a request's headers, without the word before it. */
function signInOf({ Authorization: token, 'X-AUTHORIZATION': session }: IDataObject) {
	const value = session ?? token;
	return typeof value === 'string' ? bareToken(value) : undefined;
}

/** What n8n's HTTP client leaves out of a header (axios, lib/core/AxiosHeaders), and no service sends back. */
const UNSENT = /[^\t\x20-\x7e\x80-\xff]/g;

function stopIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new CancelledError();
}

interface EngineAnswer {
	statusCode: number;
	headers: object;
	body: unknown;
}

const answerOf = ({ statusCode, headers, body }: EngineAnswer) => answer(statusCode, headers, body);

function answer(status: number, given: object, body: unknown): HttpResponse {
	const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]);
	const headers = Object.fromEntries(named) as Record<string, string>;
	return { status, headers, body: decoded(body, headers['content-type']) };
}

function outcomeOf(error: EngineError): HttpResponse | ConnectionError {
	const fault = (code: string, message = code) => ({
		code,
		syscall: syscallOf(error, code),
		message,
	});
	for (let e: EngineError | undefined = error; e; e = e.cause as EngineError | undefined) {
		if (e.response?.status) {
			const { status, headers, data } = e.response;
			return isCutOff(status) ? cutOff(e) : answer(status, headers ?? {}, data);
		}
		if (typeof e.code === 'string') return fault(e.code, e.message);
	}
	// n8n 1.x drops the cause of its errors; all that is left of it is this.
	const { httpCode: left } = error;
	if (left && /^\d{3}$/.test(left)) {
		return isCutOff(Number(left)) ? cutOff(error) : answer(Number(left), {}, undefined);
	}
	if (left) return fault(left, error.message);
	return { code: '', message: error.message ?? 'Unknown error' };
}

/**
 * A status of success makes an error only when the body breaks off on the way, or cannot be
 * unpacked. Any other status says enough by itself, whatever became of its words.
 */
const isCutOff = (status: number) => status < 300;

const cutOff = ({ message = '' }: EngineError): ConnectionError => ({
	code: 'ERR_BAD_RESPONSE',
	message,
});

/** n8n 1.x keeps it in words only, such as "connect EHOSTUNREACH 10.0.0.1:443". */
function syscallOf(error: EngineError, code: string): string | undefined {
	for (let e: EngineError | undefined = error; e; e = e.cause as EngineError | undefined) {
		if (e.syscall) return e.syscall;
	}
	return error.messages?.map((words) => words.split(` ${code}`)).find(([, rest]) => rest)?.[0];
}
