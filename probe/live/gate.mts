import { type Json } from '../spec/schema.mts';
import { readOurs } from '../spec/ours.mts';

/** Sends one request: `fetch`, or what stands in for it in a test. */
export type Network = (url: string, options: RequestInit) => Promise<Response>;

/** All that may be asked, by the operationId of sandbox/openapi.yaml: nothing else has an address here. */
export const READS = [
	'listContacts',
	'listQuotations',
	'getQuotationInfo',
	'getQuotationPdf',
	'listHistory',
	'listStatuses',
	'listUsers',
	'listSubscriptions',
] as const;
export const LOGINS = ['login', 'loginAtAuthenticationService'] as const;
export type Read = (typeof READS)[number];

export const MAX_REQUESTS = 60;
/** Logins that are right, for a session may end on the way. A refused one is never repeated. */
export const MAX_LOGINS = 4;
const TIMEOUT_MS = 30_000;
const BEGINNING_BYTES = 1024;

const WAYS = new Map(
	readOurs().routes.map(({ operation, method, path }) => [
		String(operation.operationId),
		{ method: method.toUpperCase(), path },
	]),
);

export interface Parts {
	/** In place of the parameter in the path. */
	profile?: string;
	query?: Record<string, string | number | undefined>;
	body?: Json;
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

/**
 * The one way out: reads by name and right logins, one at a time and so many at most. A redirect is not followed.
 */
export class Gate {
	requests = 0;
	logins = 0;
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly network: Network,
		private readonly baseUrl: string,
	) {}

	/** @throws UsedUp, RangeError for what may not be asked, or whatever the network throws. */
	async send(operation: Read | (typeof LOGINS)[number], parts: Parts): Promise<Reply> {
		const isLogin = (LOGINS as readonly string[]).includes(operation);
		if (!isLogin && !(READS as readonly string[]).includes(operation)) throw new RangeError(operation);
		if (this.requests >= MAX_REQUESTS || (isLogin && this.logins >= MAX_LOGINS)) throw new UsedUp();
		this.requests++;
		if (isLogin) this.logins++;
		const turn = this.last.then(async () => await this.exchange(operation, parts));
		this.last = turn.catch(() => undefined);
		return await turn;
	}

	private async exchange(operation: string, { profile, query, body, headers }: Parts) {
		const { method, path } = WAYS.get(operation)!;
		const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
		const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
		const place = path.replace(/\{\w+\}/, encodeURIComponent(profile ?? ''));
		const response = await this.network(`${this.baseUrl}${place}${search.size > 0 ? `?${search}` : ''}`, {
			method,
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
			headers: {
				Accept: operation === 'getQuotationPdf' ? 'application/pdf, */*;q=0.5' : 'application/json',
				...(method === 'POST' && { 'Content-Type': 'application/json' }),
				...headers,
			},
			body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
		});
		const text =
			operation === 'getQuotationPdf' && response.ok
				? await beginningOf(response)
				: await response.text();
		return { status: response.status, headers: response.headers, text };
	}
}

async function beginningOf({ body }: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of body ?? []) {
		chunks.push(chunk as Uint8Array);
		if (Buffer.concat(chunks).length >= BEGINNING_BYTES) break;
	}
	return Buffer.concat(chunks).subarray(0, BEGINNING_BYTES).toString('latin1');
}
