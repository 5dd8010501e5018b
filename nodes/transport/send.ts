import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { discard } from '../utils/streams';
import { bareToken, type Connection, credentialTypeOf } from './connection';
import { CancelledError } from './errors';
import { redirectTarget } from './requestOptions';
import { decoded } from './response';

/**
 * One request through n8n's own helper (n8n-core, `httpRequestWithAuthentication`).
 *
 * 1. Every status is taken as an answer, for n8n 1.x keeps next to nothing of a response that it takes
 *    for an error. So n8n renews no sign-in by itself: `Connection.authenticator` does.
 * 2. A redirect is an answer, too, but for a file: that may lie elsewhere. From another host on nothing
 *    is signed, and nothing goes from https to http.
 * 3. The session or token that was sent is a secret from then on.
 * 4. Nothing is sent, and nothing handed on, once the execution is cancelled.
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
	/** What came in place of what was asked for, in the user's words. */
	unlike?: string;
}

/** No answer at all: the connection failed, or n8n itself refused to send. */
export interface ConnectionError {
	/** The code of Node.js, such as ECONNRESET; empty when n8n refused. */
	code: string;
	message: string;
	/** What can be done about it, where its message does not say that. */
	advice?: string;
	/** Set when there was no session or access token to be had: for good, or it may be had later. */
	signIn?: 'refused' | 'later';
	/** When that is. */
	retryAfterMs?: number;
}

export type HttpOutcome = HttpResponse | ConnectionError;

export const isConnectionError = (outcome: HttpOutcome): outcome is ConnectionError =>
	'code' in outcome;

/**
 * Sends one request and tells what came back, without judging it.
 * @throws CancelledError when the execution was cancelled before or meanwhile.
 */
export async function send(
	{ context, scheme, secrets, signal, retry }: Connection,
	options: IHttpRequestOptions,
	isSigned = true,
): Promise<HttpOutcome> {
	// A fresh copy: n8n writes the sign-in headers into the options it is given.
	const headers: IDataObject = { ...options.headers };
	const whole: IHttpRequestOptions = {
		timeout: retry.timeoutMs,
		...options,
		headers,
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
	};
	stopIfCancelled(signal);
	const { helpers } = context;
	const sending = isSigned
		? helpers.httpRequestWithAuthentication.call(context, credentialTypeOf(scheme), whole)
		: helpers.httpRequest({ ...whole, abortSignal: signal });
	const outcome = await sending.then(responseOf, outcomeOf);
	stopIfCancelled(signal);
	const sentWith = signInOf(headers);
	if (sentWith) secrets.add(sentWith);
	if (isConnectionError(outcome)) return outcome;
	return isSigned
		? { ...outcome, sentWith }
		: { ...outcome, elsewhere: new URL(options.url).origin };
}

const MAX_REDIRECTS = 3;

/** The same for a file, which may lie elsewhere (rule 2). */
export async function sendForFile(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<HttpOutcome> {
	let [url, isSigned] = [new URL(options.url), true];
	for (let redirects = 0; ; redirects++) {
		const asked = redirects === 0 ? options : { ...options, url: url.href, qs: {} };
		const outcome = await send(connection, asked, isSigned);
		if (isConnectionError(outcome) || redirects === MAX_REDIRECTS) return outcome;
		const target = redirectTarget(url.href, outcome);
		if (!target || (url.protocol === 'https:' && target.protocol !== 'https:')) return outcome;
		discard(outcome.body);
		isSigned &&= target.origin === url.origin;
		url = target;
	}
}

/** The session or token of a request's headers, without the word before it. */
function signInOf({ Authorization: token, 'X-AUTHORIZATION': session }: IDataObject) {
	const value = session ?? token;
	return typeof value === 'string' ? bareToken(value) : undefined;
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new CancelledError();
}

type EngineAnswer = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'> & { body?: unknown };

function responseOf({ statusCode, headers: given, body }: EngineAnswer): HttpResponse {
	const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]);
	const headers = Object.fromEntries(named) as Record<string, string>;
	return { status: statusCode, headers, body: decoded(body, headers['content-type']) };
}

interface EngineError {
	message?: string;
	code?: unknown;
	response?: { status?: number; headers?: IDataObject; data?: unknown };
	/** An HTTP status, or the code of a fault: all that n8n 1.x leaves of its errors. */
	httpCode?: string | null;
	cause?: EngineError;
}

/**
 * A status of success makes an error only when the body breaks off on the way, or cannot be
 * unpacked. Any other status says enough by itself, whatever became of its words.
 */
function outcomeOf(error: EngineError): HttpOutcome {
	const errors = withCauses(error);
	const code = errors.map((one) => one.code).find((one) => typeof one === 'string');
	const response = errors.map((one) => one.response).find((one) => one?.status);
	const left = String(code ?? error.httpCode ?? '');
	const status = response?.status ?? (/^\d{3}$/.test(left) ? Number(left) : undefined);
	const message = error.message ?? (left || 'Unknown error');
	if (status === undefined) return { code: left, message };
	if (status < 300) return { code: 'ERR_BAD_RESPONSE', message };
	return responseOf({ statusCode: status, headers: response?.headers ?? {}, body: response?.data });
}

const withCauses = (error: EngineError | undefined): EngineError[] =>
	error ? [error, ...withCauses(error.cause)] : [];
