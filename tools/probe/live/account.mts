import { setTimeout as sleep } from 'node:timers/promises';

import { CouldNotRun } from '../report.mts';
import { parsed } from '../spec/file.mts';
import { distinct } from '../spec/schema.mts';
import { isLogin, OURS } from '../spec/specification.mts';
import { reasonOf } from './connection.mts';
import { dataOf, isPage, isPdf, type Reply } from './reply.mts';
import { wordsOf } from './words.mts';

export interface Options {
	/** Without a slash at the end. */
	baseUrl: string;
	credential: { apiToken: string } | { email: string; password: string };
	profile?: string;
	audience?: string;
}

const LOGINS = ['login', 'loginAtAuthenticationService'] as const;
/** All that may be asked, by the operationId of openapi.yaml: nothing is written. */
export type Question =
	| `list${'Contacts' | 'Quotations' | 'History' | 'Statuses' | 'Users' | 'Subscriptions'}`
	| `getQuotation${'Info' | 'Pdf'}`
	| (typeof LOGINS)[number];

const PAGE = 'Check --base-url: it is the address of the interface, not of a page for people';
const SIGN_IN =
	'The sign-in is wrong or was revoked, or this service wants the other --scheme; or --base-url or --profile is wrong';

const PATIENCE_MS = 12_000;
const MAX_WAIT_SECONDS = 30;

/** Of parameters; those that a route does not have are left out. */
type Values = Record<string, string | number | undefined>;

/** One question, and what became of it. */
export interface Read {
	operation: Question;
	/** Route, page and what is special about it: no other value. */
	title: string;
	reply?: Reply;
	/** Why there is no reply. */
	why?: string;
	ms: number;
	/** Asked to see a refusal or the end of a list: to be refused is no failure. */
	isTrial: boolean;
	/** What else was seen of it, such as by comparing it with another. */
	remark?: string;
}

/** Whether it gave data, or a PDF. */
const isGiven = ({ operation, reply }: Read): boolean =>
	operation === 'getQuotationPdf' ? !!reply && isPdf(reply) : dataOf(reply) !== undefined;

export const isFailed = (read: Read): boolean =>
	!read.reply || read.reply.status >= 500 || (!read.isTrial && !isGiven(read));

/**
 * The one way to the service:
 * 1. Reads and logins alone, one request at a time. Redirects are not followed.
 * 2. A host that never answered ends the run with the cause.
 * 3. A 429 is waited out, until waiting was of no use.
 * 4. After two questions without an answer nothing more is asked.
 * 5. A login is sent once.
 */
export class Account {
	requests = 0;
	readonly reads: Read[] = [];
	/** Why no more was asked. */
	stopped?: string;
	/** As it goes into its header; empty where a token is used. */
	session = '';

	constructor(readonly options: Options) {}

	/**
	 * @param about What is special about it; to be refused is then no failure.
	 * @param own Values of parameters other than the usual ones.
	 * @returns Undefined where no more is asked.
	 */
	async ask(
		operation: Question,
		about = '',
		own: Values = {},
		session = this.session,
	): Promise<Read | undefined> {
		const { profile, audience, credential } = this.options;
		if (this.stopped) return undefined;
		const title = `${OURS.get(operation)?.title} ${about}`.trim();
		const read: Read = { operation, title, isTrial: about !== '', ms: 0 };
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
		await this.send(read, values, headers);
		const isLimited = ({ reply }: Read) => reply?.status === 429;
		if (isLimited(read) && !this.reads.some(isLimited)) {
			const seconds = Number(read.reply!.headers.get('retry-after') ?? 1);
			await sleep(Math.min(seconds, MAX_WAIT_SECONDS) * 1000);
			await this.send(read, values, headers);
			read.remark = 'after 429';
		}
		this.reads.push(read);
		return read;
	}

	/**
	 * Notes what became of it.
	 * @throws CouldNotRun where the host never answered.
	 */
	private async send(read: Read, values: Values, headers: object, body = {}): Promise<void> {
		const { method, path, parameters } = OURS.get(read.operation)!;
		const valueOf = (name: string) => encodeURIComponent(values[name] ?? '');
		const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
		const url = new URL(this.options.baseUrl + filled);
		for (const { in: where, name } of parameters) {
			const value = where === 'query' ? values[String(name)] : undefined;
			if (value !== undefined) url.searchParams.set(String(name), String(value));
		}
		const start = performance.now();
		this.requests++;
		try {
			const answer = await fetch(url, {
				method: method.toUpperCase(),
				redirect: 'manual',
				signal: AbortSignal.timeout(PATIENCE_MS),
				headers: { Accept: '*/*', 'Content-Type': 'application/json', ...headers },
				body: method === 'post' ? JSON.stringify(body) : undefined,
			});
			read.reply = { status: answer.status, headers: answer.headers, text: await answer.text() };
		} catch (error) {
			read.why = reasonOf(error, PATIENCE_MS);
			if (!this.reads.some(({ reply }) => reply)) throw new CouldNotRun(read.why);
			read.reply = undefined;
			if (this.reads.some(({ reply }) => !reply)) this.stopped = 'two questions had no answer';
		}
		read.ms = Math.round(performance.now() - start);
	}

	/**
	 * Where the credential has a login, and finds out how its session is sent.
	 * @throws CouldNotRun for whatever is no session.
	 */
	async signIn(): Promise<void> {
		const { credential } = this.options;
		if ('apiToken' in credential) return;
		for (const operation of LOGINS) {
			const { title } = OURS.get(operation)!;
			const read: Read = { operation, title, isTrial: true, ms: 0 };
			await this.send(read, {}, {}, credential);
			this.reads.push(read);
			// Nothing was judged there: only where there is no such route the other one is tried.
			if (read.reply && ![404, 405].includes(read.reply.status)) break;
		}
		const { reply } = this.reads.at(-1)!;
		const answer = Object(parsed(reply?.text));
		const session: unknown = answer.sessionKey ?? answer.session_key;
		const isTwoFactor = answer.should_check_two_factor === true;
		if (typeof session !== 'string' || answer.type !== 'SUCCESS' || isTwoFactor)
			throw new CouldNotRun(
				`${isTwoFactor ? 'the service asks for two-factor authentication' : `the login gave no session (status ${reply?.status})`}. It was sent once: check --base-url, SALES_CRM_EMAIL and SALES_CRM_PASSWORD`,
			);
		await this.ask('listQuotations', 'session as returned', {}, session);
		const form = `Bearer ${session}`;
		const other = await this.ask('listQuotations', 'session behind "Bearer "', {}, form);
		this.session = other && isGiven(other) ? form : session;
	}

	/** @throws CouldNotRun where nothing was given, with what was answered. */
	check(): void {
		const own = this.reads.filter(({ operation }) => !isLogin(operation));
		if (own.some(isGiven)) return;
		const said = own.map(({ reply, why }) => (reply ? `${reply.status} ${wordsOf(reply)}` : why));
		throw new CouldNotRun(
			`no route gave data, but ${distinct(said).join('; ')}. ${own.some(({ reply }) => reply && isPage(reply)) ? PAGE : SIGN_IN}`,
		);
	}
}
