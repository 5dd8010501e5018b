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

/** What one request is answered. */
export type Scripted = Reply | Error;

/** A service as a function of what it is asked. */
export type Service = (asked: IHttpRequestOptions) => Reply | Promise<Reply>;

export interface ScriptOptions {
	/** What the sign-in makes of each answer; by default it is kept. */
	onResponse?: Authenticator['onResponse'];
	/** What another host answers, which is sent no sign-in. */
	elsewhere?: Service;
	attempts?: number;
	baseUrl?: string;
}

export const BASE_URL = 'https://crm.example/base';

let accounts = 0;

/** The answers are given one after the other; a request after the last one fails the test. */
export async function script(answers: Scripted[] | Service, options: ScriptOptions = {}) {
	const { attempts = 5, onResponse = async () => 'kept', baseUrl = BASE_URL } = options;
	const sent: IHttpRequestOptions[] = [];
	const hints: string[] = [];
	const left = Array.isArray(answers) ? [...answers] : [];
	// An account of its own, because the process remembers accounts.
	const account = { key: String(++accounts), namesUser: true };
	const service: Service = async (asked) => {
		sent.push(structuredClone(asked));
		// n8n signs in by writing into what it is given.
		asked.headers!.Authorization = 'Bearer of the request';
		const answer = Array.isArray(answers) ? left.shift() : await answers(asked);
		if (!answer) throw new UnexpectedError(`Request ${sent.length} has no answer in the script`);
		if (answer instanceof Error) throw answer;
		return answer;
	};
	const has = {
		getNode: () => ({}),
		addExecutionHints: ({ message }: NodeExecutionHint) => hints.push(message),
	};
	const context = contextOf('context', { service, elsewhere: options.elsewhere }, has);
	const connection: Connection = {
		context: context as Connection['context'],
		scheme: 'apiToken',
		baseUrl,
		account,
		profileId: undefined,
		defaultAudienceId: undefined,
		secrets: new Set(['the-api-token']),
		authenticator: { onResponse, refusals: new Map() },
		signal: undefined,
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
