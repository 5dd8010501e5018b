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
	cause?: unknown;
}

/**
 * Sends one request through n8n's own helper and tells what came back, without judging it.
 *
 * n8n renews a session or an access token only when its helper sees a 401 as an error, so for these
 * two schemes failures arrive as errors that hold the response. A plain API token has nothing to
 * renew: taking every status as an answer keeps n8n from sending a refused token a second time.
 */
export async function exchange(
	connection: Connection,
	options: IHttpRequestOptions,
): Promise<Answer | Fault> {
	const { context, scheme, signal, patience } = connection;
	stopIfCancelled(signal);
	let outcome: Answer | Fault;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialTypeOf(scheme),
			{
				timeout: patience.timeoutMs,
				...options,
				returnFullResponse: true,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: scheme === 'apiToken',
			},
		)) as { statusCode: number; headers: object; body: unknown };
		outcome = answer(response.statusCode, response.headers, response.body);
	} catch (error) {
		outcome = outcomeOf(error as EngineError);
	}
	stopIfCancelled(signal);
	// A failure will be put into words, and those must not hold a secret that is newer than the run.
	if (isFault(outcome) || outcome.status >= 300) await learnSecrets(connection);
	return outcome;
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new Cancelled();
}

function answer(status: number, headers: object, body: unknown): Answer {
	const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
	return { status, headers: Object.fromEntries(named), body };
}

function outcomeOf(error: EngineError): Answer | Fault {
	for (let e: EngineError | undefined = error; e; e = e.cause as EngineError | undefined) {
		if (e.response?.status) {
			return answer(e.response.status, e.response.headers ?? {}, e.response.data);
		}
		if (typeof e.code === 'string') return { code: e.code, message: e.message ?? e.code };
	}
	return { code: '', message: error.message ?? 'Unknown error' };
}
