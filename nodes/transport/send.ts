import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Connection } from './connection';
import { bareToken, credentialTypeOf } from './credential';
import { CancelledError } from './errors';
import { redirectTarget } from './answer';
import { textOf } from '../utils/text';
import { BLOCKED, TOO_LARGE } from './retryPolicy';
import { type HttpOutcome, type HttpResponse, isConnectionError } from './types';
import { withTimeout } from './waiting';

/** The limit for a whole answer. n8n limits only silence, and a service may send a byte now and then. */
const ANSWER_MS = 5 * 60_000;

/**
 * Sends one request through n8n's helper. Every status is an answer, because n8n 1.x keeps almost nothing of a response
 * that it regards as an error. So n8n does not renew a sign-in, and `Connection.authenticator` does.
 * @param isElsewhere Whether the URL belongs to another host, to which no credential is sent.
 * @throws CancelledError
 */
export async function send(
	connection: Connection,
	options: IHttpRequestOptions,
	isFile = false,
	isElsewhere = false,
): Promise<HttpOutcome> {
	const { context, scheme, secrets, signal, retry } = connection;
	// A copy, because n8n writes the sign-in into it.
	const headers: IDataObject = { ...options.headers };
	const whole: IHttpRequestOptions = {
		timeout: retry.timeoutMs,
		...options,
		headers,
		encoding: isFile ? 'arraybuffer' : 'text',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
	};
	if (signal?.aborted) throw new CancelledError();
	const { helpers } = context;
	const sending = isElsewhere
		? helpers.httpRequest({ ...whole, abortSignal: signal })
		: helpers.httpRequestWithAuthentication.call(context, credentialTypeOf(scheme), whole);
	const outcome = await withTimeout(sending, ANSWER_MS, signal).then(responseOf, outcomeOf);
	const sentWith = textOf(headers['X-AUTHORIZATION'] ?? headers.Authorization) || undefined;
	if (sentWith) secrets.add(bareToken(sentWith));
	const otherOrigin = isElsewhere ? new URL(options.url).origin : undefined;
	if (isConnectionError(outcome)) return { ...outcome, otherOrigin };
	const { status, body } = outcome;
	// An error is words, also where a file was asked for.
	const isWords = status >= 300 && Buffer.isBuffer(body);
	return { ...outcome, body: isWords ? body.toString() : body, sentWith, otherOrigin };
}

const MAX_REDIRECTS = 3;

/**
 * Addresses of this machine, and link-local ones, at which clouds give out secrets. Where a name leads cannot be looked up
 * here, so this only covers addresses. URLs have one spelling for each: `0x7f.1` becomes `127.0.0.1`.
 */
const INWARD =
	/^(localhost|.+\.localhost|0\.0\.0\.0|127\..*|169\.254\..*|\[(::|::1|fe[89ab].*|::ffff:(0|7f[\da-f]{2}|a9fe)(:.*)?)\])\.?$/;

const isInward = ({ hostname }: URL): boolean => INWARD.test(hostname);

/** Only the web, never from https to http, and from the network outside never to an address inside. */
const mayFollow = (from: URL, to: URL, base: URL): boolean =>
	['https:', from.protocol].includes(to.protocol) && (!isInward(to) || isInward(base));

/** Sends a request for a file. Follows redirects, but sends no credential to another host. */
export async function sendForFile(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<HttpOutcome> {
	let url = new URL(options.url);
	let isElsewhere = false;
	for (let redirects = 0; ; redirects++) {
		const asked = redirects === 0 ? options : { ...options, url: url.href, qs: {} };
		const outcome = await send(connection, asked, true, isElsewhere);
		if (isConnectionError(outcome) || redirects === MAX_REDIRECTS) return outcome;
		const target = redirectTarget(url.href, outcome);
		if (!target || !mayFollow(url, target, new URL(connection.baseUrl))) return outcome;
		isElsewhere ||= target.origin !== url.origin;
		url = target;
	}
}

type EngineAnswer = Pick<IN8nHttpFullResponse, 'statusCode' | 'headers'> & { body?: unknown };

function responseOf({ statusCode, headers, body }: EngineAnswer): HttpResponse {
	const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
	return { status: statusCode, headers: Object.fromEntries(named) as Record<string, string>, body };
}

export interface EngineError {
	name?: string;
	message?: string;
	messages?: string[];
	code?: unknown;
	response?: { status?: number; headers?: IDataObject; data?: unknown };
	/** An HTTP status or the code of a fault; n8n 1.x keeps nothing else. */
	httpCode?: string | null;
	cause?: EngineError;
}

/** The outcome behind an error of n8n. @throws CancelledError */
export function outcomeOf(error: EngineError): HttpOutcome {
	if (error instanceof CancelledError) throw error;
	const errors = withCauses(error);
	const ofNode = errors.map((one) => one.code).find((one) => typeof one === 'string');
	const blocked = errors.find(({ name }) => BLOCKED.test(name ?? ''))?.name;
	const code = String(blocked ?? ofNode ?? error.httpCode ?? '');
	const response = errors.map((one) => one.response).find((one) => one?.status);
	const status = response?.status ?? (/^\d{3}$/.test(code) ? Number(code) : undefined);
	const message = error.message ?? (code || 'Unknown error');
	if (errors.some((one) => BEYOND_LIMIT.test(one.message ?? '')))
		return { code: TOO_LARGE, message };
	if (status === undefined) return { code, message, triedAt: triedAt(errors) };
	// It was a success, but its body broke off.
	if (status < 300) return { code: 'ERR_BAD_RESPONSE', message };
	return responseOf({ statusCode: status, headers: response?.headers ?? {}, body: response?.data });
}

/** Node.js names it at the end of its message. n8n puts its own words in front, and n8n 1.x keeps only texts. */
function triedAt(errors: EngineError[]): string | undefined {
	const texts = errors.flatMap(({ message, messages = [] }) => [message, ...messages]);
	return texts.map((text) => TRIED_AT.exec(text ?? '')?.[1]).find(Boolean);
}

const TRIED_AT = /(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN) ([\w.:[\]-]+)/;

/** Words of Node.js, V8 and axios for an answer that is too long. */
const BEYOND_LIMIT = /string longer than|Invalid string length|maxContentLength size/;

const withCauses = (error: EngineError | undefined): EngineError[] =>
	error ? [error, ...withCauses(error.cause)] : [];
