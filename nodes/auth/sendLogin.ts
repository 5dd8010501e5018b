import type { IHttpRequestOptions } from 'n8n-workflow';

import { parseBaseUrl } from '../transport/address';
import { parseJson } from '../transport/response';
import { realSecrets } from '../transport/connection';
import { isPassingStatus, isUnreachable, wasNeverSent } from '../transport/retryPolicy';
import { firstWords } from '../transport/redact';
import { isObject } from '../utils/json';
import type { Account } from './account';
import { HOLD, SignInError } from './loginError';

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
