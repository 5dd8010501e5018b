import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { credentialTypeOf, type ServiceContext } from '../transport/connection';
import { isObject } from '../utils/json';
import { type Account, HOLD, HOUR, logIn, LoginError, type SendLogin } from './login';
import { singleFlight } from './singleFlight';
import { bare, fingerprint, isFresh, markExpired, recordIssued, seenOf } from './tokenCache';

/**
 * The session of a service account: how it is sent, when it is over, when there is another login.
 *
 * 1. A session that has ended, or is another account's, is not sent: the credential answers n8n with
 *    a 401 of our own, n8n asks for another (`renewSession`), stores it and sends the request.
 * 2. It has ended once it was marked so (`renewalOfSession`), or once its time is over (`isOver`).
 * 3. Whoever asks for another gets the newest that this process has, else there is one login for all
 *    who ask meanwhile.
 * 4. While a failed login is held (`LoginError.holdMs`), none is sent by itself. Test waits half a
 *    minute at most.
 */

/** The header that carries the session (security scheme `session`). */
const SESSION_HEADER = 'X-AUTHORIZATION';

/** Whether the value needs `Bearer ` before it is not shown, so the credential says which. */
export function sessionHeaders(
	{ sessionHeader }: ICredentialDataDecryptedObject,
	sessionKey: unknown,
): Record<string, string> {
	const value = String(sessionKey ?? '');
	return { [SESSION_HEADER]: sessionHeader === 'bearer' ? `Bearer ${bare(value)}` : value };
}

/** Not sent, see rule 1. */
export class UnusableSession extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The session has ended or belongs to another account');
	}
}

export const hasEnded = (session: string): boolean =>
	seenOf(session).expired === true || isOver(session);

/**
 * Whether a JWT is past its time. The service's clock may differ from ours, so a session that this
 * process was given lasts from then on as long as it says (`exp` − `iat`). Where that is not known,
 * `exp` counts once the service has taken the session before that moment of our clock.
 */
function isOver(session: string): boolean {
	const { exp, iat } = claims(session);
	if (typeof exp !== 'number') return false;
	const { issuedAt, acceptedAt = Infinity } = seenOf(session);
	const lifeMs = typeof iat === 'number' ? toMs(exp) - toMs(iat) : 0;
	if (issuedAt !== undefined && lifeMs > 0) return Date.now() - issuedAt >= lifeMs;
	return acceptedAt < toMs(exp) && toMs(exp) <= Date.now();
}

/** Moments beyond 1e11 are in milliseconds: as seconds it is the year 5138. */
const toMs = (moment: number) => (moment > 1e11 ? moment : moment * 1000);

/** What a session says of itself, if it is a JWT; the signature is not checked. */
export function claims(session: string): Record<string, unknown> {
	try {
		const told: unknown = JSON.parse(
			Buffer.from(session.split('.')[1] ?? '', 'base64url').toString(),
		);
		return isObject(told) ? told : {};
	} catch {
		return {};
	}
}

/** What this process knows of an account. */
interface AccountState {
	/** The newest session. */
	session?: string;
	failure?: { error: LoginError; at: number };
}

const accounts = new Map<string, AccountState>();

/** Tells accounts apart without naming them. The secret is left out: it may change. */
export const accountOf = ({ baseUrl, loginPath, email }: Account): string =>
	fingerprint([baseUrl, loginPath, email]);

/** With the secret: what is known of one says nothing of another. */
const accountKeyOf = (account: Account) => fingerprint([accountOf(account), account.password]);

function stateOf(account: Account): AccountState {
	const key = accountKeyOf(account);
	const state = accounts.get(key) ?? {};
	accounts.set(key, state);
	return state;
}

/** The newest session that this process was given, where it is another one that has not ended. */
function newerThan(session: string, account: Account): string | undefined {
	const { session: newest } = stateOf(account);
	const isUsable = newest !== undefined && bare(newest) !== bare(session) && !hasEnded(newest);
	return isUsable ? newest : undefined;
}

/**
 * A session other than the one the account came with.
 * @throws LoginError, without sending anything while a failed login is held.
 */
export async function renewSession(account: Account, send: SendLogin): Promise<string> {
	const newer = newerThan(account.sessionKey, account);
	if (newer !== undefined) return newer;
	const { failure } = stateOf(account);
	const left = failure ? failure.at + failure.error.holdMs - Date.now() : 0;
	if (!failure || left <= 0) return await sharedLogin(account, send);
	if (failure.error.holdMs <= HOLD.soon) throw failure.error;
	const hours = Math.ceil(left / HOUR);
	throw notTriedAgain(
		failure.error,
		`Correct the credential, or press Test in it once the account works. By itself it is tried again in ${hours === 1 ? 'an hour' : `${hours} hours`} at most.`,
	);
}

/** n8n tests a credential whenever it is saved or opened: so soon after a refusal, not once more. */
const TEST_AGAIN_MS = 30_000;

/**
 * Logs in for a user who presses Test, be it refused before. The session in use counts as ended then:
 * its end may have been told in a way that says nothing of it, such as by a web page.
 * @throws LoginError
 */
export async function loginForTest(account: Account, send: SendLogin): Promise<string> {
	const { failure } = stateOf(account);
	if (failure && Date.now() - failure.at < Math.min(TEST_AGAIN_MS, failure.error.holdMs)) {
		throw notTriedAgain(failure.error, 'Correct it, or test again in half a minute.');
	}
	const session = await sharedLogin(account, send);
	const { sessionKey } = account;
	if (sessionKey && bare(sessionKey) !== bare(session)) markExpired(sessionKey);
	return session;
}

const sharedLogin = async (account: Account, send: SendLogin): Promise<string> =>
	await singleFlight(accountKeyOf(account), async () => {
		const state = stateOf(account);
		const session = await logIn(account, send).catch((error) => {
			if (error instanceof LoginError) state.failure = { error, at: Date.now() };
			throw error;
		});
		recordIssued(session);
		delete state.failure;
		return (state.session = session);
	});

const notTriedAgain = ({ message, holdMs }: LoginError, advice: string) =>
	new LoginError(
		`${message} It was not tried again, so that the account is not locked. ${advice}`,
		holdMs,
	);

/** When a 403 last caused a login for an account (`accountOf`), in this process. */
const renewedOn403At = new Map<string, number>();

/** What a refused session is answered with (rules at the head of authenticator.ts). */
export function renewalOfSession(
	context: ServiceContext,
	credential: ICredentialDataDecryptedObject,
) {
	const account = credential as unknown as Account;

	/** Whether n8n would send another session than this one, without a login. */
	async function isReplaced(session: string): Promise<boolean> {
		const { sessionKey } = await context.getCredentials(credentialTypeOf('serviceAccount'));
		const isAnother = typeof sessionKey === 'string' && bare(sessionKey) !== bare(session);
		return isAnother || newerThan(session, account) !== undefined;
	}

	/** A 403 may be about the request, so it causes one login an hour at most. */
	function mayLogInAfter(verdict: 'unauthorized' | 'forbidden'): boolean {
		if (verdict === 'unauthorized') return true;
		const key = accountOf(account);
		if (Date.now() - (renewedOn403At.get(key) ?? -Infinity) < HOUR) return false;
		renewedOn403At.set(key, Date.now());
		return true;
	}

	return async (session: string | undefined, verdict: 'unauthorized' | 'forbidden') => {
		// It was the credential that refused to send it (`UnusableSession`), twice in a row.
		if (session === undefined) return 'renewed';
		const isElsewhere = await isReplaced(session);
		// Another request of the same moment may have renewed it.
		if (hasEnded(session)) return 'renewed';
		if (!isElsewhere && (isFresh(session) || !mayLogInAfter(verdict))) return 'kept';
		markExpired(session);
		return 'renewed';
	};
}
