import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from './connection';
import { isFailedRead, saysFailure, parseJson } from './answer';
import { saysNoSuchRoute } from './codes';
import { failure, notSent } from './errorMessages';
import { RateLimiter } from './rateLimiter';
import { backoffMs, mayPass, retryAfterMs, wasNotDone } from './retryPolicy';
import { send, sendForFile } from './send';
import {
	type HttpOutcome,
	type HttpResponse,
	isConnectionError,
	type RequestParts,
	type Route,
} from './types';

/**
 * A request, from its first sending to an answer of success or an error in the user's words.
 *
 * 1. A read is sent again after whatever may pass, a write only when it was plainly not carried out.
 *    An idempotent request that is sent again, and whose object is not found then, has succeeded.
 * 2. While the service answers others, a request is sent `maxAttempts` times. While it answers none,
 *    or limits their number, `RateLimiter` says how long all of a run go on.
 * 3. A sign-in that was renewed (auth/authenticator.ts says when) is used at once; that is no further
 *    attempt. One that was refused for good ends what is sent to that route.
 * 4. An answer of success may still say that the request failed, or be no data; that is told, and not
 *    tried again.
 * 5. The error of the last attempt is told: its words are those of the service, without secrets.
 */

/**
 * Sends a request and reads its JSON answer; undefined for an empty one.
 * @throws ServiceError in the user's words, CancelledError when the execution was stopped.
 */
export async function requestJson(
	connection: Connection,
	route: Route,
	parts: RequestParts = {},
): Promise<unknown> {
	const answer = await request(connection, route, parts);
	const isRead = route.kind === 'read';
	const parsed = parseJson(answer.body, !isRead);
	if (!parsed.ok) {
		// Data that breaks off consists of records, and an error quotes none.
		const body = parsed.cutShort ? '' : answer.body;
		throw failure(connection, route, { ...answer, body, unlike: parsed.what });
	}
	const { value } = parsed;
	const isFailure = (isRead ? isFailedRead : saysFailure)(value);
	if (isFailure) throw failure(connection, route, { ...answer, body: value });
	return value;
}

/**
 * Sends a request, and gives the answer of success as it came, that of a file unread.
 * @throws As `requestJson`.
 */
export async function request(
	connection: Connection,
	route: Route,
	parts: RequestParts,
): Promise<HttpResponse> {
	const { signal, retry, authenticator } = connection;
	const limiter = retry.limiter ?? ownLimiter(connection);
	let last: HttpOutcome | undefined;

	for (let attempts = 0, backoffUntil = 0; ; ) {
		await limiter.turn(backoffUntil, signal);
		const refused = authenticator.refusals.get(route);
		if (refused) throw notSent(connection, route, refused);
		const { paused } = limiter;
		if (paused?.gaveUp) {
			if (last) throw failure(connection, route, last);
			throw notSent(connection, route, paused.blockedBy, paused.gaveUp);
		}
		const timed = { ...retry, timeoutMs: limiter.timeoutMs(retry.timeoutMs) };
		const outcome = await limiter.spread(
			async () => await attempt({ ...connection, retry: timed }, route, parts),
		);
		const isOwn = limiter.note(outcome) || !retry.limiter;
		if (!isConnectionError(outcome) && outcome.status < 300) return outcome;

		if (isOwn) attempts++;
		const gaveUp = limiter.paused?.gaveUp;
		const isLast = gaveUp !== undefined || (isOwn && attempts >= retry.maxAttempts);
		if (isLast || !mayRepeat(connection, route, outcome)) {
			const error = failure(connection, route, outcome, gaveUp);
			if (!last || route.kind !== 'idempotent' || !error.isNotFound) throw error;
			return { ...(outcome as HttpResponse), body: undefined };
		}
		last = outcome;
		backoffUntil = Date.now() + Math.max(backoffMs(attempts), retryAfterMs(outcome) ?? 0);
	}
}

/** Without a run, which waits for minutes: no longer than the tries themselves may take. */
function ownLimiter({ retry: { maxAttempts, timeoutMs } }: Connection): RateLimiter {
	const deadline = { ms: maxAttempts * timeoutMs, words: 'No answer in time.' };
	return new RateLimiter(deadline, deadline);
}

/** Rule 1. Only a run has the patience to wait for a sign-in. */
function mayRepeat({ retry }: Connection, { kind }: Route, outcome: HttpOutcome): boolean {
	const isSignIn = isConnectionError(outcome) && outcome.signIn !== undefined;
	if ((kind === 'write' && !wasNotDone(outcome)) || (isSignIn && !retry.limiter)) return false;
	return mayPass(outcome);
}

/** One attempt, with a renewed sign-in where it takes one (rule 3). */
async function attempt(
	connection: Connection,
	route: Route,
	parts: RequestParts,
): Promise<HttpOutcome> {
	const { onResponse, refusals } = connection.authenticator;
	const exchange = parts.accept ? sendForFile : send;
	for (let sendings = 1; ; sendings++) {
		const answer = await exchange(connection, requestOptions(connection, route, parts));
		if ('elsewhere' in answer && answer.elsewhere) return answer;
		// It says nothing of the sign-in, whatever its status.
		if (!isConnectionError(answer) && saysNoSuchRoute(answer)) return answer;
		const verdict = await onResponse(answer, sendings);
		const outcome = typeof verdict === 'object' ? verdict : answer;
		if (verdict === 'refused' || ('signIn' in outcome && outcome.signIn === 'refused')) {
			refusals.set(route, outcome);
		}
		if (verdict !== 'renewed') return outcome;
	}
}

/** One request as n8n's own helper takes it. A body is text, because n8n leaves an empty object out. */
const requestOptions = (
	{ baseUrl, profileId }: Connection,
	route: Route,
	{ path, query = {}, body, accept = 'application/json' }: RequestParts,
): IHttpRequestOptions => ({
	method: route.method,
	url: addressOf(baseUrl, route, { companyProfileId: profileId ?? '', ...path }),
	headers: { Accept: accept, ...(body && { 'Content-Type': 'application/json' }) },
	qs: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
	...(body && { body: JSON.stringify(body) }),
});

/** The full address of a route. @param parts Those of its path, by their names. */
export const addressOf = (
	baseUrl: string,
	{ path }: Pick<Route, 'path'>,
	parts: Readonly<Record<string, string>> = {},
): string =>
	`${baseUrl}${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))}`;
