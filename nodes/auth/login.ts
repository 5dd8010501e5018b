import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseBaseUrl } from '../transport/requestOptions';
import { type Parsed, parseJson } from '../transport/response';
import { realSecrets } from '../transport/connection';
import { isPassingStatus, isUnreachable, wasNeverSent } from '../transport/retryPolicy';
import { firstWords } from '../transport/redact';
import { isObject } from '../utils/json';

/**
 * One login of a service account (operation `login`), and what its answer means. Any wrong attempt may
 * bring the account closer to being locked, so each failure says for how long no other login is sent
 * by itself (`holdMs`):
 *
 * 1. It asks for a second factor: an hour (`otherRefusal`).
 * 2. It tells the attempts left: the secret was wrong, a day (`wrongSecret`).
 * 3. No answer, 429, 502, 503, 504, or a redirect: nobody judged, at once (`notJudged`).
 * 4. Another 5xx, or JSON that broke off: somebody may have judged, half a minute (`soon`).
 * 5. A 404 without a `type` of the login, a 403 in text, a web page with any status but 401: something
 *    in front of the service or another address; nobody judged, half a minute.
 * 6. A `type` that is no success, 401, or 403: the secret was wrong, a day.
 * 7. Anything else is an answer that is not known: an hour.
 */
export const HOUR = 60 * 60_000;

/**
 * Milliseconds. A wrong attempt a day and process leaves people time before an account is locked, and
 * still lets a process find out by itself that the operator has mended the account, for nobody can
 * press Test in a worker.
 */
export const HOLD = { wrongSecret: 24 * HOUR, otherRefusal: HOUR, soon: 30_000, notJudged: 0 };

/** A service account, as its credential names it. */
export interface Account {
	baseUrl: string;
	loginPath: string;
	email: string;
	password: string;
	/** The session in use; when a new one is asked for, this one was refused. Empty at first. */
	sessionKey: string;
}

/** `code` is set when the login never left this machine: n8n's retry reads it. */
export class LoginError extends Error {
	constructor(
		message: string,
		readonly holdMs: number,
		readonly code?: string,
	) {
		super(message);
		this.name = 'LoginError';
	}
}

/** Sends one request and gives status and body, whatever the status. */
export type SendLogin = (
	options: IHttpRequestOptions,
) => Promise<{ statusCode: number; body: unknown }>;

/** @returns The session. @throws LoginError */
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
		throw loginUnanswered(error);
	});
	const answer = parseJson(response.body);
	const login = answer.ok && isObject(answer.value) ? answer.value : {};
	const session = login.sessionKey ?? login.session_key;
	if (login.type === 'SUCCESS' && typeof session === 'string' && session !== '') return session;
	throw loginRefusal(account, response.statusCode, login, answer);
}

interface NetworkError {
	code?: string;
	syscall?: string;
}

/** Only a login that never left this machine may be sent again by n8n's own retry. */
function loginUnanswered(error: NetworkError & { cause?: NetworkError }): LoginError {
	const fault = error.code ?? error.cause?.code ?? '';
	const neverSent = wasNeverSent(fault, error.syscall ?? error.cause?.syscall);
	// Of an error on the way through n8n, its code alone is sure to arrive: it must tell by itself.
	const code = isUnreachable(fault) ? 'ECONNREFUSED' : fault;
	return neverSent
		? failed('nothing answers at its address.', HOLD.notJudged, code)
		: failed('the login got no answer. Try again later.', HOLD.notJudged);
}

/** In the order of the rules above. */
function loginRefusal(
	{ password }: Account,
	status: number,
	login: Record<string, unknown>,
	answer: Parsed,
): LoginError {
	const { type, attemptsLeft } = login;
	if (login.should_check_two_factor === true) {
		return failed(
			'the service asks for two-factor authentication, which a service account cannot give. Ask the operator to turn it off for this account.',
			HOLD.otherRefusal,
		);
	}
	const left = typeof attemptsLeft === 'number' ? ` Attempts left: ${attemptsLeft}.` : '';
	// Without attempts left it is the word of what failed, or of what stands in front of the service.
	if (left === '' && (isPassingStatus(status) || status >= 500)) {
		const hold = isPassingStatus(status) ? HOLD.notJudged : HOLD.soon;
		return failed(`the service has a problem (${status}). Try again later.`, hold);
	}
	const said = typeof type === 'string' && type !== 'SUCCESS' ? type : undefined;
	const isText = !answer.ok && !answer.cutShort;
	// In a 404 a URI is the `type` of a problem (RFC 9457), as frameworks send it for no such route.
	const isInFront =
		(status === 404 && (said === undefined || said.includes(':'))) ||
		(isText && status !== 401 && (status === 403 || answer.what === WEB_PAGE));
	if (left !== '' || (!isInFront && (said !== undefined || status === 401 || status === 403))) {
		const word = said && firstWords(said, realSecrets([password])).slice(0, 40);
		return failed(`its name or its secret is wrong (${word ?? status}).${left}`, HOLD.wrongSecret);
	}
	if (status >= 300 && status < 400) {
		return failed(
			`the Base URL points on to another address (${status}). If that is your Sales CRM, enter its address instead.`,
			HOLD.notJudged,
		);
	}
	if (!answer.ok && answer.cutShort) {
		return failed("the login's answer broke off. Try again later.", HOLD.soon);
	}
	const what = answer.ok ? 'data without a session' : answer.what;
	return failed(
		`the address answered with ${what} (status ${status}). Check Base URL and Login Path in the credential.`,
		isInFront ? HOLD.soon : HOLD.otherRefusal,
	);
}

/** As `parseJson` calls it. */
const WEB_PAGE = 'a web page instead of data';

const failed = (why: string, holdMs: number, code?: string) =>
	new LoginError(`The service account could not sign in: ${why}`, holdMs, code);
