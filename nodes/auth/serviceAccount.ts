import type { Authenticator, SignInVerdict } from '../transport/connection';
import { type ConnectionError, isConnectionError } from '../transport/types';
import { singleFlight } from '../transport/waiting';
import { HOUR_MS } from '../utils/dates';
import { fingerprint } from '../utils/text';
import { type Account, logIn, LoginError, type SendLogin } from './login';

/** The header of the session (security scheme `session`). */
export const SESSION_HEADER = 'X-AUTHORIZATION';

interface AccountState {
	session?: string;
	isAccepted?: boolean;
	failure?: { error: LoginError; until: number };
	renewedOn403At?: number;
}

const accounts = new Map<string, AccountState>();

/** Sessions that have ended, and what happens to requests that were sent with them. */
const ended = new Map<string, 'renewed' | 'refused'>();

/** Identifies an account. n8n stores a session after this mark, so that another account never uses it. */
const markOf = ({ baseUrl, email, password }: Account): string =>
	`${fingerprint([baseUrl, email, password])} `;

/**
 * The stored session; undefined if it has ended or belongs to another account. Then the credential gives n8n a 401 of its
 * own, and n8n asks for a new session (`renewSession`), stores it and sends the request.
 */
export function storedSession(account: Account): string | undefined {
	const mark = markOf(account);
	const session = account.sessionKey.startsWith(mark) && account.sessionKey.slice(mark.length);
	return session && !ended.has(session) ? session : undefined;
}

export const toStore = (account: Account, session: string): string => markOf(account) + session;

function knownOf(account: Account): AccountState {
	const mark = markOf(account);
	const known = accounts.get(mark) ?? {};
	accounts.set(mark, known);
	if (known.failure && known.failure.until <= Date.now()) delete known.failure;
	return known;
}

/** A newer session than the stored one. Concurrent callers share a login if one is necessary. @throws LoginError */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const { session, failure } = knownOf(account);
	const isOther = session !== undefined && session !== storedSession(account);
	if (isOther && !ended.has(session)) return session;
	if (failure) throw failure.error;
	return await sharedLogin(account, send);
}

/**
 * Logs in for Test, even if no other login may be sent. The session in use then counts as ended, because the service may
 * have ended it without a sign. @throws LoginError
 */
export async function loginForTest(account: Account, send: SendLogin): Promise<void> {
	const inUse = storedSession(account);
	const session = await sharedLogin(account, send);
	if (inUse !== undefined && inUse !== session) ended.set(inUse, 'renewed');
}

const sharedLogin = async (account: Account, send: SendLogin): Promise<string> =>
	await singleFlight(markOf(account), async () => {
		const known = knownOf(account);
		const session = await logIn(account, send).catch((error) => {
			if (error instanceof LoginError) {
				known.failure = { error, until: Date.now() + error.holdMs };
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
export function onSessionResponse(account: Account): Authenticator['onResponse'] {
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
			if (Date.now() - (known.renewedOn403At ?? -Infinity) < HOUR_MS) return 'kept';
			known.renewedOn403At = Date.now();
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
	account: Account,
	{ code }: ConnectionError,
	failures: Set<LoginError>,
): SignInVerdict {
	const { failure } = knownOf(account);
	if (code !== '' || !failure) return 'kept';
	const { error, until } = failure;
	failures.add(error);
	const retryAfterMs = failures.size < MAX_LOGINS ? until - Date.now() : Infinity;
	const { message, description: advice, signIn } = error;
	return { code, message, advice, signIn, retryAfterMs };
}
