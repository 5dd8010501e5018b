import { createHash } from 'crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseBaseUrl } from './address';
import { parseJson } from './body';
import { wasNeverSent } from './faults';
import { isObject } from './rows';

/** The legacy service-account sign-in (interface.md, "POST /login-api (deprecated)"). */

export interface Account {
	baseUrl: string;
	loginPath: string;
	email: string;
	password: string;
	/** The session in use; when a new one is asked for, this one was refused. Empty at first. */
	sessionKey: string;
}

/** Sends one request and gives status and body, whatever the status. */
export type SendLogin = (
	options: IHttpRequestOptions,
) => Promise<{ statusCode: number; body: unknown }>;

/** A failed sign-in. `code` is set when the login never left this machine. */
export class SignInError extends Error {
	constructor(
		message: string,
		readonly code?: string,
	) {
		super(message);
		this.name = 'SignInError';
	}
}

interface AccountState {
	session?: string;
	pending?: Promise<string>;
	refusal?: SignInError;
}

/**
 * What this process knows of each account. n8n asks for a session once per request, so requests in
 * parallel share one login here; and a refused login is remembered, because every repetition may
 * bring the account closer to being locked (`attemptsLeft`).
 */
const accounts = new Map<string, AccountState>();

function stateOf({ baseUrl, loginPath, email, password }: Account): AccountState {
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, loginPath, email, password]))
		.digest('hex');
	const state = accounts.get(key) ?? {};
	accounts.set(key, state);
	return state;
}

/**
 * A session other than the one the account came with. Any number of callers at once cause one
 * login. After a refusal nothing is sent until the account's data change or `signInAnew` succeeds.
 * @throws SignInError
 */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const state = stateOf(account);
	if (state.session !== undefined && state.session !== account.sessionKey) return state.session;
	state.pending ??= signInAnew(account, send).finally(() => delete state.pending);
	return await state.pending;
}

/** Logs in now, for a user who asks for it. @throws SignInError */
export async function signInAnew(
	account: Account,
	send: SendLogin,
	{ evenIfRefused = false } = {},
): Promise<string> {
	const state = stateOf(account);
	if (state.refusal && !evenIfRefused) {
		throw new SignInError(
			`${state.refusal.message} It was not tried again, so that the account is not locked: correct the credential, or press Test in it once the account works.`,
		);
	}
	state.session = await logIn(account, send).catch((error) => {
		if (error instanceof SignInError && error.code === undefined) state.refusal = error;
		throw error;
	});
	delete state.refusal;
	return state.session;
}

async function logIn(account: Account, send: SendLogin): Promise<string> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${parseBaseUrl(account.baseUrl)}${account.loginPath}`,
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: JSON.stringify({ email: account.email, password: account.password }),
		encoding: 'text',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: 30_000,
	};
	const response = await send(options).catch((error) => {
		throw unreachable(error);
	});
	const answer = parseJson(response.body);
	const login = answer.ok && isObject(answer.value) ? answer.value : {};
	const session = login.sessionKey ?? login.session_key;
	if (login.type === 'SUCCESS' && typeof session === 'string' && session !== '') return session;
	throw refusal(response.statusCode, login);
}

/**
 * An unanswered login is no refusal. It may be sent again by itself only when it never left this
 * machine, which the code of the fault tells the retry.
 */
function unreachable({ code, cause }: { code?: string; cause?: { code?: string } }): SignInError {
	const fault = code ?? cause?.code ?? 'ERR_NETWORK';
	return wasNeverSent(fault)
		? new SignInError('The service account could not sign in: nothing answers there.', fault)
		: new SignInError(
				'The service account could not sign in: the login got no answer.',
				'ERR_LOGIN',
			);
}

function refusal(status: number, login: Record<string, unknown>): SignInError {
	if (login.should_check_two_factor === true) {
		return new SignInError(
			'The service account could not sign in: the service asks for two-factor authentication, which a service account cannot give. Ask the operator to turn it off for this account.',
		);
	}
	const left =
		typeof login.attemptsLeft === 'number' ? ` Attempts left: ${login.attemptsLeft}.` : '';
	if (typeof login.type === 'string' && login.type !== 'SUCCESS') {
		return new SignInError(
			`The service account could not sign in: email or password is wrong (${login.type.slice(0, 40)}).${left}`,
		);
	}
	if (status === 401 || status === 403) {
		return new SignInError(
			`The service account could not sign in: email or password is wrong (${status}).${left}`,
		);
	}
	return new SignInError(
		`The service account could not sign in: the address answered without a session (status ${status}). Check Base URL and Login Path in the credential.`,
	);
}
