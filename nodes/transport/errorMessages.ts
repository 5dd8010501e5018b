import { isObject } from '../utils/json';
import type { Connection, Scheme } from './connection';
import { ServiceError } from './errors';
import type { Pace } from './pace';
import { firstWords } from './redact';
import { originOf, redirectTarget, type Route } from './requestOptions';
import { parseJson } from './response';
import { isPlainRefusal, mayPass, retryAfterMs, TLS_FAULT, wasNeverSent } from './retryPolicy';
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
export const NOT_A_SALES_CRM = 'This address is not the one of a Sales CRM: check the Base URL.';

/** The error for an answer whose status or body says that the request failed. */
export function refusal(
	connection: Connection,
	route: Route,
	answer: HttpResponse,
	over = '',
): ServiceError {
	const { status, body, elsewhere } = answer;
	const said = saidIn(connection, answer);
	if (elsewhere) {
		const reason = `the service keeps it at ${elsewhere}, which answered with status ${status}`;
		return errorFor(route, false, reason, [FILE_ELSEWHERE, said], { status });
	}
	const open = route.kind === 'write' && !isPlainRefusal(status);
	const [, words, advice] = REFUSALS.find(([statuses]) => statuses.test(String(status)))!;
	const reason = `${words.replace('{subject}', route.subject)} (${status})`;
	const todo = typeof advice === 'string' ? advice : advice(connection, route, answer);
	const parsed = parseJson(body);
	const isNotFound = [404, 410].includes(status) && parsed.ok && isObject(parsed.value);
	const details = { status, retryAfterMs: retryAfterMs(answer), isNotFound };
	return errorFor(route, open, reason, [todo, said, over], details);
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
	{ scheme, baseUrl, secrets }: Connection,
	route: Route,
	{ code, message, signIn }: ConnectionError,
	over = '',
): ServiceError {
	if (signIn === 'later' && scheme === 'oAuth2') return notRenewed(route, code);
	if (code === '' || signIn) {
		// n8n itself refused to send: a credential that is not connected, or a sign-in that failed and
		// says so in a sentence of its own.
		return new ServiceError(
			`Could not ${route.purpose}. ${firstWords(message, secrets)}`,
			scheme === 'oAuth2' ? CONNECT_AGAIN : '',
			{ isPassing: signIn === 'later' },
		);
	}
	const open = route.kind === 'write' && !wasNeverSent(code);
	const [, words, advice] = FAULTS.find(([codes]) => codes.test(code))!;
	const reason = words.replace('{host}', originOf(baseUrl));
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
	'No proof came back, so it may have been carried out. It was not sent again; look in your Sales CRM before you repeat it.';

function saidIn({ secrets }: Connection, { body }: HttpResponse): string {
	const said = firstWords(body, secrets);
	return said && `The service answered: ${said}`;
}

/** The service refused the access, so nothing was done; the identity provider was no help. */
function notRenewed({ purpose }: Route, code: string): ServiceError {
	return new ServiceError(
		`Could not ${purpose}: the access has expired, and the identity provider could not renew it`,
		`Nothing was carried out. Try again later; if it stays, check the credential's Access Token URL, and that n8n can reach it. (${code})`,
		{ isPassing: true },
	);
}

type Advice = string | ((connection: Connection, route: Route, answer: HttpResponse) => string);

/** By code of Node.js. `{host}` is that of the Base URL. */
const FAULTS: ReadonlyArray<[code: RegExp, reason: string, advice: string]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		'the host of {host} was not found',
		"Check the credential's Base URL, and that n8n can reach the network.",
	],
	[/^(ETIMEDOUT|ECONNABORTED)$/, 'the service did not answer in time', 'Try again later.'],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		'nothing answers at {host}',
		"Check the credential's Base URL, and that the service is up.",
	],
	[
		TLS_FAULT,
		'the secure connection to {host} failed',
		'The certificate of the service is not trusted or does not fit its name.',
	],
	[/^/, 'the connection broke off', 'Try again later.'],
];

/** By status. `{subject}` is what the request names. */
const REFUSALS: ReadonlyArray<[status: RegExp, reason: string, advice: Advice]> = [
	[/^2/, 'the service reported a failure', ''],
	[
		/^3/,
		'the service points to another address',
		({ baseUrl }, route, answer) => movedAdvice(baseUrl, route, answer),
	],
	[
		/^(400|422)/,
		'the service rejected the data',
		'Correct what the service names in this item, then run it again.',
	],
	[/^401/, 'the service refused the sign-in', ({ scheme }) => SIGN_IN_ADVICE[scheme]],
	[
		/^403/,
		'access is not allowed',
		'The sign-in has no access to this, or is not valid. Check the company profile, and that the account was invited to it.',
	],
	[
		/^404/,
		'{subject} was not found',
		"Check the IDs in this node. If everything fails this way, check the credential's Base URL.",
	],
	[
		/^409/,
		'it conflicts with what is there already',
		'It may be there already: look in your Sales CRM.',
	],
	[
		/^429/,
		'the service is receiving too many requests',
		(_, { hasConcurrency }) =>
			hasConcurrency
				? "Lower 'Requests at a Time' in the node's options, or try again later."
				: 'Try again later.',
	],
	[/^4/, 'the service refused', ''],
	[
		/^/,
		'the service has a problem',
		'Try again later; if it stays, ask the support of your Sales CRM.',
	],
];

/** Only an address that keeps the route's path can be that of a Sales CRM that has moved. */
export function movedAdvice(
	baseUrl: string,
	{ path }: Route,
	answer: Pick<HttpResponse, 'status' | 'headers'>,
): string {
	const target = redirectTarget(baseUrl, answer);
	const only = `The credential is sent to ${originOf(baseUrl)} only.`;
	if (!target) return only;
	if (target.origin === originOf(baseUrl)) {
		return `It points to ${target.pathname} of the same host, which may be a page to log in at.`;
	}
	const kept = new RegExp(`^(.*)${path.replace(/\{\w+\}/g, '[^/]+')}$`).exec(target.pathname);
	return kept
		? `${only} If your Sales CRM has moved, put its new address into the credential's Base URL: ${target.origin}${kept[1]}`
		: `${only} It points to ${target.origin}, which may be a page to log in at, or a store of files: ask the support of your Sales CRM.`;
}

const FILE_ELSEWHERE =
	'A link to a file may end soon: try again. If it stays, ask the support of your Sales CRM.';

const CONNECT_AGAIN =
	'The access was refused and could not be renewed. Open the credential in n8n and connect it again.';

/** The interface names no scheme but that of the service account for most routes. */
const OTHER_WAY =
	"the interface names only the session of a service account (X-AUTHORIZATION) for contacts, quotations, history, statuses and users. Then the other way is a credential 'Sales CRM Service Account API'.";

export const SIGN_IN_ADVICE: Record<Scheme, string> = {
	apiToken: `The API token may be wrong or revoked: create a new one in the settings of your Sales CRM, section API tokens, and put it into the credential. Or it is right, and not taken at this route: ${OTHER_WAY}`,
	oAuth2: `A new access token was issued, but the service rejects it. Check the scope in the credential, and that its client is meant for this Sales CRM. Or it is right, and not taken at this route: ${OTHER_WAY}`,
	serviceAccount:
		"The service account can sign in, but the service does not take its session. Try the other choice of 'Session Header' in the credential.",
};
