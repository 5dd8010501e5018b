import type { Authenticator, SignInVerdict } from '../transport/connection';
import { type ConnectionError, isConnectionError } from '../transport/types';
import { singleFlight } from '../transport/waiting';
import { fingerprint } from '../utils/text';
import { type Account, HOUR_MS, logIn, LoginError, type SendLogin } from './login';

/**
 * The session of a service account: how it is sent, when it is over, when there is another login.
 *
 * 1. n8n stores a session as it is sent, behind the mark of its account. If it is another account's, or this process has
 *    seen it end, the credential answers n8n with a 401 of our own; n8n asks for another (`renewSession`), stores that
 *    and sends the request.
 * 2. Whoever asks for another gets the newest that this process has, else there is one login for all who ask meanwhile.
 * 3. A session that no request was accepted with is sent once more after a 401, with "Bearer " before it. What n8n has
 *    stored in the end is what was accepted.
 * 4. A 401 ends the session. So does a 403 of a session that was accepted before, once an hour at most: it may be about
 *    the request alone. Nothing else does.
 * 5. After a login that failed none is sent by itself for as long as its error says, and three of those that nobody
 *    judged in one run. Test sends one at once, and so does another name or secret.
 */

/** The header that carries the session (security scheme `session`). */
export const SESSION_HEADER = 'X-AUTHORIZATION';

/** What this process knows of an account. */
interface AccountState {
	/** The newest session, as it is sent, and whether a request was accepted with it. */
	session?: string;
	isAccepted?: boolean;
	failure?: { error: LoginError; until: number };
	renewedOn403At?: number;
}

/** By their marks. */
const accounts = new Map<string, AccountState>();

/** The sessions that are over, and what becomes of the requests that were sent with them. */
const ended = new Map<string, 'renewed' | 'refused'>();

/** The same whatever slash its Base URL has. */
const markOf = ({ baseUrl, email, password }: Account): string =>
	`${fingerprint([baseUrl, email, password])} `;

/** The session that n8n has stored; undefined if it is another account's, or has ended. */
export function storedSession(account: Account): string | undefined {
	const mark = markOf(account);
	const session = account.sessionKey.startsWith(mark) && account.sessionKey.slice(mark.length);
	return session && !ended.has(session) ? session : undefined;
}

/** A session as n8n stores it. */
export const toStore = (account: Account, session: string): string => markOf(account) + session;

function knownOf(account: Account): AccountState {
	const mark = markOf(account);
	const known = accounts.get(mark) ?? {};
	accounts.set(mark, known);
	if (known.failure && known.failure.until <= Date.now()) delete known.failure;
	return known;
}

/**
 * A session other than the one that is stored.
 * @throws LoginError, without sending anything while a failed login is held.
 */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const { session, failure } = knownOf(account);
	const isOther = session !== undefined && session !== storedSession(account);
	if (isOther && !ended.has(session)) return session;
	if (failure) throw failure.error;
	return await sharedLogin(account, send);
}

/**
 * Logs in for a user who presses Test, even if it was refused before. The session in use counts as ended then:
 * its end may have been told in a way that says nothing of it, such as by a web page.
 * @throws LoginError
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
		return useFrom(known, session);
	});

function useFrom(known: AccountState, session: string): string {
	ended.delete(session);
	known.isAccepted = false;
	return (known.session = session);
}

const PREFIX = /^bearer /i;

/** With the session at hand, after a login, and with the prefix. */
const MOST_SENDINGS = 3;

/** What becomes of a request after its answer or its fault. */
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
		// n8n did not get as far as sending it, or another request ended it meanwhile.
		const over = session === '' ? 'renewed' : ended.get(session);
		if (over) return sendings < MOST_SENDINGS ? over : 'kept';
		if (status === 403 && !isFirst403(known)) return 'kept';
		ended.set(session, 'renewed');
		if (!isFresh) return sendings === 1 ? 'renewed' : 'kept';
		if (!PREFIX.test(session)) useFrom(known, `Bearer ${session}`);
		else for (const form of [session, session.replace(PREFIX, '')]) ended.set(form, 'refused');
		return ended.get(session)!;
	};
}

/** Within an hour. */
function isFirst403(known: AccountState): boolean {
	if (Date.now() - (known.renewedOn403At ?? -Infinity) < HOUR_MS) return false;
	known.renewedOn403At = Date.now();
	return true;
}

/** How many logins that nobody judged one run sends. */
const MOST_LOGINS = 3;

/** n8n keeps nothing of a login that failed, and puts words of its own in place of some codes: it is looked up. */
function faultOfLogin(
	account: Account,
	{ code }: ConnectionError,
	failures: Set<LoginError>,
): SignInVerdict {
	const { failure } = knownOf(account);
	if (code !== '' || !failure) return 'kept';
	const { error, until } = failure;
	failures.add(error);
	const retryAfterMs = failures.size < MOST_LOGINS ? until - Date.now() : Infinity;
	const { message, description: advice, signIn } = error;
	return { code, message, advice, signIn, retryAfterMs };
}
