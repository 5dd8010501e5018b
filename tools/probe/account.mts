import { pickBy, uniq } from 'es-toolkit';

import { isPage, parsed } from './json.mts';
import { answerOf, isGiven, type Read, wordsOf } from './read.mts';
import { CouldNotRun } from './report.mts';
import { dataIn, isLogin, isRead, ROUTES } from './routes.mts';

export interface Options {
	/** Without a slash at the end. */
	baseUrl: string;
	credential: { apiToken: string } | { email: string; password: string };
	profile?: string;
	audience?: string;
}

const PAGE = 'Check --base-url: it is the address of the interface, not of a page for people';
const SIGN_IN =
	'The sign-in is wrong or was revoked, or this service wants the other --scheme; or --base-url or --profile is wrong';

/** Answers that are told where none gave data. */
const MOST_SAID = 4;

const PATIENCE_MS = 12_000;

const CAUSES = Object.entries(dataIn('causes.yaml') as Record<string, string>);

/** Why there was no answer. @throws What has nothing to do with the network. */
function reasonOf(error: Error & { cause?: { code?: string } }): string {
	if (error.name === 'TimeoutError')
		return `there was no answer within ${PATIENCE_MS / 1000} seconds`;
	if (!(error instanceof TypeError) || !/fetch|terminated/.test(error.message)) throw error;
	const code = error.cause?.code ?? '';
	const [, why] = CAUSES.find(([codes]) => new RegExp(codes).test(code)) ?? [];
	return why ?? `the connection failed${code && ` (${code})`}`;
}

type Values = Record<string, string | number | undefined>;

/**
 * The one way to the service:
 * 1. Reads and logins alone, one request at a time. Redirects are not followed, and nothing is sent twice.
 * 2. A host that never answered ends the run with the cause.
 * 3. After two questions without an answer nothing more is asked.
 */
export class Account {
	readonly reads: Read[] = [];
	/** The company profile, once it is known. */
	profile: string | undefined;
	/** As it goes into its header; empty where a token is used. */
	private session = '';

	constructor(readonly options: Options) {
		this.profile = options.profile;
	}

	get isStopped(): boolean {
		return this.reads.filter(({ status }) => status === 0).length > 1;
	}

	/**
	 * @param about What is special about it; to be refused is then no failure.
	 * @param own Values of parameters other than the usual ones; those that a route does not have are left out.
	 * @returns Undefined where no more is asked.
	 * @throws CouldNotRun where the host never answered.
	 */
	async ask(operation: string, about = '', own: Values = {}, session = this.session) {
		const { baseUrl, audience, credential } = this.options;
		const { profile } = this;
		if (!isRead(operation) && !isLogin(operation)) throw new Error(`${operation} writes`);
		if (this.isStopped) return undefined;
		const values: Values = {
			...{ companyProfileId: profile, company_profile_id: profile, profile_id: profile },
			// The users of a profile are asked for by its ID.
			...{ audience_id: audience, page: 0, per_page: 50, id: profile },
			...own,
		};
		const our = ROUTES.get(operation)!;
		const valueOf = (_: string, name: string) => encodeURIComponent(values[name] ?? '');
		const path = our.path.replace(/\{(\w+)\}/g, valueOf);
		const isSent = (value: unknown, name: string) =>
			value !== undefined && our.query.includes(name);
		const sent = pickBy(values, isSent);
		const query = new URLSearchParams(sent as Record<string, string>).toString();
		const title = `${our.title} ${about}`.trim();
		const isTrial = about !== '' || isLogin(operation);
		const headers = new Headers({ 'Content-Type': 'application/json' });
		if ('apiToken' in credential) headers.set('Authorization', `Bearer ${credential.apiToken}`);
		if (session) headers.set('X-AUTHORIZATION', session);
		const body = JSON.stringify(isLogin(operation) ? credential : {});
		const read: Read = { operation, title, isTrial, status: 0, headers, text: '', ms: 0 };
		const start = performance.now();
		try {
			const answer = await fetch(`${baseUrl}${path}?${query}`, {
				...{ method: our.method, headers, redirect: 'manual' },
				...(our.method === 'POST' && { body }),
				signal: AbortSignal.timeout(PATIENCE_MS),
			});
			read.text = await answer.text();
			Object.assign(read, { status: answer.status, headers: answer.headers });
		} catch (error) {
			read.text = reasonOf(error);
			if (this.reads.every(({ status }) => status === 0)) throw new CouldNotRun(read.text);
		}
		read.ms = Math.round(performance.now() - start);
		this.reads.push(read);
		return read;
	}

	/**
	 * Once, where the credential has a login, and finds out how its session is sent.
	 * @throws CouldNotRun for whatever is no session.
	 */
	async signIn(): Promise<void> {
		if ('apiToken' in this.options.credential) return;
		let login = await this.ask('loginAtAuthenticationService');
		// Nothing was judged there: only where there is no such route the other one is tried.
		if ([404, 405].includes(login!.status)) login = await this.ask('login');
		const answer = Object(parsed(login!.text));
		const session: unknown = answer.sessionKey ?? answer.session_key;
		const isOpen = answer.type === 'SUCCESS' && answer.should_check_two_factor !== true;
		if (typeof session !== 'string' || !isOpen)
			throw new CouldNotRun(
				`the login gave no session, but ${login!.status} ${wordsOf(login!.text)}. It was sent once: check --base-url, SALES_CRM_EMAIL and SALES_CRM_PASSWORD`,
			);
		this.session = session;
		let first = await this.ask('getMe', 'session as returned');
		// A service as described alone has no such route.
		if (first && !isGiven(first) && first.status !== 401)
			first = await this.ask('listQuotations', 'session as returned');
		if (first?.status !== 401) return;
		const form = `Bearer ${session}`;
		const other = await this.ask(first.operation, 'session behind "Bearer "', {}, form);
		if (other && isGiven(other)) this.session = form;
	}

	/** @throws CouldNotRun where nothing was given, with what was answered. */
	check(): void {
		const own = this.reads.filter(({ operation }) => !isLogin(operation));
		if (own.some(isGiven)) return;
		const said = own.map(answerOf);
		const advice = own.some(({ text }) => isPage(text)) ? PAGE : SIGN_IN;
		throw new CouldNotRun(
			`no route gave data, but ${uniq(said).slice(0, MOST_SAID).join('; ')}. ${advice}`,
		);
	}
}
