import { readOurs } from '../spec/ours.mts';

/** Sends one request: `fetch`, or what stands in for it in a test. */
export type Network = (url: string, options: RequestInit) => Promise<Response>;

/** All that may be asked, by the operationId of sandbox/openapi.yaml: nothing else has an address here. */
export const LOGINS = ['login', 'loginAtAuthenticationService'];
export const READS = [
	'listContacts',
	'listQuotations',
	'getQuotationInfo',
	'getQuotationPdf',
	'listHistory',
	'listStatuses',
	'listUsers',
	'listSubscriptions',
];

export const MAX_REQUESTS = 60;
/** Logins that are right, for a session may end on the way. A refused one is never repeated. */
export const MAX_LOGINS = 4;
const TIMEOUT_MS = 30_000;
const BEGINNING_BYTES = 1024;

export interface Parts {
	/** In place of the parameter in the path. */
	profile?: string;
	query?: Record<string, string | number | undefined>;
	body?: object;
	headers?: Record<string, string>;
}

export interface Reply {
	status: number;
	headers: Headers;
	/** Of the PDF no more than its beginning. */
	text: string;
}

/** All requests that are allowed have been used. */
export class UsedUp extends Error {}

const ROUTES = new Map(readOurs().routes.map((route) => [route.name, route]));

/** The one way out: reads and right logins, one at a time, so many at most; redirects are not followed. */
export class Gate {
	requests = 0;
	logins = 0;
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly network: Network,
		private readonly baseUrl: string,
	) {}

	/** @throws UsedUp, RangeError for what may not be asked, or whatever the network throws. */
	async send(operation: string, parts: Parts): Promise<Reply> {
		const isLogin = LOGINS.includes(operation);
		if (!isLogin && !READS.includes(operation)) throw new RangeError(operation);
		if (this.requests >= MAX_REQUESTS || (isLogin && this.logins >= MAX_LOGINS)) throw new UsedUp();
		this.requests++;
		if (isLogin) this.logins++;
		const turn = this.last.then(async () => await this.exchange(operation, parts));
		this.last = turn.catch(() => undefined);
		return await turn;
	}

	private async exchange(operation: string, parts: Parts): Promise<Reply> {
		const { profile = '', query = {}, body = {}, headers } = parts;
		const { method, path } = ROUTES.get(operation)!;
		const url = new URL(this.baseUrl + path.replace(/\{\w+\}/, encodeURIComponent(profile)));
		for (const [name, value] of Object.entries(query)) {
			if (value !== undefined) url.searchParams.set(name, String(value));
		}
		const isFile = operation === 'getQuotationPdf';
		const sent = method === 'post' && JSON.stringify(body);
		const response = await this.network(url.href, {
			method: method.toUpperCase(),
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
			headers: {
				Accept: isFile ? '*/*' : 'application/json',
				...(sent && { 'Content-Type': 'application/json' }),
				...headers,
			},
			body: sent || undefined,
		});
		const text = isFile ? await beginningOf(response) : await response.text();
		return { status: response.status, headers: response.headers, text };
	}
}

async function beginningOf({ body }: Response): Promise<string> {
	let seen = Buffer.alloc(0);
	for await (const chunk of body ?? []) {
		seen = Buffer.concat([seen, chunk as Uint8Array]);
		if (seen.length >= BEGINNING_BYTES) break;
	}
	return seen.subarray(0, BEGINNING_BYTES).toString('latin1');
}
