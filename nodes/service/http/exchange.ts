import type { IHttpRequestOptions } from 'n8n-workflow';

import { type Connection, credentialTypeOf, learnSecrets } from './connection';
import { Cancelled } from './serviceError';

/** What came back from the service, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: unknown;
}

/** No answer at all: the connection failed, or n8n itself refused to send. */
export interface Fault {
	/** The code of Node.js, such as ECONNRESET; empty when n8n refused. */
	code: string;
	message: string;
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
 * takes for an error. But n8n renews a session or an access token only when it sees a 401 as an
 * error: then the request is sent once more that way. A plain API token has nothing to renew.
 */
export async function exchange(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<Answer | Fault> {
	stopIfCancelled(connection.signal);
	let outcome = await send(connection, options, { ignoreHttpStatusErrors: true });
	if (!isFault(outcome) && outcome.status === 401 && connection.scheme !== 'apiToken') {
		discard(outcome.body);
		outcome = await send(connection, options, { ignoreHttpStatusErrors: false });
	}
	stopIfCancelled(connection.signal);
	// A failure will be put into words, and those must not hold a secret that is newer than the run.
	if (isFault(outcome) || outcome.status >= 300) await learnSecrets(connection);
	return outcome;
}

async function send(
	{ context, scheme, patience }: Connection,
	options: IHttpRequestOptions,
	{ ignoreHttpStatusErrors }: { ignoreHttpStatusErrors: boolean },
): Promise<Answer | Fault> {
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialTypeOf(scheme),
			{
				timeout: patience.timeoutMs,
				...options,
				// A fresh copy: n8n writes the sign-in headers into the options it is given.
				headers: { ...options.headers },
				returnFullResponse: true,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors,
			},
		)) as { statusCode: number; headers: object; body: unknown };
		return answer(response.statusCode, response.headers, response.body);
	} catch (error) {
		return outcomeOf(error as EngineError);
	}
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Cancelled();
}

function answer(status: number, headers: object, body: unknown): Answer {
	const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
	return { status, headers: Object.fromEntries(named), body };
}

/**
 * Codes of n8n's OAuth2 client: the identity provider refused to renew. Nothing broke off, and the
 * service has said 401 to the request itself.
 */
const NOT_RENEWED = ['EAUTH', 'ESTATUS'];

function outcomeOf(error: EngineError): Answer | Fault {
	const fault = (code: string, message = code) =>
		NOT_RENEWED.includes(code) ? { code: '', message } : { code, message };
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
