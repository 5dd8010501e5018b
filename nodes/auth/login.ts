import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { isTemporary } from '../transport/errors';
import { whyUnanswered } from '../transport/errorMessages';
import { firstWords } from '../transport/redact';
import { parseBaseUrl } from '../transport/credential';
import { isPage, type Parsed, parseJson } from '../transport/answer';
import { beginning } from '../utils/text';
import { UserError } from '../utils/userError';

/**
 * One login of a service account (operation `login`), and what its answer means. Any wrong attempt may
 * bring the account closer to being locked, so an answer is one of three:
 *
 * 1. A session: `type` SUCCESS with a `sessionKey`.
 * 2. Nobody judged (`later`): no answer, 408, 425, 429, 5xx, 404, a redirect, a web page with any status
 *    but 401, or an answer that breaks off, whatever else is in it.
 * 3. A refusal (`refused`): everything else. It shows the attempts left, or that a second factor is
 *    asked for.
 */

/** A service account, as its credential names it. */
export interface Account {
	baseUrl: string;
	loginPath: string;
	email: string;
	password: string;
	/** The session in use; when a new one is asked for, this one was refused. Empty at first. */
	sessionKey: string;
}

export const LOGIN_PATHS = ['/authentication-service/login-api', '/login-api'];

/**
 * An account as its credential names it.
 * @throws UserError for a login path that an expression made up: the secret would be sent there.
 */
export function accountIn(credential: ICredentialDataDecryptedObject): Account {
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const account = { email: '', password: '', sessionKey: '', ...credential, baseUrl } as Account;
	if (LOGIN_PATHS.includes(account.loginPath)) return account;
	throw new UserError(
		"The credential's Login Path is unknown",
		`Nothing was sent. Choose one of ${LOGIN_PATHS.join(' and ')}.`,
	);
}

export class LoginError extends UserError {
	constructor(
		readonly verdict: 'refused' | 'later',
		why: string,
		advice = '',
	) {
		const held = verdict === 'refused' ? ` ${NOT_TRIED_AGAIN}` : '';
		super(`The service account could not sign in: ${why}${held}`, advice);
	}
}

const NOT_TRIED_AGAIN = 'n8n will not retry for an hour. Correct the credential, or press Test.';

const LOGIN_MS = 30_000;

/** Sends one request and gives status and body, whatever the status. */
export type SendLogin = (o: IHttpRequestOptions) => Promise<{ statusCode: number; body: unknown }>;

/** @returns The session. @throws LoginError */
export async function logIn(account: Account, send: SendLogin): Promise<string> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${account.baseUrl}${account.loginPath}`,
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: JSON.stringify({ email: account.email, password: account.password }),
		encoding: 'text',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: LOGIN_MS,
		// In all, for an answer that drips resets the other clock.
		abortSignal: AbortSignal.timeout(LOGIN_MS),
	};
	const { statusCode, body } = await send(options).catch((error) => {
		throw new LoginError('later', ...whyUnanswered(error, account.baseUrl));
	});
	const answer = parseJson(body);
	const login = Object(answer.ok && answer.value) as IDataObject;
	const session = login.sessionKey ?? login.session_key;
	if (login.type === 'SUCCESS' && typeof session === 'string' && session !== '') return session;
	const unjudged = whyNotJudged(statusCode, body, answer);
	const why = unjudged ?? refusalIn(account, statusCode, login);
	// Told whatever else the answer says: the account may lock.
	const { attemptsLeft: left } = login;
	const attempts = typeof left === 'number' ? ` Attempts left: ${left}.` : '';
	throw new LoginError(unjudged === undefined ? 'refused' : 'later', `${why}${attempts}`);
}

/** Rule 2; undefined for a refusal. */
function whyNotJudged(status: number, body: unknown, answer: Parsed): string | undefined {
	if (isTemporary(status)) {
		return `the Sales CRM returned an error (${status}). Try again later.`;
	}
	if (status >= 300 && status < 400) {
		return `the Base URL redirects to another address (${status}). If that is your Sales CRM, enter its address instead.`;
	}
	if (status === 404 || (isPage(body) && status !== 401)) {
		const what = isPage(body) ? 'a web page' : 'status';
		return `the address answered with ${what} (${status}). Check Base URL and Login Path in the credential.`;
	}
	const isWhole = answer.ok ? status >= 300 || answer.value !== undefined : !answer.cutShort;
	return isWhole ? undefined : 'the answer was incomplete. Try again later.';
}

function refusalIn(
	{ password }: Account,
	status: number,
	{ type, should_check_two_factor: asksForMore }: Record<string, unknown>,
): string {
	if (asksForMore === true) {
		return 'the Sales CRM asks for two-factor authentication, which a service account cannot give: ask the operator to turn it off.';
	}
	if (status < 300 && (type === undefined || type === 'SUCCESS')) {
		return 'the address answered with data without a session. Check Base URL and Login Path in the credential.';
	}
	const word = typeof type === 'string' ? firstWords(type, [password.trim()]) : '';
	return `the name or secret is wrong (${beginning(word, 40) || status}).`;
}
