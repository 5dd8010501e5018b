import { setTimeout as sleep } from 'node:timers/promises';

import { CouldNotRun } from '../report.mts';
import { isObject, type Json } from '../spec/schema.mts';
import { Gate, LOGINS, MAX_LOGINS, type Network, type Parts, type Reply } from './gate.mts';

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
const isPassing = (status: number) => [429, 502, 503, 504].includes(status) || status >= 520;

/** Any of these shows that a sign-in is taken: a service may take a scheme on some routes only. */
const SIGNS = ['listQuotations', 'listUsers', 'listSubscriptions'];

/** What questions ask. Answers stay in memory until the run ends; a question is asked once. */
export class Account {
	readonly gate: Gate;
	readonly isSession: boolean;
	/** What became of well-meant questions, by operation. */
	readonly fates = new Map<string, Set<string>>();
	login?: { key: 'sessionKey' | 'session_key'; path: string };
	private session = '';
	header?: 'raw' | 'bearer' | 'either';
	/** A route that took the sign-in. */
	private sign = SIGNS[0]!;
	private readonly asked = new Map<string, Promise<Reply | undefined>>();

	constructor(readonly options: Options) {
		this.gate = new Gate(options.network ?? fetch, options.baseUrl);
		this.isSession = 'email' in options.credential;
	}

	/** @throws CouldNotRun where no route takes the sign-in. A refused login is not sent again. */
	async signIn(): Promise<void> {
		if (this.isSession) {
			await this.logIn();
			await this.tryForms();
		}
		const fates: string[] = [];
		for (const operation of SIGNS) {
			this.sign = operation;
			const reply = await this.ask(operation);
			if (dataOf(reply) !== undefined) return;
			if (!reply) throw new CouldNotRun('nothing answers at that address: check --base-url');
			fates.push(fateOf(reply));
		}
		throw new CouldNotRun(
			fates.every((fate) => fate === '401')
				? 'the sign-in was refused (401): it is wrong, was revoked, or these routes want the other --scheme'
				: `no route that was tried gave data (${fates.join(', ')}): check --base-url, --profile and the sign-in`,
		);
	}

	/** @throws CouldNotRun: what was refused meanwhile may speak of the sign-in. */
	async stillSignedIn(): Promise<void> {
		if (dataOf(await this.askWrongly(this.sign, this.partsOf(this.sign))) !== undefined) return;
		throw new CouldNotRun('the sign-in was no longer taken at the end of the run: run it again');
	}

	/** A question that the service should answer with data; undefined when nothing came. */
	async ask(operation: string, parts = this.partsOf(operation), nth = 1) {
		// There is no address without it.
		if (/^list(History|Statuses)$/.test(operation) && !parts.profile) return undefined;
		const key = JSON.stringify([operation, parts, nth]);
		const asking = this.asked.get(key) ?? this.askWell(operation, parts);
		this.asked.set(key, asking);
		return await asking;
	}

	/** One with something wrong in it, or with another sign-in: its refusal is no end of the session. */
	async askWrongly(operation: string, parts: Parts, session = this.session) {
		const headers = this.signed(session);
		for (let attempt = 1; ; attempt++) {
			const reply = await this.gate.send(operation, { ...parts, headers }).catch(noAnswer);
			if ((reply && !isPassing(reply.status)) || attempt === MAX_TRIES) return reply;
			const seconds = Number(reply?.headers.get('retry-after')) || 1;
			await (this.options.wait ?? sleep)(Math.min(seconds, MAX_WAIT_SECONDS) * 1000);
		}
	}

	/** What shows that a session is taken or not. */
	async askAs(session: string): Promise<Reply | undefined> {
		return await this.askWrongly(this.sign, this.partsOf(this.sign), session);
	}

	/** The well-meant question of a route. */
	partsOf(operation: string): Parts {
		const { profile, audience } = this.options;
		if (operation === 'listUsers') return { query: { id: profile } };
		if (operation === 'listSubscriptions') return { query: { profile_id: profile } };
		if (!/^list(Contacts|Quotations)$/.test(operation)) return { profile };
		const page = { company_profile_id: profile, page: 0, per_page: 50 };
		return { query: operation === 'listContacts' ? { ...page, audience_id: audience } : page };
	}

	private signed(session: string): Record<string, string> {
		const { credential } = this.options;
		if ('apiToken' in credential) return { Authorization: `Bearer ${credential.apiToken}` };
		return { 'X-AUTHORIZATION': this.header === 'bearer' ? `Bearer ${session}` : session };
	}

	private async askWell(operation: string, parts: Parts): Promise<Reply | undefined> {
		let reply = await this.askWrongly(operation, parts);
		const ended = reply?.status === 401 || (reply?.status === 403 && this.fates.has(operation));
		if (this.isSession && ended && this.gate.logins < MAX_LOGINS) {
			await this.logIn();
			reply = await this.askWrongly(operation, parts);
		}
		this.fates.set(operation, (this.fates.get(operation) ?? new Set()).add(fateOf(reply)));
		return reply;
	}

	/** @throws CouldNotRun for whatever is no session: nothing is sent twice. */
	private async logIn(): Promise<void> {
		for (const operation of LOGINS) {
			const body = { ...this.options.credential };
			const reply = await this.gate.send(operation, { body }).catch(noAnswer);
			// Elsewhere nothing was judged: only where there is no such route the other one is tried.
			if (reply && [404, 405].includes(reply.status)) continue;
			const said = parsed(reply?.text);
			const answer = isObject(said) ? said : {};
			const key = (['sessionKey', 'session_key'] as const).find((name) => answer[name]);
			const isOpen = answer.type === 'SUCCESS' && answer.should_check_two_factor !== true;
			if (!key || !isOpen) throw new CouldNotRun(whyNoSession(reply, answer));
			this.session = String(answer[key]);
			const path = operation === 'login' ? '/login-api' : '/authentication-service/login-api';
			this.login = { key, path };
			return;
		}
		throw new CouldNotRun('there is no login at either path: check --base-url');
	}

	/** Which form of the session header is taken. */
	private async tryForms(): Promise<void> {
		for (const operation of SIGNS) {
			this.sign = operation;
			const takes = async (value: string) => dataOf(await this.askAs(value)) !== undefined;
			const raw = await takes(this.session);
			const bearer = await takes(`Bearer ${this.session}`);
			// The other form may have been refused because the session had ended by then.
			const still = raw && !bearer && (await takes(this.session));
			if (raw && bearer) this.header = 'either';
			else if (bearer) this.header = 'bearer';
			else if (still) this.header = 'raw';
			if (raw || bearer) return;
		}
	}
}

function whyNoSession(reply: Reply | undefined, answer: Json): string {
	if (!reply) return 'the login got no answer: check --base-url';
	if (answer.should_check_two_factor === true) {
		return 'the service asks for two-factor authentication, which a service account cannot give';
	}
	const judged = typeof answer.type === 'string' || [401, 403].includes(reply.status);
	return judged
		? 'the login was refused: check SALES_CRM_EMAIL and SALES_CRM_PASSWORD. It was sent once'
		: `the login was answered in a way that is not known (${reply.status}). It was sent once`;
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
	const { success, ok, error, errors, type } = isObject(data) ? data : {};
	const isFault = (value: unknown) => Boolean(value) && Object.keys(Object(value)).length > 0;
	const fails = success === false || ok === false || isFault(error) || isFault(errors);
	return fails || /^(failed|failure|error)$/i.test(String(type)) ? undefined : data;
}

/** What became of a question. */
export function fateOf(reply: Reply | undefined): string {
	if (!reply) return 'no answer';
	if (dataOf(reply) !== undefined || reply.text.includes('%PDF-')) return 'taken';
	return reply.status < 300 ? 'a status of success, but no data' : String(reply.status);
}
