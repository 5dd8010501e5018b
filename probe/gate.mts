import type { IHttpRequestOptions } from 'n8n-workflow';

import { LOGIN_PATHS, READS } from './operations.mts';

/** Sends one request as n8n's `httpRequest` does and gives `{ statusCode, headers, body }`. */
export type Network = (options: IHttpRequestOptions) => Promise<unknown>;

export const MAX_REQUESTS = 60;
/** Logins that are right, for a session may end on the way. A refused one is never repeated. */
const MAX_LOGINS = 4;

/** Not on the list, be it that the service itself points there: nothing was sent. */
export class Forbidden extends Error {}
/** All requests that are allowed have been used. */
export class UsedUp extends Error {}

const READ_PATHS = Object.values(READS).map(({ method, path }) => ({
	method,
	path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/**
 * The one way out: reads by an allow-list and right logins, one at a time and so many at most. What
 * it does not know it does not send, whoever asks.
 */
export class Gate {
	requests = 0;
	logins = 0;
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly network: Network,
		private readonly baseUrl: string,
	) {}

	/** @throws Forbidden, UsedUp, or whatever the network throws. */
	readonly send: Network = async (options) => {
		const login = this.kindOf(options) === 'login';
		if (this.requests >= MAX_REQUESTS || (login && this.logins >= MAX_LOGINS)) throw new UsedUp();
		this.requests++;
		if (login) this.logins++;
		const turn = this.last.then(async () => await this.network(options));
		this.last = turn.catch(() => undefined);
		return await turn;
	};

	private kindOf({ method, url, body }: IHttpRequestOptions): 'read' | 'login' {
		const path = url.startsWith(`${this.baseUrl}/`) ? url.slice(this.baseUrl.length) : '';
		if (method === 'POST' && (LOGIN_PATHS as readonly string[]).includes(path)) return 'login';
		const known = READ_PATHS.some((read) => read.method === method && read.path.test(path));
		const says = body === undefined || body === '{}';
		if (known && says) return 'read';
		throw new Forbidden();
	}
}
