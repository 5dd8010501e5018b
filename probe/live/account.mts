import { setTimeout as sleep } from 'node:timers/promises';

import { CouldNotRun } from '../couldNotRun.mts';
import { type Json, isObject } from '../spec/schema.mts';
import { figure, joined, type Told, told, word } from '../told.mts';
import { Gate, LOGINS, MAX_LOGINS, type Network, type Parts, type Read, type Reply } from './gate.mts';
import type { Naming } from './fields.mts';

export interface Options {
	/** Without a slash at the end. */
	baseUrl: string;
	credential: { apiToken: string } | { email: string; password: string };
	profile?: string;
	audience?: string;
	naming: Naming;
	network?: Network;
	wait?(ms: number): Promise<unknown>;
}

const MAX_TRIES = 3;
const PASSING = [429, 502, 503, 504];

/** Any of these shows that a sign-in is taken: a service may take a scheme on some routes only. */
const SIGNS: Read[] = ['listQuotations', 'listUsers', 'listSubscriptions'];

/** What questions ask. Answers stay in memory until the run ends; of one question there is one. */
export class Account {
	readonly gate: Gate;
	readonly naming: Naming;
	readonly profile?: string;
	readonly audience?: string;
	readonly isSession: boolean;
	/** By operation: whether well-meant questions were taken, or the status in place of that. */
	readonly fates = new Map<Read, Set<Told>>();
	readonly passing = new Set<number>();
	readonly taken: Array<{ operation: Read; reply: Reply; data: unknown }> = [];
	login?: { answer: Json; key: 'sessionKey' | 'session_key'; path: Told };
	header?: 'raw' | 'bearer' | 'either';
	private session = '';
	/** A route that took the sign-in. */
	private sign: Read = 'listQuotations';
	private readonly asked = new Map<string, Promise<Reply | undefined>>();

	constructor(private readonly options: Options) {
		const { network = fetch, baseUrl, naming, profile, audience, credential } = options;
		this.gate = new Gate(network, baseUrl);
		this.naming = naming;
		this.profile = profile;
		this.audience = audience;
		this.isSession = 'email' in credential;
	}

	/** @throws CouldNotRun where no route takes the sign-in. A refused login is not sent again. */
	async signIn(): Promise<void> {
		if (this.isSession) {
			await this.logIn();
			await this.tryForms();
		}
		const fates: Told[] = [];
		for (const operation of SIGNS) {
			this.sign = operation;
			const reply = await this.ask(operation, this.partsOf(operation));
			if (dataOf(reply) !== undefined) return;
			if (!reply) throw new CouldNotRun('nothing answers at that address: check --base-url');
			if (reply.status >= 300 && reply.status < 400) {
				throw new CouldNotRun('the address answers with a redirect: enter the one it leads to');
			}
			fates.push(fateOf(reply));
		}
		throw new CouldNotRun(
			fates.every((fate) => (fate as string) === '401')
				? 'the sign-in was refused (401): it is wrong, was revoked, or is not taken by these routes: try the other --scheme'
				: `no route that was tried gave data (${joined(fates)}): check --base-url, --profile and the sign-in`,
		);
	}

	/** @throws CouldNotRun: what was refused since may speak of the sign-in. */
	async stillSignedIn(): Promise<void> {
		const reply = await this.send(this.sign, this.partsOf(this.sign), this.sent()).catch(() => undefined);
		if (dataOf(reply) === undefined) {
			throw new CouldNotRun('the sign-in was no longer taken at the end of the run: run it again');
		}
	}

	/** A question that the service should answer with data; undefined when nothing came. */
	async ask(operation: Read, parts: Parts = {}, nth = 1): Promise<Reply | undefined> {
		const key = JSON.stringify([operation, parts, nth]);
		const known = this.asked.get(key);
		if (known) return await known;
		const asking = this.well(operation, parts);
		this.asked.set(key, asking);
		return await asking;
	}

	/** One with something wrong in it, or with another sign-in: what is refused is no end of the session. */
	async askWrongly(operation: Read, parts: Parts, headers = this.sent()) {
		return await this.send(operation, parts, headers);
	}

	partsOf(operation: Read): Parts {
		const { profile } = this;
		if (operation === 'listQuotations') {
			return { query: { company_profile_id: profile, page: 0, per_page: 50 } };
		}
		return operation === 'listUsers'
			? { query: { id: profile } }
			: operation === 'listSubscriptions'
				? { query: { profile_id: profile } }
				: { profile };
	}

	/** A session that never was, where sessions are used; else no sign-in. */
	async refusedAs(headers: Record<string, string>): Promise<Reply | undefined> {
		return await this.askWrongly(this.sign, this.partsOf(this.sign), headers);
	}

	inHeader(session: string): Record<string, string> {
		return { 'X-AUTHORIZATION': this.header === 'bearer' ? `Bearer ${session}` : session };
	}

	private sent(): Record<string, string> {
		const { credential } = this.options;
		return 'apiToken' in credential
			? { Authorization: `Bearer ${credential.apiToken}` }
			: this.inHeader(this.session);
	}

	private async well(operation: Read, parts: Parts): Promise<Reply | undefined> {
		let reply = await this.send(operation, parts, this.sent());
		const ended = reply?.status === 401 || (reply?.status === 403 && this.fates.has(operation));
		if (this.isSession && ended && this.gate.logins < MAX_LOGINS) {
			await this.logIn();
			reply = await this.send(operation, parts, this.sent());
		}
		this.fates.set(operation, (this.fates.get(operation) ?? new Set()).add(fateOf(reply)));
		const data = dataOf(reply);
		if (reply && data !== undefined) this.taken.push({ operation, reply, data });
		return reply;
	}

	private async send(operation: Read, parts: Parts, headers: Record<string, string>) {
		for (let attempt = 1; ; attempt++) {
			const reply = await this.gate.send(operation, { ...parts, headers }).catch(passing);
			const again = !reply || PASSING.includes(reply.status);
			if (reply && again) this.passing.add(reply.status);
			if (!again || attempt >= MAX_TRIES) return reply;
			const seconds = Number(reply?.headers.get('retry-after') ?? 1);
			await (this.options.wait ?? sleep)(Math.min(seconds || 1, 30) * 1000);
		}
	}

	/** @throws CouldNotRun for whatever is no session: nothing is sent twice. */
	private async logIn(): Promise<void> {
		for (const operation of LOGINS) {
			const body = { ...this.options.credential };
			const reply = await this.gate.send(operation, { body }).catch(passing);
			// Elsewhere nothing was judged: only where there is no such route the other one is tried.
			if (reply && [404, 405].includes(reply.status)) continue;
			const answer = parsed(reply?.text);
			const said = isObject(answer) ? answer : {};
			const key = (['sessionKey', 'session_key'] as const).find((name) => said[name]);
			if (said.should_check_two_factor === true || !key || said.type !== 'SUCCESS') {
				throw new CouldNotRun(whyNoSession(reply, said));
			}
			this.session = String(said[key]);
			const path = operation === 'login' ? word('/login-api') : word('/authentication-service/login-api');
			this.login = { answer: said, key, path };
			return;
		}
		throw new CouldNotRun('there is no login at either path: check --base-url');
	}

	/** Which form of the session header is taken. */
	private async tryForms(): Promise<void> {
		const takes = async (operation: Read, value: string) =>
			dataOf(
				await this.askWrongly(operation, this.partsOf(operation), { 'X-AUTHORIZATION': value }),
			) !== undefined;
		for (const operation of SIGNS) {
			const raw = await takes(operation, this.session);
			const bearer = await takes(operation, `Bearer ${this.session}`);
			// The other form may have been refused because the session had ended by then.
			if (raw && (bearer || (await takes(operation, this.session)))) {
				this.header = bearer ? 'either' : 'raw';
			} else if (bearer) this.header = 'bearer';
			if (raw || bearer) return;
		}
	}
}

function whyNoSession(reply: Reply | undefined, said: Json): string {
	if (!reply) return 'the login got no answer: check --base-url';
	if (said.should_check_two_factor === true) {
		return 'the service asks for two-factor authentication, which a service account cannot give';
	}
	return typeof said.type === 'string' || [401, 403].includes(reply.status)
		? 'the login was refused: check SALES_CRM_EMAIL and SALES_CRM_PASSWORD. It was sent once'
		: `the login was answered in a way that is not known (${reply.status}). It was sent once`;
}

/** A connection that breaks off passes; that all requests are used up does not. */
function passing(error: Error): undefined {
	if (error.constructor !== TypeError && !/Timeout|Abort/.test(error.name)) throw error;
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
	if (!isObject(data)) return data;
	const { success, ok, error, errors, type } = data;
	const fails =
		success === false ||
		ok === false ||
		[error, errors].some((value) => value && Object.keys(Object(value)).length > 0) ||
		/^(failed|failure|error)$/i.test(String(type));
	return fails ? undefined : data;
}

/** What became of a question, in a word or two. */
export function fateOf(reply: Reply | undefined): Told {
	if (!reply) return word('no answer');
	if (dataOf(reply) !== undefined) return word('taken');
	return reply.status < 300 ? word('a status of success, but no data') : told`${figure(reply.status)}`;
}
