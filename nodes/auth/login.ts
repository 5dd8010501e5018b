import { type Account, keyOf } from './account';
import { hasEnded, noteGiven } from './tokenCache';
import { logIn, type SendLogin } from './sendLogin';
import { HOLD, HOUR, SignInError } from './loginError';
import { together } from './singleFlight';

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
