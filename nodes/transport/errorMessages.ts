import type { Connection } from './connection';
import { isObject } from '../utils/values';
import type { Scheme } from './credential';
import { ServiceError } from './errors';
import type { RateLimiter } from './rateLimiter';
import { firstWords } from './redact';
import { parseJson, redirectTarget } from './answer';
import { mayPass, retryAfterMs, TLS_FAULT, wasNotDone } from './retryPolicy';
import { TOO_LARGE } from './send';
import { type HttpOutcome, type HttpResponse, isConnectionError, type Route } from './types';

/**
 * What each failure is called in the user's words, and what to do about it.
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

/**
 * The error for a request that failed: without an answer, by the status of its answer, or by what that holds.
 * @param over How long was waited.
 */
export function failure(
	connection: Connection,
	route: Route,
	outcome: HttpOutcome,
	over = '',
): ServiceError {
	if (isConnectionError(outcome)) {
		const { code, signIn, message } = outcome;
		if (code === '' || signIn) {
			// n8n itself refused to send: a credential that is not connected, or a sign-in that failed and
			// says so in a sentence of its own.
			const words = `Could not ${route.purpose}. ${firstWords(message, connection.secrets)}`;
			const { advice = connection.scheme === 'oAuth2' ? CONNECT_AGAIN : '' } = outcome;
			return new ServiceError(words, advice, { isPassing: signIn === 'later' });
		}
		const [reason, advice] = faultWords(code, new URL(connection.baseUrl).origin);
		const details = { isPassing: mayPass(outcome) };
		return errorFor(route, outcome, reason, [`${advice} (${code})`, over], details);
	}
	const { status, body } = outcome;
	const parsed = parseJson(body);
	const isNotFound = [404, 410].includes(status) && parsed.ok && isObject(parsed.value);
	const details = { status, isNotFound, retryAfterMs: retryAfterMs(outcome) };
	const [reason, advice] = answerWords(connection, route, outcome);
	return errorFor(route, outcome, reason, [advice, saidIn(connection, outcome), over], details);
}

/** The error for a request that was not sent, because others got no answer or were held back. */
export function notSent(
	connection: Connection,
	route: Route,
	{ held, over }: RateLimiter,
): ServiceError {
	// Nothing of this request can have been carried out, whatever became of the others.
	const read = { ...route, kind: 'read' } as const;
	const { message, description, status } = failure(connection, read, held!);
	const why = [over, 'What was left was not sent.', description].filter(Boolean).join(' ');
	return new ServiceError(`${message}; it was not sent`, why, { status, isPassing: true });
}

/** The error for a request that was not sent, because the sign-in was refused before. */
export const refusedBefore = ({ message, description, status }: ServiceError): ServiceError =>
	new ServiceError(`${message.replace(/\.$/, '')}; it was not sent`, description, { status });

function errorFor(
	{ purpose, kind }: Route,
	outcome: HttpOutcome,
	reason: string,
	words: string[],
	details: ConstructorParameters<typeof ServiceError>[2],
): ServiceError {
	const mayHaveHappened = kind === 'write' && !wasNotDone(outcome);
	return new ServiceError(
		`Could not ${purpose}: ${reason}${mayHaveHappened ? '; it may have been carried out' : ''}`,
		[mayHaveHappened ? MAY_HAVE_HAPPENED : '', ...words].filter(Boolean).join(' '),
		{ ...details, mayHaveHappened },
	);
}

export const MAY_HAVE_HAPPENED =
	'The Sales CRM did not confirm it, so it may have been carried out. It was not sent again: look in your Sales CRM before you repeat it.';

/** What another host says is not the user's to see: it may be a service of this network. */
function saidIn({ secrets }: Connection, { body, elsewhere }: HttpResponse): string {
	const said = elsewhere ? '' : firstWords(body, secrets);
	return said && `The Sales CRM answered: ${said}`;
}

const CONNECT_AGAIN =
	'The access token expired and could not be refreshed. Reconnect the credential.';

function faultWords(code: string, host: string): [reason: string, advice: string] {
	const base = "Check the credential's Base URL, and that";
	const later = 'Try again later.';
	if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
		return [`the host of ${host} was not found`, `${base} n8n can reach the network.`];
	}
	if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
		return [`nothing answers at ${host}`, `${base} the Sales CRM is up.`];
	}
	if (['ETIMEDOUT', 'ECONNABORTED'].includes(code)) {
		return ['the Sales CRM did not answer in time', later];
	}
	if (code === TOO_LARGE) {
		return ['the answer is larger than 200 MB', "Lower 'Page Size' where the node has it."];
	}
	if (!TLS_FAULT.test(code)) return ['the connection was lost', later];
	const certificate =
		'The certificate of the Sales CRM is not trusted, or belongs to another address.';
	return [`the secure connection to ${host} failed`, certificate];
}

const CORRECT = 'Correct what the Sales CRM names in this item, then run it again.';

/** By status, else by its first digit. */
const WORDS: Record<number, [reason: string, advice: string]> = {
	2: ['the Sales CRM reported an error', ''],
	3: ['the Sales CRM redirects to another address', ''],
	4: ['the Sales CRM refused', ''],
	5: [
		'the Sales CRM returned an error',
		'Try again later. If it keeps failing, ask the support of your Sales CRM.',
	],
	400: ['the Sales CRM rejected the data', CORRECT],
	401: ['the Sales CRM refused the sign-in', ''],
	403: [
		'access is not allowed',
		'The credential is invalid or has no access. Check the company profile and that the account was invited.',
	],
	404: [
		'was not found',
		"Check the IDs in this node. If everything fails this way, check the credential's Base URL.",
	],
	409: ['it conflicts with an existing record', 'It may already exist: look in your Sales CRM.'],
	422: ['the Sales CRM rejected the data', CORRECT],
	429: [
		'the Sales CRM is receiving too many requests',
		"Try again later. Lower 'Concurrent Requests' where contacts are created.",
	],
};

function answerWords(
	{ baseUrl, scheme }: Connection,
	route: Route,
	answer: HttpResponse,
): [reason: string, advice: string] {
	const { status, elsewhere, unlike } = answer;
	if (unlike) {
		const advice = "this may not be the address of the Sales CRM's interface.";
		return [`the Sales CRM answered with ${unlike}`, `Check the credential's Base URL: ${advice}`];
	}
	if (elsewhere) {
		const reason = `the file is stored at ${elsewhere}, which returned ${status}`;
		return [reason, 'The download link may have expired. Try again.'];
	}
	const digit = Math.floor(status / 100);
	const [reason, advice] = WORDS[status] ?? WORDS[digit];
	const words = `${status === 404 ? `${route.subject} ` : ''}${reason} (${status})`;
	if (status === 401) return [words, SIGN_IN_ADVICE[scheme]];
	return [words, digit === 3 ? movedAdvice(baseUrl, route, answer) : advice];
}

/** Only an address that keeps the route's path can be that of a Sales CRM that has moved. */
export function movedAdvice(
	baseUrl: string,
	{ path }: Route,
	answer: Pick<HttpResponse, 'status' | 'headers'>,
): string {
	const target = redirectTarget(baseUrl, answer);
	const { origin } = new URL(baseUrl);
	const only = `The credential is sent to ${origin} only.`;
	if (!target) return only;
	const ending = new RegExp(`^(.*)${path.replace('{companyProfileId}', '[^/]+')}$`);
	const kept = ending.exec(target.pathname);
	const where = target.origin === origin ? `${target.pathname} of the same host` : target.origin;
	return kept
		? `${only} If your Sales CRM has moved, put its new address into the credential's Base URL: ${target.origin}${kept[1]}`
		: `${only} The answer points to ${where}, which may be a page to log in at, or a file store: ask the support of your Sales CRM.`;
}

const OTHER_WAY = 'use a service account if one was issued.';

/** The interface names no scheme for most routes but that of the service account. */
export const SIGN_IN_ADVICE: Record<Scheme, string> = {
	apiToken: `The API token is wrong or revoked, or the Sales CRM does not accept tokens here. Create a new one in the settings of your Sales CRM, section API tokens; if that is refused as well, ${OTHER_WAY}`,
	oAuth2: `The Sales CRM does not accept the access token: scope or client are wrong, or it does not accept access tokens here. Check the scope in the credential, and that its client is meant for this Sales CRM; if both are right, ${OTHER_WAY}`,
	serviceAccount:
		"The service account can sign in, but the Sales CRM does not accept its session. Try the other choice of 'Session Header' in the credential.",
};
