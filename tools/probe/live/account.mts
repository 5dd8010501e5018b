import { setTimeout as sleep } from 'node:timers/promises';

import { CouldNotRun } from '../report.mts';
import { isObject } from '../spec/file.mts';
import { OURS } from '../spec/specification.mts';
import { CLOSED, reasonOf } from './connection.mts';
import { dataOf, isPage, isPdf, parsed, type Reply } from './reply.mts';
import { wordsOf } from './words.mts';

/** Sends one request: `fetch`, or what stands in for it in a test. */
export type Network = (url: string, options: RequestInit) => Promise<Response>;

export interface Options {
	/** Without a slash at the end. */
	baseUrl: string;
	credential: { apiToken: string } | { email: string; password: string };
	profile?: string;
	audience?: string;
	network?: Network;
	wait?(ms: number): Promise<unknown>;
}

/** All that may be asked, by the operationId of openapi.yaml: nothing else has an address here. */
export const LOGINS = ['login', 'loginAtAuthenticationService'];
export const READS = [
	...['listContacts', 'listQuotations', 'getQuotationInfo', 'getQuotationPdf'],
	...['listHistory', 'listStatuses', 'listUsers', 'listSubscriptions'],
];
/** Any of these shows that a sign-in is accepted: a service may accept a scheme on some routes only. */
const SIGNS = ['listQuotations', 'listUsers', 'listSubscriptions'];

export const MAX_REQUESTS = 60;
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 30;
const FIRST_PATIENCE_MS = 10_000;
const PATIENCE_MS = 20_000;
const isPassing = (status: number) => [429, 502, 503, 504].includes(status) || status >= 520;

/** Of parameters; those that a route does not have are left out. */
type Values = Record<string, string | number | undefined>;

/** One question, and what became of it. */
export interface Read {
	operation: string;
	/** Route, page and what is special about it: no other value. */
	title: string;
	reply?: Reply;
	/** Why there is no reply. */
	why?: string;
	ms: number;
	/** Statuses that were waited out before. */
	waited: number[];
	/** Asked to see a refusal or the end of a list: to be refused is no failure. */
	isTrial: boolean;
	/** What was seen by comparing it with another. */
	remark?: string;
}

export interface Question {
	/** Values of parameters other than the usual ones. */
	own?: Values;
	/** What is special about it. The same question is asked once. */
	about?: string;
	session?: string;
	isTrial?: boolean;
}

/** Whether it should have given data, or a PDF, and did not. */
export function isFailed({ operation, reply, isTrial }: Read): boolean {
	if (!reply || reply.status >= 500) return true;
	return (
		!isTrial && !(operation === 'getQuotationPdf' ? isPdf(reply) : dataOf(reply) !== undefined)
	);
}

/**
 * The one way to the service:
 * 1. Reads and logins alone, one request at a time, 60 at most. Redirects are not followed.
 * 2. A host that never answered ends the run with the cause.
 * 3. What may pass (429, a gateway's 5xx, a connection that was closed) is asked three times in all.
 * 4. After two questions in a row without an answer nothing more is asked.
 * 5. A login is sent once.
 */
export class Account {
	requests = 0;
	readonly reads: Read[] = [];
	/** Why no more was asked. */
	stopped?: string;
	/** As it goes into its header; empty where a token is used. */
	private session = '';
	private hasAnswered = false;

	constructor(readonly options: Options) {}

	get hasSession(): boolean {
		return this.session !== '';
	}

	/** @throws CouldNotRun where no route accepts the sign-in. */
	async signIn(): Promise<void> {
		if ('email' in this.options.credential) await this.logIn();
		const forms = {
			'session as returned': this.session,
			'session behind "Bearer "': `Bearer ${this.session}`,
		};
		for (const operation of SIGNS) {
			const accepted: string[] = [];
			for (const [about, session] of Object.entries(this.hasSession ? forms : { '': '' })) {
				const read = await this.ask(operation, { about, session, isTrial: this.hasSession });
				if (dataOf(read?.reply) !== undefined) accepted.push(session);
			}
			if (accepted[0] === undefined) continue;
			this.session = accepted[0];
			return;
		}
		throw new CouldNotRun(this.whyNot());
	}

	/** @returns Undefined where it is not asked: an ID is missing, or no more is. */
	async ask(operation: string, question: Question = {}): Promise<Read | undefined> {
		const { profile, audience, credential } = this.options;
		const { own = {}, about = '', isTrial = false, session = this.session } = question;
		// Without it there is no address, or no answer.
		if (/^list(History|Statuses|Users)$/.test(operation) && !profile) return undefined;
		const page = own.per_page ? `page=${own.page}&per_page=${own.per_page}` : '';
		const title = [OURS.get(operation)!.title, page, about].filter(Boolean).join(' ');
		const known = this.reads.find((read) => read.title === title);
		if (known || this.stopped) return known;
		const values = {
			...{ companyProfileId: profile, company_profile_id: profile, profile_id: profile },
			...{ audience_id: audience, page: 0, per_page: 50 },
			...(operation === 'listUsers' && { id: profile }),
			...own,
		};
		const headers: Record<string, string> =
			'apiToken' in credential
				? { Authorization: `Bearer ${credential.apiToken}` }
				: { 'X-AUTHORIZATION': session };
		return await this.send({ operation, title, isTrial, ms: 0, waited: [] }, values, headers);
	}

	/** Fills in what became of it. */
	private async send(read: Read, values: Values, headers = {}, body = {}): Promise<Read> {
		const most = LOGINS.includes(read.operation) ? 1 : MAX_TRIES;
		const { wait = sleep } = this.options;
		for (let attempt = 1; this.requests < MAX_REQUESTS; attempt++) {
			const start = performance.now();
			Object.assign(read, await this.request(read.operation, values, headers, body));
			read.ms = Math.round(performance.now() - start);
			const { reply, why } = read;
			const mayPass = reply ? isPassing(reply.status) : why === CLOSED;
			if (!mayPass || attempt === most) break;
			if (reply) read.waited.push(reply.status);
			const seconds = Number(reply?.headers.get('retry-after')) || 1;
			await wait(Math.min(seconds, MAX_WAIT_SECONDS) * 1000);
		}
		const last = this.reads.at(-1);
		this.reads.push(read);
		if (this.requests === MAX_REQUESTS) this.stopped = `${MAX_REQUESTS} requests are the most`;
		if (!read.reply && last && !last.reply) this.stopped = 'two questions in a row had no answer';
		return read;
	}

	/** @throws CouldNotRun where the host never answered, RangeError for what may not be asked. */
	private async request(
		operation: string,
		values: Values,
		headers: Record<string, string>,
		body: object,
	): Promise<Pick<Read, 'reply' | 'why'>> {
		if (![...LOGINS, ...READS].includes(operation)) throw new RangeError(operation);
		const { method, path, parameters } = OURS.get(operation)!;
		const { network = fetch, baseUrl } = this.options;
		const valueOf = (name: string) => encodeURIComponent(values[name] ?? '');
		const url = new URL(baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => valueOf(name)));
		for (const { in: where, name } of parameters) {
			const value = where === 'query' ? values[String(name)] : undefined;
			if (value !== undefined) url.searchParams.set(String(name), String(value));
		}
		this.requests++;
		const ms = this.hasAnswered ? PATIENCE_MS : FIRST_PATIENCE_MS;
		try {
			const response = await network(url.href, {
				method: method.toUpperCase(),
				redirect: 'manual',
				signal: AbortSignal.timeout(ms),
				headers: {
					Accept: 'application/json, */*',
					'Content-Type': 'application/json',
					...headers,
				},
				body: method === 'post' ? JSON.stringify(body) : undefined,
			});
			const text = await response.text();
			this.hasAnswered = true;
			return {
				reply: { status: response.status, headers: response.headers, text },
				why: undefined,
			};
		} catch (error) {
			const why = reasonOf(error, ms);
			if (why === undefined) throw error;
			const isLast = why !== CLOSED || this.requests === MAX_TRIES;
			if (!this.hasAnswered && isLast) throw new CouldNotRun(why);
			return { reply: undefined, why };
		}
	}

	/** @throws CouldNotRun for whatever is no session. */
	private async logIn(): Promise<void> {
		for (const operation of LOGINS) {
			const { title } = OURS.get(operation)!;
			const read = { operation, title, isTrial: true, ms: 0, waited: [] };
			const { reply, why } = await this.send(read, {}, {}, this.options.credential);
			// Nothing was judged there: only where there is no such route the other one is tried.
			if (reply && [404, 405].includes(reply.status)) continue;
			const said = parsed(reply?.text);
			const answer = isObject(said) ? said : {};
			const session = answer.sessionKey ?? answer.session_key;
			const isTwoFactor = answer.should_check_two_factor === true;
			this.session = typeof session === 'string' ? session : '';
			if (this.hasSession && answer.type === 'SUCCESS' && !isTwoFactor) return;
			const got = reply ? `status ${reply.status}` : why;
			throw new CouldNotRun(
				`${isTwoFactor ? 'the service asks for two-factor authentication' : `the login gave no session (${got})`}. It was sent once: check --base-url, SALES_CRM_EMAIL and SALES_CRM_PASSWORD`,
			);
		}
		throw new CouldNotRun('there is no login at either path: check --base-url');
	}

	private whyNot(): string {
		const replies = this.reads.flatMap(({ reply }) => reply ?? []);
		if (replies.length > 0 && replies.every(isPage))
			return 'a web page answered. --base-url is the address of the interface, without the path of a page';
		const own = this.reads.filter(({ operation }) => READS.includes(operation));
		if (own.every(({ reply }) => reply?.status === 401))
			return `the sign-in was refused (401, ${wordsOf(replies.at(-1)!)}) by all routes that were tried. It is wrong or was revoked, or this service wants the other --scheme`;
		const got = own.map(({ title, reply, why }) =>
			reply ? `${title}: ${reply.status} ${wordsOf(reply)}` : `${title}: ${why}`,
		);
		return `no route that was tried gave data (${got.join('; ')}). Check --base-url, --profile and the sign-in`;
	}
}
