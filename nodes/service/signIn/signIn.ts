import { createHash } from 'crypto';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseBaseUrl } from '../http/address';
import { parseJson } from '../http/body';
import { isPassingStatus, wasNeverSent } from '../http/faults';
import { isObject } from '../../values/json';

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

/**
 * A failed sign-in. `judged` when the service looked at name and secret, or may have done so in a
 * way that counts. `code` is set when the login never left this machine: n8n's retry reads it.
 */
export class SignInError extends Error {
	constructor(
		message: string,
		readonly judged: boolean,
		readonly code?: string,
	) {
		super(message);
		this.name = 'SignInError';
	}
}

interface AccountState {
	session?: string;
	pending?: Promise<string>;
	refusal?: { error: SignInError; at: number };
}

/** n8n tests a credential whenever it is saved or opened: so soon after a refusal, not once more. */
const TEST_AGAIN_MS = 30_000;

/**
 * What this process knows of each account. n8n asks for a session once per request, so requests in
 * parallel share one login here; and a refused login is remembered, because every repetition may
 * bring the account closer to being locked (`attemptsLeft`).
 */
const accounts = new Map<string, AccountState>();

function stateOf(account: Account): AccountState {
	const key = fingerprint([accountOf(account), account.password]);
	const state = accounts.get(key) ?? {};
	accounts.set(key, state);
	return state;
}

/** Tells accounts apart without naming them. The secret is left out: it may change. */
export const accountOf = ({ baseUrl, loginPath, email }: Account): string =>
	fingerprint([baseUrl, loginPath, email]);

const fingerprint = (parts: string[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * A session other than the one the account came with. Any number of callers at once cause one
 * login. After a refusal nothing is sent until the account's data change or `signInAnew` succeeds.
 * @throws SignInError
 */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const state = stateOf(account);
	if (state.session !== undefined && state.session !== account.sessionKey) return state.session;
	if (state.refusal) {
		throw notTriedAgain(
			state.refusal.error,
			'Correct the credential, or press Test in it once the account works.',
		);
	}
	state.pending ??= signIn(account, send).finally(() => delete state.pending);
	return await state.pending;
}

/** Logs in for a user who presses Test, be it refused before. @throws SignInError */
export async function signInAnew(account: Account, send: SendLogin): Promise<string> {
	const { refusal: last } = stateOf(account);
	if (last && Date.now() - last.at < TEST_AGAIN_MS) {
		throw notTriedAgain(last.error, 'Correct it, or test again in half a minute.');
	}
	return await signIn(account, send);
}

async function signIn(account: Account, send: SendLogin): Promise<string> {
	const state = stateOf(account);
	state.session = await logIn(account, send).catch((error) => {
		if (error instanceof SignInError && error.judged) state.refusal = { error, at: Date.now() };
		throw error;
	});
	delete state.refusal;
	return state.session;
}

const notTriedAgain = ({ message }: SignInError, advice: string) =>
	new SignInError(
		`${message} It was not tried again, so that the account is not locked. ${advice}`,
		true,
	);

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
	throw refusal(response.statusCode, login, answer.ok ? 'data without a session' : answer.what);
}

/**
 * An unanswered login is no refusal. It may be sent again by itself only when it never left this
 * machine.
 */
function unreachable({ code, cause }: { code?: string; cause?: { code?: string } }): SignInError {
	const fault = code ?? cause?.code ?? '';
	return wasNeverSent(fault)
		? failed('nothing answers at its address.', { judged: false, code: fault })
		: failed('the login got no answer. Try again later.', { judged: false });
}

function refusal(status: number, login: Record<string, unknown>, what: string): SignInError {
	if (login.should_check_two_factor === true) {
		return failed(
			'the service asks for two-factor authentication, which a service account cannot give. Ask the operator to turn it off for this account.',
		);
	}
	const { type, attemptsLeft } = login;
	const said = typeof type === 'string' && type !== 'SUCCESS' ? type.slice(0, 40) : undefined;
	if (said !== undefined || status === 401 || status === 403) {
		const left = typeof attemptsLeft === 'number' ? ` Attempts left: ${attemptsLeft}.` : '';
		return failed(`its name or its secret is wrong (${said ?? status}).${left}`);
	}
	// Such an answer comes from something in front of the service, or from one that is overloaded.
	if (isPassingStatus(status)) {
		return failed(`the service has a problem (${status}). Try again later.`, { judged: false });
	}
	if (status >= 300 && status < 400) {
		return failed(
			`the Base URL points on to another address (${status}). If that is your Sales CRM, enter its address instead.`,
			{ judged: false },
		);
	}
	return failed(
		`the address answered with ${what} (status ${status}). Check Base URL and Login Path in the credential.`,
	);
}

function failed(why: string, { judged = true, code }: { judged?: boolean; code?: string } = {}) {
	return new SignInError(`The service account could not sign in: ${why}`, judged, code);
}
