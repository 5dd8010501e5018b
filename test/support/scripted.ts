import {
	type IDataObject,
	type IHttpRequestOptions,
	NodeApiError,
	type NodeExecutionHint,
	UnexpectedError,
} from 'n8n-workflow';

import type { Connection, Authenticator } from '../../nodes/transport/connection';
import { credentialTypeOf, type Scheme, secretsOf } from '../../nodes/transport/credential';

/**
 * A connection whose context answers what a test wrote down and nothing else: for what a request
 * does with each answer, in milliseconds and without n8n's engine. That the engine does answer so
 * is shown by engineErrors.test.ts, on both lines of n8n.
 */

interface Reply {
	statusCode: number;
	headers?: Record<string, unknown>;
	body?: unknown;
}

/** What comes back for one request; a function is asked at that moment. */
export type Scripted = Reply | Error | (() => Reply | Error | Promise<Reply>);

/** A service as a function of what it is asked. */
type Service = (asked: IHttpRequestOptions) => Reply | Promise<Reply>;

export interface ScriptOptions {
	scheme?: Scheme;
	/** What the credential holds, asked anew each time. */
	credential?: () => IDataObject;
	/** What the sign-in makes of each answer; it keeps to what it has when left out. */
	onResponse?: Authenticator['onResponse'];
	/** What another host answers, which is sent nothing of the sign-in. */
	elsewhere?: Service;
	signal?: AbortSignal;
	attempts?: number;
	timeoutMs?: number;
}

export interface Script {
	connection: Connection;
	/** What was sent, in order. */
	sent: IHttpRequestOptions[];
	hints: string[];
}

export const BASE_URL = 'https://crm.example/base';

const CREDENTIALS: Record<Scheme, IDataObject> = {
	apiToken: { apiToken: 'the-api-token' },
	serviceAccount: { email: 'account', password: 'the-password', sessionKey: 'the-session' },
	oAuth2: {
		clientSecret: 'the-client-secret',
		oauthTokenData: { access_token: 'the-access-token', refresh_token: 'the-refresh-token' },
	},
};

let accounts = 0;

/** The answers come one after the other; a request beyond the last is a failure of the test. */
export async function script(
	answers: Scripted[] | Service,
	options: ScriptOptions = {},
): Promise<Script> {
	const { scheme = 'apiToken', signal, attempts = 5, timeoutMs = 60_000 } = options;
	const credential = async () => ({ ...CREDENTIALS[scheme], ...options.credential?.() });
	const sent: IHttpRequestOptions[] = [];
	const hints: string[] = [];
	const left = Array.isArray(answers) ? [...answers] : [];
	// An account of its own: what is remembered of one test does not reach the next.
	const credentials = { [credentialTypeOf(scheme)]: { id: String(++accounts), name: '' } };
	const context = strict('context', {
		getNode: () => ({ credentials }),
		getCredentials: credential,
		addExecutionHints: ({ message }: NodeExecutionHint) => hints.push(message),
		helpers: strict('helpers', {
			async httpRequestWithAuthentication(_type: string, asked: IHttpRequestOptions) {
				sent.push(structuredClone(asked));
				// n8n signs in by writing into what it is given.
				Object.assign(asked.headers!, { Authorization: 'Bearer of the request' });
				const next = Array.isArray(answers) ? left.shift() : () => answers(asked);
				if (!next) throw new UnexpectedError(`Request ${sent.length} has no answer in the script`);
				const answer = typeof next === 'function' ? await next() : next;
				if (answer instanceof Error) throw answer;
				return { headers: {}, body: '', ...answer };
			},
			async httpRequest(asked: IHttpRequestOptions) {
				if (!options.elsewhere) throw new UnexpectedError('Nothing is sent to another host');
				return { headers: {}, body: '', ...(await options.elsewhere(asked)) };
			},
		}),
	});
	const authenticator: Authenticator = {
		onResponse: options.onResponse ?? (async () => 'kept'),
		refusals: new Map(),
	};
	const connection = {
		context: context as Connection['context'],
		scheme,
		baseUrl: BASE_URL,
		profileId: undefined,
		defaultAudienceId: undefined,
		secrets: new Set(secretsOf((await credential()) as never)),
		authenticator,
		signal,
		retry: { maxAttempts: attempts, timeoutMs },
	};
	return { connection, sent, hints };
}

/** Asked for anything that it has not, it fails the test. */
export function strict(name: string, has: object): object {
	return new Proxy(has, {
		get(target, key) {
			if (key in target || typeof key === 'symbol') return Reflect.get(target, key);
			throw new UnexpectedError(`Nothing said that the ${name} would be asked for ${String(key)}`);
		},
	});
}

export const json = (value: unknown, statusCode = 200, headers = {}): Reply => ({
	statusCode,
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify(value),
});

const NODE = {
	id: '1',
	name: 'Sales CRM',
	type: 'salesCrm',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

export interface EngineFault {
	code?: string;
	syscall?: string;
	message?: string;
	response?: { status: number; headers?: object; data?: unknown };
}

/** The errors that n8n makes of a fault: 2.x with its causes, 1.x with next to nothing of them. */
export const engineErrors: Array<[line: string, make: (fault: EngineFault) => Error]> = [
	[
		'n8n 2.x',
		(fault) => {
			const root = Object.assign(new Error(fault.message ?? wordsOf(fault)), fault);
			const ofClient = { ...fault, syscall: undefined };
			const client = Object.assign(new Error(root.message, { cause: root }), ofClient);
			return Object.assign(n8nError(fault), { cause: client });
		},
	],
	['n8n 1.x', n8nError],
];

const wordsOf = ({ code = '', syscall }: EngineFault) => (syscall ? `${syscall} ${code}` : code);

function n8nError(fault: EngineFault): Error {
	const message = fault.message ?? wordsOf(fault);
	const error = new NodeApiError(NODE, { message } as never, { message });
	return Object.assign(error, {
		cause: undefined,
		httpCode: fault.response ? String(fault.response.status) : (fault.code ?? null),
		messages: [message, message],
	});
}
