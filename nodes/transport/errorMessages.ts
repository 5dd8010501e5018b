import { type HttpResponse, type ConnectionError, isConnectionError } from './send';
import { originOf } from './address';
import type { Connection } from './connection';
import { isPlainRefusal, isTlsFault, isUnreachable, wasNeverSent } from './retryPolicy';
import type { Setback } from './pace';
import { firstWords } from './redact';
import type { Route } from './route';
import { ServiceError } from './errors';
import { adviceFor, reasonFor, SIGN_IN_ADVICE } from './statusMessages';
import { askedWaitMs } from './retryAfter';

/** What each failure is called in the user's words, and what to do about it. */

const MAY_HAVE_HAPPENED =
	'No proof came back, so it may have been carried out. It was not sent again; look in your Sales CRM before you repeat it.';

/** The error for an answer whose status or body says that the request failed. */
export function refusal(connection: Connection, route: Route, answer: HttpResponse): ServiceError {
	const { status } = answer;
	const open = route.kind === 'write' && !isPlainRefusal(status);
	const advice = adviceFor(connection, answer);
	const said = firstWords(answer.body, connection.secrets);
	return new ServiceError(
		`Could not ${route.purpose}: ${reasonFor(status)}${open ? '; it may have been carried out' : ''}`,
		[open ? MAY_HAVE_HAPPENED : '', advice, said && `The service answered: ${said}`]
			.filter(Boolean)
			.join(' '),
		{ status, mayHaveHappened: open, retryAfterMs: askedWaitMs(answer) },
	);
}

/** The error for a request that got no answer. */
export function noAnswer(
	connection: Connection,
	route: Route,
	fault: ConnectionError,
): ServiceError {
	if (fault.code === '') {
		// n8n itself refused to send: a credential that is not connected, or a sign-in that failed and
		// says so in a sentence of its own.
		return new ServiceError(
			`Could not ${route.purpose}. ${firstWords(fault.message, connection.secrets)}`,
			connection.scheme === 'oAuth2' ? SIGN_IN_ADVICE.oAuth2 : '',
		);
	}
	if (fault.provider) return notRenewed(route, fault);
	const open = route.kind === 'write' && !wasNeverSent(fault.code, fault.syscall);
	const [reason, advice] = connectionWords(fault.code, connection.baseUrl);
	return new ServiceError(
		`Could not ${route.purpose}: ${reason}${open ? '; it may have been carried out' : ''}`,
		`${open ? `${MAY_HAVE_HAPPENED} ` : ''}${advice} (${fault.code})`,
		{ mayHaveHappened: open },
	);
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

/** The service refused the access, so nothing was done; the identity provider was no help. */
function notRenewed(route: Route, { code }: ConnectionError): ServiceError {
	return new ServiceError(
		`Could not ${route.purpose}: the access has expired, and the identity provider could not renew it`,
		`Nothing was carried out. Try again later; if it stays, check the credential's Access Token URL, and that n8n can reach it. (${code})`,
	);
}

/** The error for an answer that arrived but cannot be understood. */
export function unreadable(
	connection: Connection,
	route: Route,
	answer: HttpResponse,
	what: string,
): ServiceError {
	const open = route.kind === 'write';
	const said = firstWords(answer.body, connection.secrets);
	return new ServiceError(
		`Could not ${route.purpose}: the service answered with ${what}${open ? '; it may have been carried out' : ''}`,
		[
			open ? MAY_HAVE_HAPPENED : '',
			"Check the credential's Base URL: this may not be the address of the Sales CRM's interface.",
			said && `The service answered: ${said}`,
		]
			.filter(Boolean)
			.join(' '),
		{ status: answer.status, mayHaveHappened: open },
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
