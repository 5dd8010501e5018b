import { type ConnectionError, type HttpResponse, isConnectionError } from './send';
import { originOf, type Route } from './requestOptions';
import type { Connection, Scheme } from './connection';
import {
	askedWaitMs,
	isPlainRefusal,
	isTlsFault,
	isUnreachable,
	mayPass,
	wasNeverSent,
} from './retryPolicy';
import type { Setback } from './pace';
import { firstWords } from './redact';
import { parseJson } from './response';
import { ServiceError } from './errors';
import { isObject } from '../utils/json';

/**
 * What each failure is called in the user's words, and what to do about it (docs/errors.md).
 *
 * 1. The message says what could not be done and why; the description what to do, and then the first
 *    words of the service, without secrets.
 * 2. A write that may have been carried out says so in both, and what to look at before it is
 *    repeated. That is any write that was neither refused plainly nor never sent.
 * 3. A request that others held back was not sent: nothing of it can have been carried out.
 */

/** Of an address that answers otherwise than a Sales CRM does. */
export const NOT_A_SALES_CRM = 'This address is not the one of a Sales CRM: check the Base URL.';

/** The error for an answer whose status or body says that the request failed. */
export function refusal(connection: Connection, route: Route, answer: HttpResponse): ServiceError {
	const { status } = answer;
	const open = route.kind === 'write' && !isPlainRefusal(status);
	const words = [adviceFor(connection, answer), saidIn(connection, answer)];
	const retryAfterMs = askedWaitMs(answer);
	const body = parseJson(answer.body);
	const isNotFound = [404, 410].includes(status) && body.ok && isObject(body.value);
	const details = { status, retryAfterMs, isNotFound };
	return errorFor(route, open, reasonFor(route, status), words, details);
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
): ServiceError {
	const { code, syscall, message, provider } = fault;
	if (code === '') {
		// n8n itself refused to send: a credential that is not connected, or a sign-in that failed and
		// says so in a sentence of its own.
		return new ServiceError(
			`Could not ${route.purpose}. ${firstWords(message, connection.secrets)}`,
			connection.scheme === 'oAuth2' ? SIGN_IN_ADVICE.oAuth2 : '',
			// Of a login that failed, its words are all that arrives through n8n.
			{ isPassing: message.includes('Try again later') },
		);
	}
	if (provider) return notRenewed(route, code);
	const open = route.kind === 'write' && !wasNeverSent(code, syscall);
	const [reason, advice] = connectionWords(code, connection.baseUrl);
	return errorFor(route, open, reason, [`${advice} (${code})`], { isPassing: mayPass(code) });
}

/** The error for a request that was not sent, because others got no answer or were held back. */
export function notSent(connection: Connection, route: Route, { isBusy, outcome }: Setback) {
	// Nothing of this request can have been carried out, whatever became of the others.
	const read = { ...route, kind: 'read' } as const;
	const { message, description, status } = isConnectionError(outcome)
		? noAnswer(connection, read, outcome)
		: refusal(connection, read, outcome);
	const why = isBusy
		? 'The service let nothing through for 10 minutes, or asks for a longer wait'
		: 'The service gave no answer for 2 minutes, or asks for a longer wait';
	return new ServiceError(
		`${message}; it was not sent`,
		`${why}, so what was left was not sent. ${description}`,
		{ status },
	);
}

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
	'No proof came back, so it may have been carried out. It was not sent again; look in your Sales CRM before you repeat it.';

function saidIn({ secrets }: Connection, { body }: HttpResponse): string {
	const said = firstWords(body, secrets);
	return said && `The service answered: ${said}`;
}

/** The service refused the access, so nothing was done; the identity provider was no help. */
function notRenewed(route: Route, code: string): ServiceError {
	return new ServiceError(
		`Could not ${route.purpose}: the access has expired, and the identity provider could not renew it`,
		`Nothing was carried out. Try again later; if it stays, check the credential's Access Token URL, and that n8n can reach it. (${code})`,
		{ isPassing: true },
	);
}

function connectionWords(code: string, baseUrl: string): [reason: string, advice: string] {
	if (isTlsFault(code)) {
		return [
			`the secure connection to ${originOf(baseUrl)} failed`,
			'The certificate of the service is not trusted or does not fit its name.',
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

function adviceFor(
	{ scheme, baseUrl, authenticator }: Connection,
	{ status, headers, sentWith }: HttpResponse,
): string {
	if (status >= 300 && status < 400) {
		return `The credential is sent to ${baseUrl} only. If your Sales CRM has moved, put its new address into the credential's Base URL${headers.location ? `; it points to ${originOf(headers.location)}` : ''}.`;
	}
	const proven = authenticator.isProven(sentWith);
	if (status === 401) return scheme === 'oAuth2' && proven ? NOT_TAKEN : SIGN_IN_ADVICE[scheme];
	if (status === 403) {
		return `${proven ? 'The sign-in is valid but has no access to this.' : 'The sign-in has no access to this, or is not valid.'} Check the company profile, and that the account was invited to it.`;
	}
	if (status === 404) {
		return "Check the IDs in this node. If everything fails this way, check the credential's Base URL.";
	}
	if (status === 400 || status === 422) {
		return 'Correct what the service names in this item, then run it again.';
	}
	if (status === 409) return 'It may be there already: look in your Sales CRM.';
	if (status === 429) {
		return "Lower 'Requests at a Time' in the node's options, or try again later.";
	}
	if (status >= 500) return 'Try again later; if it stays, ask the support of your Sales CRM.';
	return '';
}

const SIGN_IN_ADVICE: Record<Scheme, string> = {
	apiToken:
		'The API token is wrong or was revoked. Create a new one in the settings of your Sales CRM, section API tokens, and put it into the credential.',
	oAuth2:
		'The access was refused and could not be renewed. Open the credential in n8n and connect it again.',
	serviceAccount:
		"The service account can sign in, but the service does not take its session. Try the other choice of 'Session Header' in the credential.",
};

const NOT_TAKEN =
	'The access was renewed, but the service does not take it. Check the scope in the credential, and that its client is meant for this Sales CRM.';
