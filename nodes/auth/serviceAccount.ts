import { accountOf } from '../transport/account';
import type { Authenticator, SignInVerdict } from '../transport/connection';
import { type ConnectionError, isConnectionError } from '../transport/types';
import { singleFlight } from '../transport/waiting';
import { HOUR_MS } from '../utils/dates';
import { Remembered } from '../utils/remembered';
import { fingerprint } from '../utils/text';
import { type Login, logIn, LoginError, type SendLogin } from './login';

/** The header of the session (security scheme `session`). */
export const SESSION_HEADER = 'X-AUTHORIZATION';

interface AccountState {
	/** The newest one. */
	session?: string;
	/** The newest one, until the service has accepted it. */
	untriedSession?: string;
	/** Times are on the clock of the process (`performance.now`). */
	failure?: { error: LoginError; until: number };
	renewedOn403At?: number;
}

const accounts = new Remembered<AccountState>(500);

/** Sessions that have ended, and what happens to requests that were sent with them. */
const endedSessions = new Remembered<'renewed' | 'refused'>(2_000);

/** n8n stores a session after this mark, so that another account never uses it. */
const markOf = (login: Login): string =>
	`${fingerprint([accountOf('serviceAccount', login.baseUrl, { ...login }).key])} `;

/**
 * The stored session; undefined if it has ended or belongs to another account. Then the credential gives n8n a 401 of its
 * own, and n8n asks for a new session (`renewSession`), stores it and sends the request.
 */
export function storedSession(account: Login): string | undefined {
	const mark = markOf(account);
	const session = account.sessionKey.startsWith(mark) && account.sessionKey.slice(mark.length);
	return session && !endedSessions.get(session) ? session : undefined;
}

export const toStore = (account: Login, session: string): string => markOf(account) + session;

function stateOf(account: Login): AccountState {
	const mark = markOf(account);
	const state = accounts.get(mark) ?? {};
	accounts.set(mark, state);
	if (state.failure && state.failure.until <= performance.now()) delete state.failure;
	return state;
}

/** A newer session than the stored one. Concurrent callers share a login if one is necessary. @throws LoginError */
export async function renewSession(account: Login, send: SendLogin): Promise<string> {
	const { session, failure } = stateOf(account);
	const isOther = session !== undefined && session !== storedSession(account);
	if (isOther && !endedSessions.get(session)) return session;
	if (failure) throw failure.error;
	return await sharedLogin(account, send);
}

/** Logs in even if only Test may send a login. @throws LoginError */
export const sharedLogin = async (account: Login, send: SendLogin): Promise<string> =>
	await singleFlight(markOf(account), async () => {
		const state = stateOf(account);
		const session = await logIn(account, send).catch((error) => {
			if (error instanceof LoginError) {
				state.failure = { error, until: performance.now() + error.holdMs };
			}
			throw error;
		});
		delete state.failure;
		return startSession(state, session);
	});

function startSession(state: AccountState, session: string): string {
	endedSessions.delete(session);
	return (state.session = state.untriedSession = session);
}

const MAX_SENDINGS = 3;

/**
 * Decides what happens to a request, from top to bottom: a 401 ends its session, and so does a 403 if the session was
 * accepted before. The request is then sent once more.
 */
export function onSessionResponse(account: Login): Authenticator['onResponse'] {
	const failures = new Set<LoginError>();
	return async (outcome, sendings) => {
		if (isConnectionError(outcome)) return faultOfLogin(account, outcome, failures);
		const { status, sentWith: session = '' } = outcome;
		const state = stateOf(account);
		const isUntried = session === state.untriedSession;
		if (isUntried && status < 300) state.untriedSession = undefined;
		if (status !== 401 && (status !== 403 || isUntried)) return 'kept';
		// n8n never sent it, or another request ended the session meanwhile.
		const verdict = session === '' ? 'renewed' : endedSessions.get(session);
		if (verdict) return sendings < MAX_SENDINGS ? verdict : 'kept';
		if (isUntried) return tryWithPrefix(state, session);
		if (status === 403 && !mayEndOn403(state)) return 'kept';
		endedSessions.set(session, 'renewed');
		return sendings === 1 ? 'renewed' : 'kept';
	};
}

const PREFIX = /^bearer /i;

/** A session that was never accepted is tried once with "Bearer " in front, and then refused. */
function tryWithPrefix(state: AccountState, session: string): SignInVerdict {
	const hasPrefix = PREFIX.test(session);
	const verdict = hasPrefix ? 'refused' : 'renewed';
	for (const form of [session, session.replace(PREFIX, '')]) endedSessions.set(form, verdict);
	if (!hasPrefix) startSession(state, `Bearer ${session}`);
	return verdict;
}

/** A 403 may be about this request only, so it ends a session once an hour at most. */
function mayEndOn403(state: AccountState): boolean {
	const now = performance.now();
	if (now - (state.renewedOn403At ?? -Infinity) < HOUR_MS) return false;
	state.renewedOn403At = now;
	return true;
}

/** How many logins one run sends while the service does not judge the account. */
const MAX_LOGINS = 3;

/** n8n may replace the words of a failed login, so the error is looked up here. */
function faultOfLogin(
	account: Login,
	{ code }: ConnectionError,
	failures: Set<LoginError>,
): SignInVerdict {
	const { failure } = stateOf(account);
	if (code !== '' || !failure) return 'kept';
	const { error, until } = failure;
	failures.add(error);
	const retryAfterMs = failures.size < MAX_LOGINS ? until - performance.now() : Infinity;
	const { message, description: advice, signIn } = error;
	return { code, message, advice, signIn, retryAfterMs };
}
