import { setTimeout as sleep } from 'node:timers/promises';

import { isFailedRead } from '../../../nodes/transport/writeAnswer.ts';
import { CouldNotRun } from '../report.mts';
import { isObject } from '../spec/schema.mts';
import { OURS } from '../spec/specification.mts';

/** Sends one request: `fetch`, or what stands in for it in a test. */
export type Network = (url: string, options: RequestInit) => Promise<Response>;

/** All that may be asked, by the operationId of tools/sandbox/openapi.yaml: nothing else has an address here. */
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

	constructor(private readonly options: Pick<Options, 'network' | 'baseUrl'>) {}

	/** @throws RangeError for what may not be asked, CouldNotRun, or whatever the network throws. */
	async send(operation: string, values: Values, own = {}, body = {}): Promise<Reply> {
		if (![...LOGINS, ...READS].includes(operation)) throw new RangeError(operation);
		if (this.requests >= MAX_REQUESTS)
			throw new CouldNotRun(`${MAX_REQUESTS} requests were not enough: the service is busy`);
		this.requests++;
		const { method, path, sent } = OURS.find(({ name }) => name === operation)!;
		const valueOf = (name: string) => encodeURIComponent(values[name] ?? '');
		const { network = fetch, baseUrl } = this.options;
		const url = new URL(baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => valueOf(name)));
		for (const name of sent.query.names)
			if (values[name] !== undefined) url.searchParams.set(name, String(values[name]));
		const isPost = method === 'post';
		const headers = { Accept: 'application/json, */*', 'Content-Type': 'application/json', ...own };
		const response = await network(url.href, {
			method: method.toUpperCase(),
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT_MS),
			headers,
			body: isPost ? JSON.stringify(body) : undefined,
		});
		return { status: response.status, headers: response.headers, text: await response.text() };
	}
}

export interface Options {
	/** Without a slash at the end. */
	baseUrl: string;
	credential: { apiToken: string } | { email: string; password: string };
	profile?: string;
	audience?: string;
	network?: Network;
	wait?(ms: number): Promise<unknown>;
}

const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 30;
const isPassing = (status = 503) => [429, 502, 503, 504].includes(status) || status >= 520;

/** Any of these shows that a sign-in is taken: a service may take a scheme on some routes only. */
const SIGNS = ['listQuotations', 'listUsers', 'listSubscriptions'];

/** What is asked, one request at a time. The same is asked once; its answer stays in memory. */
export class Account {
	readonly gate: Gate;
	login?: { key: 'sessionKey' | 'session_key'; operation: string };
	/** Which form of the session's header is taken. */
	header?: 'raw' | 'bearer' | 'either';
	/** The session, as it goes into its header. */
	private session = '';
	/** A route that took the sign-in. */
	sign = SIGNS[0]!;
	private readonly asked = new Map<string, Reply | undefined>();

	constructor(readonly options: Options) {
		this.gate = new Gate(options);
	}

	/** @throws CouldNotRun where no route takes the sign-in. */
	async signIn(): Promise<void> {
		if ('email' in this.options.credential) await this.logIn();
		const forms = this.login
			? { raw: this.session, bearer: `Bearer ${this.session}` }
			: { raw: '' };
		const fates = new Set<string>();
		for (const operation of SIGNS) {
			const taken: string[] = [];
			for (const [form, session] of Object.entries(forms)) {
				const reply = await this.ask(operation, {}, session);
				fates.add(fateOf(reply));
				if (dataOf(reply) !== undefined) taken.push(form);
			}
			const [form] = taken as Array<'raw' | 'bearer'>;
			if (!form) continue;
			this.sign = operation;
			this.session = forms[form]!;
			if (this.login) this.header = taken.length > 1 ? 'either' : form;
			return;
		}
		throw new CouldNotRun(
			[...fates].join() === '401'
				? 'the sign-in was refused (401): it is wrong, was revoked, or these routes want the other --scheme'
				: `no route that was tried gave data (${[...fates].join(', ')}): check --base-url, --profile and the sign-in`,
		);
	}

	/** @throws CouldNotRun: what was refused meanwhile may speak of the sign-in. */
	async stillSignedIn(): Promise<void> {
		if (dataOf(await this.ask(this.sign, {}, this.session, 'at the end')) !== undefined) return;
		throw new CouldNotRun('the sign-in was no longer taken at the end of the run: run it again');
	}

	/**
	 * @param own Values of parameters other than the usual ones.
	 * @param time Where the same is asked again: which time it is.
	 * @returns Undefined when nothing came.
	 */
	async ask(operation: string, own: Values = {}, session = this.session, time = '') {
		const { profile, audience, credential, wait = sleep } = this.options;
		// There is no address without it.
		if (/^list(History|Statuses)$/.test(operation) && !profile) return undefined;
		const key = [operation, ...Object.entries(own).flat(), session, time].join(' ');
		if (this.asked.has(key)) return this.asked.get(key);
		const values = {
			...{ companyProfileId: profile, company_profile_id: profile, profile_id: profile },
			...{ audience_id: audience, page: 0, per_page: 50 },
			...(operation === 'listUsers' && { id: profile }),
			...own,
		};
		const headers =
			'apiToken' in credential
				? { Authorization: `Bearer ${credential.apiToken}` }
				: { 'X-AUTHORIZATION': session };
		for (let attempt = 1; ; attempt++) {
			const reply = await this.gate.send(operation, values, headers).catch(noAnswer);
			this.asked.set(key, reply);
			if (!isPassing(reply?.status) || attempt === MAX_TRIES) return reply;
			const seconds = Number(reply?.headers.get('retry-after')) || 1;
			await wait(Math.min(seconds, MAX_WAIT_SECONDS) * 1000);
		}
	}

	/** @throws CouldNotRun for whatever is no session: nothing is sent twice. */
	private async logIn(): Promise<void> {
		for (const operation of LOGINS) {
			const reply = await this.gate
				.send(operation, {}, {}, this.options.credential)
				.catch(noAnswer);
			// Elsewhere nothing was judged: only where there is no such route the other one is tried.
			if (reply && [404, 405].includes(reply.status)) continue;
			const said = parsed(reply?.text);
			const answer = isObject(said) ? said : {};
			const key = (['sessionKey', 'session_key'] as const).find((name) => answer[name]);
			const isTwoFactor = answer.should_check_two_factor === true;
			const why = isTwoFactor ? 'it asks for two-factor authentication' : fateOf(reply);
			if (!key || answer.type !== 'SUCCESS' || isTwoFactor)
				throw new CouldNotRun(
					`the login was refused (${why}): check --base-url, SALES_CRM_EMAIL and SALES_CRM_PASSWORD. It was sent once`,
				);
			this.session = String(answer[key]);
			this.login = { key, operation };
			return;
		}
		throw new CouldNotRun('there is no login at either path: check --base-url');
	}
}

/** A connection that breaks off passes; that all requests are used up does not. */
function noAnswer(error: Error): undefined {
	if (!(error instanceof TypeError) && !/Timeout|Abort/.test(error.name)) throw error;
}

export function parsed(text: string | undefined): unknown {
	try {
		return JSON.parse(text ?? '');
	} catch {
		return undefined;
	}
}

/** The JSON of an answer with data; undefined for all others. */
export function dataOf(reply: Reply | undefined): unknown {
	if (!reply || reply.status < 200 || reply.status > 299) return undefined;
	const data = parsed(reply.text);
	return isFailedRead(data) ? undefined : data;
}

/** What became of a question. */
export function fateOf(reply: Reply | undefined): string {
	if (!reply) return 'no answer';
	if (dataOf(reply) !== undefined || isPdf(reply)) return 'taken';
	return reply.status < 300 ? 'a status of success, but no data' : String(reply.status);
}

/** So the node judges it, whatever its type says. */
export const isPdf = ({ text }: Reply) => text.slice(0, 1024).includes('%PDF-');
