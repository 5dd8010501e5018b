import { CouldNotRun } from '../report.mts';
import { OURS } from '../spec/specification.mts';

/** Sends one request: `fetch`, or what stands in for it in a test. */
export type Network = (url: string, options: RequestInit) => Promise<Response>;

/** All that may be asked, by the operationId of sandbox/openapi.yaml: nothing else has an address here. */
export const LOGINS = ['login', 'loginAtAuthenticationService'];
export const READS = [
	...['listContacts', 'listQuotations', 'getQuotationInfo', 'getQuotationPdf'],
	...['listHistory', 'listStatuses', 'listUsers', 'listSubscriptions'],
];

export const MAX_REQUESTS = 60;
const TIMEOUT_MS = 30_000;

/** Of parameters; those that a route does not have are left out. */
export type Values = Record<string, string | number | undefined>;

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
}

/** The one way out: reads and logins, so many at most; redirects are not followed. */
export class Gate {
	requests = 0;

	constructor(
		private readonly network: Network,
		private readonly baseUrl: string,
	) {}

	/** @throws RangeError for what may not be asked, CouldNotRun, or whatever the network throws. */
	async send(operation: string, values: Values, own = {}, body = {}): Promise<Reply> {
		if (![...LOGINS, ...READS].includes(operation)) throw new RangeError(operation);
		if (this.requests >= MAX_REQUESTS)
			throw new CouldNotRun(`${MAX_REQUESTS} requests were not enough: the service is busy`);
		this.requests++;
		const { method, path, sent } = OURS.find(({ name }) => name === operation)!;
		const valueOf = (name: string) => encodeURIComponent(values[name] ?? '');
		const url = new URL(this.baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => valueOf(name)));
		for (const name of sent.query.names)
			if (values[name] !== undefined) url.searchParams.set(name, String(values[name]));
		const isPost = method === 'post';
		const headers = { Accept: 'application/json, */*', 'Content-Type': 'application/json', ...own };
		const response = await this.network(url.href, {
			method: method.toUpperCase(),
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
			headers,
			body: isPost ? JSON.stringify(body) : undefined,
		});
		return { status: response.status, headers: response.headers, text: await response.text() };
	}
}
