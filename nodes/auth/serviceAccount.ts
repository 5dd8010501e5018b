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
	session?: string;
	isAccepted?: boolean;
	/** Times are on the clock of the process (`performance.now`). */
	failure?: { error: LoginError; until: number };
	renewedOn403At?: number;
}

const accounts = new Remembered<AccountState>(500);

/** Sessions that have ended, and what happens to requests that were sent with them. */
const ended = new Remembered<'renewed' | 'refused'>(2_000);

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
	return session && !ended.get(session) ? session : undefined;
}

export const toStore = (account: Login, session: string): string => markOf(account) + session;

function knownOf(account: Login): AccountState {
	const mark = markOf(account);
	const known = accounts.get(mark) ?? {};
	accounts.set(mark, known);
	if (known.failure && known.failure.until <= performance.now()) delete known.failure;
	return known;
}

/** A newer session than the stored one. Concurrent callers share a login if one is necessary. @throws LoginError */
export async function renewSession(account: Login, send: SendLogin): Promise<string> {
	const { session, failure } = knownOf(account);
	const isOther = session !== undefined && session !== storedSession(account);
	if (isOther && !ended.get(session)) return session;
	if (failure) throw failure.error;
	return await sharedLogin(account, send);
}

/**
 * Logs in for Test, even if no other login may be sent. The session in use then counts as ended, because the service may
 * have ended it without a sign. @throws LoginError
 */
export async function loginForTest(account: Login, send: SendLogin): Promise<void> {
	const inUse = storedSession(account);
	const session = await sharedLogin(account, send);
	if (inUse !== undefined && inUse !== session) ended.set(inUse, 'renewed');
}

const sharedLogin = async (account: Login, send: SendLogin): Promise<string> =>
	await singleFlight(markOf(account), async () => {
		const known = knownOf(account);
		const session = await logIn(account, send).catch((error) => {
			if (error instanceof LoginError) {
				known.failure = { error, until: performance.now() + error.holdMs };
			}
			throw error;
		});
		delete known.failure;
		return startSession(known, session);
	});

function startSession(known: AccountState, session: string): string {
	ended.delete(session);
	known.isAccepted = false;
	return (known.session = session);
}

const PREFIX = /^bearer /i;

const MAX_SENDINGS = 3;

/**
 * Decides what happens to a request. A 401 ends a session, and so does a 403 if the session was accepted before. One that
 * was never accepted is tried once with "Bearer " in front.
 */
export function onSessionResponse(account: Login): Authenticator['onResponse'] {
	const failures = new Set<LoginError>();
	return async (outcome, sendings) => {
		if (isConnectionError(outcome)) return faultOfLogin(account, outcome, failures);
		const { status, sentWith: session = '' } = outcome;
		const known = knownOf(account);
		const isNewest = session === known.session;
		if (isNewest && status < 300) known.isAccepted = true;
		const isFresh = isNewest && !known.isAccepted;
		if (status !== 401 && (status !== 403 || isFresh)) return 'kept';
		// n8n never sent it, or another request ended the session meanwhile.
		const verdict = session === '' ? 'renewed' : ended.get(session);
		if (verdict) return sendings < MAX_SENDINGS ? verdict : 'kept';
		if (status === 403) {
			// It may be about this request only, so it ends a session once an hour at most.
			if (performance.now() - (known.renewedOn403At ?? -Infinity) < HOUR_MS) return 'kept';
			known.renewedOn403At = performance.now();
		}
		ended.set(session, 'renewed');
		if (!isFresh) return sendings === 1 ? 'renewed' : 'kept';
		if (!PREFIX.test(session)) startSession(known, `Bearer ${session}`);
		else for (const form of [session, session.replace(PREFIX, '')]) ended.set(form, 'refused');
		return ended.get(session)!;
	};
}

/** How many logins one run sends while the service does not judge the account. */
const MAX_LOGINS = 3;

/** n8n may replace the words of a failed login, so the error is looked up here. */
function faultOfLogin(
	account: Login,
	{ code }: ConnectionError,
	failures: Set<LoginError>,
): SignInVerdict {
	const { failure } = knownOf(account);
	if (code !== '' || !failure) return 'kept';
	const { error, until } = failure;
	failures.add(error);
	const retryAfterMs = failures.size < MAX_LOGINS ? until - performance.now() : Infinity;
	const { message, description: advice, signIn } = error;
	return { code, message, advice, signIn, retryAfterMs };
}
