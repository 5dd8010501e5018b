import type { IHttpRequestOptions } from 'n8n-workflow';

import { fingerprint, hasEnded, noteGiven } from './tokenCache';
import { together } from './singleFlight';
import { parseBaseUrl } from '../transport/requestOptions';
import { parseJson } from '../transport/response';
import { realSecrets } from '../transport/connection';
import { isPassingStatus, isUnreachable, wasNeverSent } from '../transport/retryPolicy';
import { firstWords } from '../transport/redact';
import { isObject } from '../utils/json';

/** When a service account signs in, and when it must not: what this process knows of each account. */

/** n8n tests a credential whenever it is saved or opened: so soon after a refusal, not once more. */
const TEST_AGAIN_MS = 30_000;

interface AccountState {
	session?: string;
	failure?: { error: SignInError; at: number };
}

/** What this process knows of each account, by its data and its secret. */
const accounts = new Map<string, AccountState>();

function stateOf(account: Account): AccountState {
	const key = keyOf(account);
	const state = accounts.get(key) ?? {};
	accounts.set(key, state);
	return state;
}

/** The newest session that this process was given for the account, while it has not ended. */
export function newestSession(account: Account): string | undefined {
	const { session } = stateOf(account);
	return session === undefined || hasEnded(session) ? undefined : session;
}

/**
 * A session other than the one the account came with. n8n asks for one once per request; any number
 * of them at once cause one login.
 * @throws SignInError, without sending anything while a failed login is held against the next.
 */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const newest = newestSession(account);
	if (newest !== undefined && newest !== account.sessionKey) return newest;
	const { failure } = stateOf(account);
	const left = failure ? failure.at + failure.error.holdMs - Date.now() : 0;
	if (failure && left > 0) throw stillRefused(failure.error, left);
	return await signIn(account, send);
}

/** Logs in for a user who presses Test, be it refused before. @throws SignInError */
export async function signInAnew(account: Account, send: SendLogin): Promise<string> {
	const { failure } = stateOf(account);
	if (failure && Date.now() - failure.at < Math.min(TEST_AGAIN_MS, failure.error.holdMs)) {
		throw notTriedAgain(failure.error, 'Correct it, or test again in half a minute.');
	}
	return await signIn(account, send);
}

/** Any number that ask meanwhile share one login. */
const signIn = async (account: Account, send: SendLogin): Promise<string> =>
	await together(keyOf(account), async () => {
		const state = stateOf(account);
		const session = await logIn(account, send).catch((error) => {
			if (error instanceof SignInError) state.failure = { error, at: Date.now() };
			throw error;
		});
		noteGiven(session);
		delete state.failure;
		return (state.session = session);
	});

function stillRefused(error: SignInError, left: number): SignInError {
	if (error.holdMs <= HOLD.broken) return error;
	const hours = Math.ceil(left / HOUR);
	return notTriedAgain(
		error,
		`Correct the credential, or press Test in it once the account works. By itself it is tried again in ${hours === 1 ? 'an hour' : `${hours} hours`} at most.`,
	);
}

const notTriedAgain = ({ message, holdMs }: SignInError, advice: string) =>
	new SignInError(
		`${message} It was not tried again, so that the account is not locked. ${advice}`,
		holdMs,
	);

/** A service account (interface.md, "POST /login-api (deprecated)"), as its credential names it. */
export interface Account {
	baseUrl: string;
	loginPath: string;
	email: string;
	password: string;
	/** The session in use; when a new one is asked for, this one was refused. Empty at first. */
	sessionKey: string;
}

/** Tells accounts apart without naming them. The secret is left out: it may change. */
export const accountOf = ({ baseUrl, loginPath, email }: Account): string =>
	fingerprint([baseUrl, loginPath, email]);

/** The same with its secret: what is known of one says nothing of another. */
export const keyOf = (account: Account) => fingerprint([accountOf(account), account.password]);

/**
 * A failed sign-in. `holdMs` says how long no other is tried by itself, because each may bring the
 * account closer to being locked; 0 when the service was not there to judge. `code` is set when the
 * login never left this machine: n8n's retry reads it.
 */
export class SignInError extends Error {
	constructor(
		message: string,
		readonly holdMs: number,
		readonly code?: string,
	) {
		super(message);
		this.name = 'SignInError';
	}
}

export const HOUR = 60 * 60_000;

/**
 * How long a login that failed is not repeated by itself. A wrong attempt a day and process leaves
 * people time before an account is locked, and still lets a process find out by itself that the
 * operator has mended the account, for nobody can press Test in a worker.
 */
export const HOLD = {
	/** It counts as a wrong attempt. */
	wrongSecret: 24 * HOUR,
	/** Refused for another reason. */
	otherRefusal: HOUR,
	/** The service failed, and may have counted the attempt or not. */
	broken: 30_000,
	notJudged: 0,
};

/** One login (interface.md, "POST /login-api (deprecated)"), and what its answer means. */

/** Sends one request and gives status and body, whatever the status. */
export type SendLogin = (
	options: IHttpRequestOptions,
) => Promise<{ statusCode: number; body: unknown }>;

/** @returns The session. @throws SignInError */
export async function logIn(account: Account, send: SendLogin): Promise<string> {
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
	const what = answer.ok ? 'data without a session' : answer.what;
	throw refusal(account, response.statusCode, login, what);
}

interface FaultOfNode {
	code?: string;
	syscall?: string;
}

/**
 * An unanswered login is no refusal. It may be sent again by itself only when it never left this
 * machine.
 */
function unreachable(error: FaultOfNode & { cause?: FaultOfNode }): SignInError {
	const fault = error.code ?? error.cause?.code ?? '';
	const neverSent = wasNeverSent(fault, error.syscall ?? error.cause?.syscall);
	// Of an error on the way through n8n, its code alone is sure to arrive: it must tell by itself.
	const code = isUnreachable(fault) ? 'ECONNREFUSED' : fault;
	return neverSent
		? failed('nothing answers at its address.', HOLD.notJudged, code)
		: failed('the login got no answer. Try again later.', HOLD.notJudged);
}

function refusal(
	{ password }: Account,
	status: number,
	login: Record<string, unknown>,
	what: string,
): SignInError {
	const { type, attemptsLeft } = login;
	if (login.should_check_two_factor === true) {
		return failed(
			'the service asks for two-factor authentication, which a service account cannot give. Ask the operator to turn it off for this account.',
			HOLD.otherRefusal,
		);
	}
	const left = typeof attemptsLeft === 'number' ? ` Attempts left: ${attemptsLeft}.` : '';
	// Without attempts left these come from something in front of the service, or from one that failed:
	// no verdict on the secret, whatever else their bodies say.
	if (left === '' && (isPassingStatus(status) || status >= 500)) {
		const hold = isPassingStatus(status) ? HOLD.notJudged : HOLD.broken;
		return failed(`the service has a problem (${status}). Try again later.`, hold);
	}
	const said =
		typeof type === 'string' && type !== 'SUCCESS'
			? firstWords(type, realSecrets([password])).slice(0, 40)
			: undefined;
	if (said !== undefined || left !== '' || status === 401 || status === 403) {
		return failed(`its name or its secret is wrong (${said ?? status}).${left}`, HOLD.wrongSecret);
	}
	if (status >= 300 && status < 400) {
		return failed(
			`the Base URL points on to another address (${status}). If that is your Sales CRM, enter its address instead.`,
			HOLD.notJudged,
		);
	}
	if (what === INCOMPLETE) {
		return failed("the login's answer broke off. Try again later.", HOLD.broken);
	}
	return failed(
		`the address answered with ${what} (status ${status}). Check Base URL and Login Path in the credential.`,
		HOLD.otherRefusal,
	);
}

/** As `parseJson` calls it. */
const INCOMPLETE = 'incomplete data';

const failed = (why: string, holdMs: number, code?: string) =>
	new SignInError(`The service account could not sign in: ${why}`, holdMs, code);
