import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Authenticator, SignInVerdict } from '../transport/connection';
import { bareToken } from '../transport/credential';
import { type ConnectionError, isConnectionError } from '../transport/types';
import { fingerprint } from '../utils/text';
import { type Account, logIn, LoginError, type SendLogin } from './login';
import { singleFlight } from '../transport/waiting';

/**
 * The session of a service account: how it is sent, when it is over, when there is another login.
 *
 * 1. A 401 ends the session. So does a 403 of a session that was taken before, once an hour at most, for
 *    each account: it may be about the request alone. Nothing else does.
 * 2. A session that has ended, or is another account's, is not sent: the credential answers n8n with
 *    a 401 of our own, n8n asks for another (`renewSession`), stores it and sends the request.
 * 3. Whoever asks for another gets the newest that this process has, else there is one login for all
 *    who ask meanwhile.
 * 4. After a refusal no login is sent by itself for an hour, after one that nobody judged for half a
 *    minute, and three of those in one run. Test sends one at once, and so does another name or secret.
 */
const HOLD_MS = { refused: 60 * 60_000, later: 30_000 };

/** The header that carries the session (security scheme `session`). */
export const SESSION_HEADER = 'X-AUTHORIZATION';

/** Whether the value needs `Bearer ` before it is not shown, so the credential says which. */
export function sessionHeaders(
	{ sessionHeader }: ICredentialDataDecryptedObject,
	sessionKey: unknown,
): Record<string, string> {
	const value = String(sessionKey ?? '');
	return { [SESSION_HEADER]: sessionHeader === 'bearer' ? `Bearer ${bareToken(value)}` : value };
}

/** What this process knows of sessions, by fingerprint: of any other, that it may have been taken. */
const sessions = new Map<string, 'new' | 'taken' | 'ended'>();

const sessionId = (session: string) => fingerprint([bareToken(session)]);

export const hasEnded = (session: string): boolean => sessions.get(sessionId(session)) === 'ended';

/** What this process knows of an account. */
interface AccountState {
	newest?: string;
	failure?: { error: LoginError; until: number };
	renewedOn403At?: number;
}

const accounts = new Map<string, AccountState>();

/** The same account, whatever slash or login path its credential has. The secret is left out: it may change. */
export const accountOf = ({ baseUrl, email }: Account): string => fingerprint([baseUrl, email]);

/** With the secret: what is known of one says nothing of another. */
const secretAccountOf = ({ baseUrl, email, password }: Account): string =>
	fingerprint([baseUrl, email, password]);

function knownOf(account: Account): AccountState {
	const key = secretAccountOf(account);
	const state = accounts.get(key) ?? {};
	accounts.set(key, state);
	if (state.failure && state.failure.until <= Date.now()) delete state.failure;
	return state;
}

/**
 * A session other than the one the account came with.
 * @throws LoginError, without sending anything while a failed login is held.
 */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const { newest, failure } = knownOf(account);
	const isAnother = newest !== undefined && bareToken(newest) !== bareToken(account.sessionKey);
	if (isAnother && !hasEnded(newest)) return newest;
	if (failure) throw failure.error;
	return await sharedLogin(account, send);
}

/**
 * Logs in for a user who presses Test, be it refused before. The session in use counts as ended then:
 * its end may have been told in a way that says nothing of it, such as by a web page.
 * @throws LoginError
 */
export async function loginForTest(account: Account, send: SendLogin): Promise<string> {
	const session = await sharedLogin(account, send);
	const inUse = sessionId(account.sessionKey);
	if (inUse !== sessionId(session)) sessions.set(inUse, 'ended');
	return session;
}

const sharedLogin = async (account: Account, send: SendLogin): Promise<string> =>
	await singleFlight(secretAccountOf(account), async () => {
		const known = knownOf(account);
		const session = await logIn(account, send).catch((error) => {
			if (error instanceof LoginError) {
				known.failure = { error, until: Date.now() + HOLD_MS[error.verdict] };
			}
			throw error;
		});
		delete known.failure;
		sessions.set(sessionId(session), 'new');
		return (known.newest = session);
	});

/** How many logins that nobody judged one run sends. */
const MOST_LOGINS = 3;

/** What becomes of a request after its answer or its fault. */
export function onSessionResponse(account: Account): Authenticator['onResponse'] {
	const failures = new Set<LoginError>();
	return async (outcome, isSecond) => {
		if (isConnectionError(outcome)) return faultOfLogin(account, outcome, failures);
		const { status, headers, sentWith: session } = outcome;
		if (session === undefined) return status === 401 && !isSecond ? 'renewed' : 'kept';
		const id = sessionId(session);
		const state = sessions.get(id);
		const isTaken = status < 300 && !/\bhtml\b/.test(headers['content-type'] ?? '');
		if (isTaken && state !== 'ended') sessions.set(id, 'taken');
		// One that was never taken shows that no other would be.
		if (status === 401 && isSecond && state === 'new') return 'refused';
		const mayEndBy403 = status === 403 && !isSecond && state !== 'new';
		// Another request of the same moment may have ended it.
		const endsBy403 = mayEndBy403 && (state === 'ended' || isFirst403(account));
		if (status !== 401 && !endsBy403) return 'kept';
		sessions.set(id, 'ended');
		return isSecond ? 'kept' : 'renewed';
	};
}

/** Within an hour. */
function isFirst403(account: Account): boolean {
	const known = knownOf(account);
	if (Date.now() - (known.renewedOn403At ?? -Infinity) < HOLD_MS.refused) return false;
	known.renewedOn403At = Date.now();
	return true;
}

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
	const { message, description: advice, verdict: signIn } = error;
	return { code, message, advice, signIn, retryAfterMs };
}
