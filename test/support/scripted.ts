import { type IHttpRequestOptions, type NodeExecutionHint, UnexpectedError } from 'n8n-workflow';

import type { Authenticator, Connection } from '../../nodes/transport/connection';

/**
 * A connection whose context gives the answers of a test and has nothing else: for what a request does with each answer,
 * without n8n's engine. That the engine answers so is shown by engineErrors.test.ts, on both lines of n8n.
 */

export interface Reply {
	statusCode: number;
	headers?: Record<string, unknown>;
	body?: unknown;
}

/** What one request is answered; a function is called when the request arrives. */
export type Scripted = Reply | Error | (() => Reply | Error | Promise<Reply>);

/** A service as a function of what it is asked. */
export type Service = (asked: IHttpRequestOptions) => Reply | Promise<Reply>;

export interface ScriptOptions {
	/** The headers by which n8n signs a request in. */
	signIn?: object;
	/** What the sign-in makes of each answer; by default it is kept. */
	onResponse?: Authenticator['onResponse'];
	/** What another host answers, which is sent no sign-in. */
	elsewhere?: Service;
	signal?: AbortSignal;
	attempts?: number;
}

export const BASE_URL = 'https://crm.example/base';

let accounts = 0;

/** The answers are given one after the other; a request after the last one fails the test. */
export async function script(answers: Scripted[] | Service, options: ScriptOptions = {}) {
	const { signal, attempts = 5, onResponse = async () => 'kept' } = options;
	const { signIn = { Authorization: 'Bearer of the request' } } = options;
	const sent: IHttpRequestOptions[] = [];
	const hints: string[] = [];
	const left = Array.isArray(answers) ? [...answers] : [];
	// An account of its own, because the process remembers accounts.
	const credentials = { salesCrmApi: { id: String(++accounts), name: '' } };
	const service: Service = async (asked) => {
		sent.push(structuredClone(asked));
		// n8n signs in by writing into what it is given.
		Object.assign(asked.headers!, signIn);
		const next = Array.isArray(answers) ? left.shift() : () => answers(asked);
		if (!next) throw new UnexpectedError(`Request ${sent.length} has no answer in the script`);
		const answer = typeof next === 'function' ? await next() : next;
		if (answer instanceof Error) throw answer;
		return answer;
	};
	const has = {
		getNode: () => ({ credentials }),
		addExecutionHints: ({ message }: NodeExecutionHint) => hints.push(message),
	};
	const context = contextOf('context', { service, elsewhere: options.elsewhere }, has);
	const connection: Connection = {
		context: context as Connection['context'],
		scheme: 'apiToken',
		baseUrl: BASE_URL,
		profileId: undefined,
		defaultAudienceId: undefined,
		secrets: new Set(['the-api-token']),
		authenticator: { onResponse, refusals: new Map() },
		signal,
		retry: { maxAttempts: attempts, timeoutMs: 60_000 },
	};
	return { connection, sent, hints };
}

/** A context of n8n by hand, for thousands of runs a second: it sends requests to a service, and has what is listed. */
export function contextOf(
	name: string,
	{ service, elsewhere }: { service: Service; elsewhere?: Service },
	has: object,
): object {
	const whole = (reply: Reply) => ({ headers: {}, body: '', ...reply });
	const helpers = {
		httpRequestWithAuthentication: async (_type: string, asked: IHttpRequestOptions) =>
			whole(await service(asked)),
		...(elsewhere && {
			httpRequest: async (asked: IHttpRequestOptions) => whole(await elsewhere(asked)),
		}),
	};
	return strict(name, { helpers: strict('helpers', helpers), ...has });
}

/** An object that fails the test if it is asked for anything that it does not have. */
export function strict(name: string, has: object): object {
	return new Proxy(has, {
		get(target, key) {
			if (key in target || typeof key === 'symbol') return Reflect.get(target, key);
			throw new UnexpectedError(`The ${name} of the test has no ${String(key)}`);
		},
	});
}

export const json = (value: unknown, statusCode = 200, headers = {}): Reply => ({
	statusCode,
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify(value),
});

/** An error of n8n for a request without an answer, or with a response that it could not read. */
export const fault = (has: { code: string; response?: { status: number } }): Error =>
	Object.assign(new Error(has.code), has);
