import { randomBytes, randomUUID } from 'node:crypto';
import { isEqual, pickBy, uniq } from 'es-toolkit';
import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS } from '../../../nodes/pagination/seenRows.ts';
import { isPage } from '../../../nodes/transport/answer.ts';
import { CouldNotRun } from '../report.mts';
import { dataIn, parsed } from '../spec/file.mts';
import { isLogin, OURS } from '../spec/specification.mts';
import { isGiven, pageOf, type Question, type Read, wordsOf } from './read.mts';

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

const PATIENCE_MS = 12_000;

const CAUSES = Object.entries(dataIn('live/causes.yaml') as Record<string, string>);

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
	/** As it goes into its header; empty where a token is used. */
	private session = '';

	constructor(readonly options: Options) {}

	get isStopped(): boolean {
		return this.reads.filter(({ status }) => status === 0).length > 1;
	}

	/**
	 * @param about What is special about it; to be refused is then no failure.
	 * @param own Values of parameters other than the usual ones; those that a route does not have are left out.
	 * @returns Undefined where no more is asked.
	 * @throws CouldNotRun where the host never answered.
	 */
	async ask(operation: Question, about = '', own: Values = {}, session = this.session) {
		const { baseUrl, profile, audience, credential } = this.options;
		if (this.isStopped) return undefined;
		const values: Values = {
			...{ companyProfileId: profile, company_profile_id: profile, profile_id: profile },
			// The users of a profile are asked for by its ID.
			...{ audience_id: audience, page: 0, per_page: 50, id: profile },
			...own,
		};
		const our = OURS.get(operation)!;
		const valueOf = (_: string, name: string) => encodeURIComponent(values[name] ?? '');
		const path = our.path.replace(/\{(\w+)\}/g, valueOf);
		const names = our.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
		const sent = pickBy(values, (value, name) => value !== undefined && names.includes(name));
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
				...{ method: our.method.toUpperCase(), headers, redirect: 'manual' },
				...(our.method === 'post' && { body }),
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
		let login = await this.ask('login');
		// Nothing was judged there: only where there is no such route the other one is tried.
		if ([404, 405].includes(login!.status)) login = await this.ask('loginAtAuthenticationService');
		const answer = Object(parsed(login!.text));
		const session: unknown = answer.sessionKey ?? answer.session_key;
		const isOpen = answer.type === 'SUCCESS' && answer.should_check_two_factor !== true;
		if (typeof session !== 'string' || !isOpen)
			throw new CouldNotRun(
				`the login gave no session, but ${login!.status} ${wordsOf(login!.text)}. It was sent once: check --base-url, SALES_CRM_EMAIL and SALES_CRM_PASSWORD`,
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
		const said = own.map(({ status, text }) => (status ? `${status} ${wordsOf(text)}` : text));
		const advice = own.some(({ text }) => isPage(text)) ? PAGE : SIGN_IN;
		throw new CouldNotRun(`no route gave data, but ${uniq(said).join('; ')}. ${advice}`);
	}
}

/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;
/** A row by its id; one that has none by all that it holds. */
const idOf = (row: IDataObject) => ID_FIELDS.map((name) => row[name]).find(Boolean) ?? row;

const rowsOf = (read: Read | undefined): IDataObject[] => (read && pageOf(read)?.rows) ?? [];
const haveSameIds = (some: IDataObject[], others: IDataObject[]) =>
	isEqual(some.map(idOf), others.map(idOf));

/** Asks for everything that is read, then for what does not exist. */
export async function observe(account: Account): Promise<void> {
	const { profile, audience, credential } = account.options;
	const quotations = await account.ask('listQuotations');
	const contacts = audience ? await account.ask('listContacts') : undefined;
	const ofProfile = ['listStatuses', 'listUsers', 'listHistory', 'listSubscriptions'] as const;
	for (const operation of profile ? ofProfile : []) await account.ask(operation);
	const [first] = rowsOf(quotations);
	const id = first && idOf(first);
	if (typeof id === 'string' || typeof id === 'number')
		for (const operation of ['getQuotationInfo', 'getQuotationPdf'] as const)
			await account.ask(operation, '', { id });
	await askForPages(account, contacts ?? quotations);

	const made = randomUUID();
	await account.ask('getQuotationInfo', 'with a made-up id', { id: made });
	await account.ask('listQuotations', 'with a made-up profile', { company_profile_id: made });
	await account.ask('listStatuses', 'with a profile that is no UUID', { companyProfileId: 'none' });
	if ('apiToken' in credential) {
		const without = { company_profile_id: undefined, profile_id: undefined };
		await account.ask('listQuotations', 'without the profile', without);
		await account.ask('listSubscriptions', 'without the profile', without);
	} else {
		const session = [1, 2, 3].map(() => randomBytes(18).toString('base64url')).join('.');
		await account.ask('listQuotations', 'with a made-up session', {}, session);
	}
}

/** Pages of several sizes, one twice, one behind the end, and one far behind it. */
async function askForPages(account: Account, first: Read | undefined): Promise<void> {
	const rows = rowsOf(first);
	if (!first || rows.length === 0) return;
	const ask = async (page: number, per_page: number, about = '') => {
		const title = `page=${page}&per_page=${per_page} ${about}`;
		return await account.ask(first.operation, title, { page, per_page });
	};
	const again = await ask(0, 50, 'asked again');
	const others = rowsOf(again);
	const differ = rows.filter((row, n) => !isEqual(row, others[n])).length;
	const which = haveSameIds(rows, others) ? 'the same' : 'other';
	if (again) again.remark = `${which} rows, ${differ} with other content`;
	const second = await ask(1, 50);
	if (second && haveSameIds(rows, rowsOf(second))) second.remark = 'the same as page=0';
	await ask(0, 1);
	const many = rowsOf(await ask(0, MANY)).length;
	if (many > 0 && many < MANY) await ask(many + 1, 1, 'behind the largest page');
	await ask(FAR_PAGE, 50);
}
