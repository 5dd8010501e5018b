import { isObject } from '../utils/json';
import type { Connection, Scheme } from './connection';
import { ServiceError } from './errors';
import type { Pace } from './pace';
import { firstWords } from './redact';
import { originOf, redirectTarget, type Route } from './requestOptions';
import { parseJson } from './response';
import {
	isPlainRefusal,
	isTlsFault,
	isUnreachable,
	mayPass,
	retryAfterMs,
	wasNeverSent,
} from './retryPolicy';
import { type ConnectionError, type HttpResponse, isConnectionError } from './send';

/**
 * What each failure is called in the user's words, and what to do about it (docs/errors.md).
 *
 * 1. The message says what could not be done and why; the description what to do, and then the first
 *    words of the service, without secrets.
 * 2. A write that may have been carried out says so in both, and what to look at before it is
 *    repeated. That is any write that was neither refused plainly nor never sent.
 * 3. A request that others held back was not sent: nothing of it can have been carried out.
 * 4. A refused sign-in is never told as sure: it may be wrong, or right and not taken at this route.
 */

/** Of an address that answers otherwise than a Sales CRM does. */
export const NOT_A_SALES_CRM = 'This is not the address of a Sales CRM: check the Base URL.';

/** The error for an answer whose status or body says that the request failed. */
export function refusal(
	connection: Connection,
	route: Route,
	answer: HttpResponse,
	over = '',
): ServiceError {
	const { status, elsewhere } = answer;
	const open = route.kind === 'write' && !isPlainRefusal(status);
	const reason = elsewhere
		? `the service keeps it at ${elsewhere}, which answered with status ${status}`
		: reasonFor(route, status);
	const advice = elsewhere ? ELSEWHERE : adviceFor(connection, route, answer);
	const parsed = parseJson(answer.body);
	const isNotFound = [404, 410].includes(status) && parsed.ok && isObject(parsed.value);
	const details = { status, retryAfterMs: retryAfterMs(answer), isNotFound };
	return errorFor(route, open, reason, [advice, saidIn(connection, answer), over], details);
}

/** The error for an answer of success that cannot be understood; a write may have caused it. */
export function unreadable(
	connection: Connection,
	route: Route,
	answer: HttpResponse,
	what: string,
): ServiceError {
	const open = route.kind === 'write';
	const words = [
		"Check the credential's Base URL: this may not be the address of the Sales CRM's interface.",
		saidIn(connection, answer),
	];
	const { status } = answer;
	return errorFor(route, open, `the service answered with ${what}`, words, { status });
}

/** The error for a request that got no answer. */
export function noAnswer(
	connection: Connection,
	route: Route,
	fault: ConnectionError,
	over = '',
): ServiceError {
	const { code, syscall, message, signIn } = fault;
	if (signIn === 'later' && connection.scheme === 'oAuth2') return notRenewed(route, code);
	if (code === '' || signIn) {
		// n8n itself refused to send: a credential that is not connected, or a sign-in that failed and
		// says so in a sentence of its own.
		return new ServiceError(
			`Could not ${route.purpose}. ${firstWords(message, connection.secrets)}`,
			connection.scheme === 'oAuth2' ? CONNECT_AGAIN : '',
			{ isPassing: signIn === 'later' },
		);
	}
	const open = route.kind === 'write' && !wasNeverSent(code, syscall);
	const [reason, advice] = connectionWords(code, connection.baseUrl);
	return errorFor(route, open, reason, [`${advice} (${code})`, over], { isPassing: mayPass(code) });
}

/** The error for a request that was not sent, because others got no answer or were held back. */
export function notSent(connection: Connection, route: Route, { held, over }: Pace): ServiceError {
	// Nothing of this request can have been carried out, whatever became of the others.
	const read = { ...route, kind: 'read' } as const;
	const { outcome } = held!;
	const { message, description, status } = isConnectionError(outcome)
		? noAnswer(connection, read, outcome)
		: refusal(connection, read, outcome);
	const why = [over, 'What was left was not sent.', description].filter(Boolean).join(' ');
	return new ServiceError(`${message}; it was not sent`, why, { status, isPassing: true });
}

/** The error for a request that was not sent, because the sign-in was refused before. */
export const refusedBefore = ({ message, description, status }: ServiceError): ServiceError =>
	new ServiceError(`${message.replace(/\.$/, '')}; it was not sent`, description, { status });

function errorFor(
	{ purpose }: Route,
	open: boolean,
	reason: string,
	words: string[],
	details: ConstructorParameters<typeof ServiceError>[2] = {},
): ServiceError {
	return new ServiceError(
		`Could not ${purpose}: ${reason}${open ? '; it may have been carried out' : ''}`,
		[open ? MAY_HAVE_HAPPENED : '', ...words].filter(Boolean).join(' '),
		{ ...details, mayHaveHappened: open },
	);
}

export const MAY_HAVE_HAPPENED =
	'The service did not confirm it, so it may have been carried out. It was not sent again: look in your Sales CRM before you repeat it.';

function saidIn({ secrets }: Connection, { body }: HttpResponse): string {
	const said = firstWords(body, secrets);
	return said && `The service answered: ${said}`;
}

/** The service refused the access, so nothing was done; the identity provider was no help. */
function notRenewed({ purpose }: Route, code: string): ServiceError {
	return new ServiceError(
		`Could not ${purpose}: the access has expired, and the identity provider could not renew it`,
		`Nothing was carried out. Try again later. If it keeps failing, check the credential's Access Token URL, and that n8n can reach it. (${code})`,
		{ isPassing: true },
	);
}

function connectionWords(code: string, baseUrl: string): [reason: string, advice: string] {
	if (isTlsFault(code)) {
		return [
			`the secure connection to ${originOf(baseUrl)} failed`,
			'The certificate of the service is not trusted, or belongs to another address.',
		];
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return [
			`the host of ${originOf(baseUrl)} was not found`,
			"Check the credential's Base URL, and that n8n can reach the network.",
		];
	}
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') {
		return ['the service did not answer in time', 'Try again later.'];
	}
	if (isUnreachable(code)) {
		return [
			`nothing answers at ${originOf(baseUrl)}`,
			"Check the credential's Base URL, and that the service is up.",
		];
	}
	return ['the connection broke off', 'Try again later.'];
}

function reasonFor({ subject }: Route, status: number): string {
	if (status >= 300 && status < 400) return `the service points to another address (${status})`;
	if (status === 401) return 'the service refused the sign-in (401)';
	if (status === 403) return 'access is not allowed (403)';
	if (status === 404) return `${subject} was not found (404)`;
	if (status === 409) return 'it conflicts with what is there already (409)';
	if (status === 400 || status === 422) return `the service rejected the data (${status})`;
	if (status === 429) return 'the service is receiving too many requests (429)';
	if (status >= 500) return `the service has a problem (${status})`;
	if (status < 300) return `the service reported a failure (with status ${status})`;
	return `the service refused (${status})`;
}

function adviceFor(connection: Connection, route: Route, answer: HttpResponse): string {
	const { status } = answer;
	if (status >= 300 && status < 400) return movedAdvice(connection.baseUrl, route, answer);
	if (status === 401) return SIGN_IN_ADVICE[connection.scheme];
	if (status === 403) {
		return 'The sign-in has no access to this, or is not valid. Check the company profile, and that the account was invited to it.';
	}
	if (status === 404) {
		return "Check the IDs in this node. If everything fails this way, check the credential's Base URL.";
	}
	if (status === 400 || status === 422) {
		return 'Correct what the service names in this item, then run it again.';
	}
	if (status === 409) return 'It may be there already: look in your Sales CRM.';
	if (status === 429) {
		const lower = "Lower 'Requests at a Time' in the node's options, or try again later.";
		return route.hasConcurrency ? lower : 'Try again later.';
	}
	if (status >= 500)
		return 'Try again later. If it keeps failing, ask the support of your Sales CRM.';
	return '';
}

/** Only an address that keeps the route's path can be that of a Sales CRM that has moved. */
export function movedAdvice(
	baseUrl: string,
	{ path }: Route,
	answer: Pick<HttpResponse, 'status' | 'headers'>,
): string {
	const target = redirectTarget(baseUrl, answer);
	const only = `The credential is sent to ${originOf(baseUrl)} only.`;
	if (!target || target.origin === originOf(baseUrl)) return only;
	const kept = new RegExp(`^(.*)${path.replace(/\{\w+\}/g, '[^/]+')}$`).exec(target.pathname);
	return kept
		? `${only} If your Sales CRM has moved, put its new address into the credential's Base URL: ${target.origin}${kept[1]}`
		: `${only} It points to ${target.origin}, which may be a login page or a file store: ask the support of your Sales CRM.`;
}

const ELSEWHERE =
	'Links to files expire: try again. If it keeps failing, ask the support of your Sales CRM.';

const CONNECT_AGAIN =
	'The access was refused and could not be renewed. Open the credential in n8n and connect it again.';

/** The interface names no scheme but that of the service account for most routes. */
const OTHER_WAY =
	"for contacts, quotations, history, statuses and users the interface names only the session of a service account (X-AUTHORIZATION). Use a credential 'Sales CRM Service Account API' then.";

export const SIGN_IN_ADVICE: Record<Scheme, string> = {
	apiToken: `The API token may be wrong or revoked. Create a new one in the settings of your Sales CRM, section API tokens, and put it into the credential. If the token is right, it is not taken at this route: ${OTHER_WAY}`,
	oAuth2: `A new access token was issued, but the service rejects it. Check the scope in the credential, and that its client is meant for this Sales CRM. If both are right, the access token is not taken at this route: ${OTHER_WAY}`,
	serviceAccount:
		"The service account can sign in, but the service does not accept its session. Try the other choice of 'Session Header' in the credential.",
};
