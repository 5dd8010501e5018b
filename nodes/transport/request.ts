import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from './connection';
import { isFailedRead, saysFailure, parseJson } from './answer';
import { deniesProfile, saysNoSuchRoute } from './codes';
import { failure, notSent } from './errorMessages';
import { RateLimiter } from './rateLimiter';
import { shouldRetry } from './retryPolicy';
import { pathSegment } from '../utils/uuid';
import { send, sendForFile } from './send';
import {
	type HttpOutcome,
	type HttpResponse,
	isConnectionError,
	type RequestParts,
	type Route,
} from './types';

/** Sends a request and returns its JSON answer; undefined for an empty one. @throws ServiceError, CancelledError */
export async function requestJson(
	connection: Connection,
	route: Route,
	parts: RequestParts = {},
): Promise<unknown> {
	const answer = await request(connection, route, parts);
	const isRead = route.kind === 'read';
	const parsed = parseJson(answer.body, !isRead);
	if (!parsed.ok) {
		// Incomplete data consists of records, which no error may quote.
		const body = parsed.cutShort ? '' : answer.body;
		throw failure(connection, route, { ...answer, body, unexpected: parsed.unexpected });
	}
	const { value } = parsed;
	const isFailure = (isRead ? isFailedRead : saysFailure)(value);
	if (isFailure) throw failure(connection, route, { ...answer, body: value });
	return value;
}

/**
 * Sends a request up to `maxAttempts` times. While no request is answered at all, `RateLimiter` decides when to give up.
 * @returns The successful answer; the body of a file is unread. @throws ServiceError, CancelledError
 */
export async function request(
	connection: Connection,
	route: Route,
	parts: RequestParts,
): Promise<HttpResponse> {
	const { signal, retry, authenticator } = connection;
	const limiter = retry.limiter ?? ownLimiter(connection);
	const limits = { maxAttempts: retry.maxAttempts, isRun: retry.limiter !== undefined };
	let last: HttpOutcome | undefined;

	for (let attempts = 0, backoffUntil = 0; ; ) {
		await limiter.waitForTurn(backoffUntil, signal);
		const refused = authenticator.refusals.get(route);
		if (refused) throw notSent(connection, route, refused);
		const { over } = limiter;
		if (over) {
			if (last) throw failure(connection, route, last);
			throw notSent(connection, route, over.blockedBy, over.gaveUp);
		}
		const timed = { ...retry, timeoutMs: limiter.timeoutMs(retry.timeoutMs) };
		const outcome = await limiter.spread(
			async () => await attempt({ ...connection, retry: timed }, route, parts),
		);
		if (limiter.record(outcome) || !limits.isRun) attempts++;
		if (!isConnectionError(outcome)) {
			if (outcome.status < 300) return outcome;
			if (deniesProfile(outcome)) connection.onProfileDenied?.();
		}
		const gaveUp = limiter.over?.gaveUp;
		const waitMs = gaveUp ? 'no' : shouldRetry(outcome, route.kind, attempts, limits);
		if (waitMs === 'no') {
			const error = failure(connection, route, outcome, gaveUp);
			// A delete that was sent before and now finds nothing has succeeded.
			if (!last || route.kind !== 'idempotent' || !error.isNotFound) throw error;
			return { ...(outcome as HttpResponse), body: undefined };
		}
		last = outcome;
		backoffUntil = performance.now() + waitMs;
	}
}

/** Outside a run nobody waits for minutes, so the limit is the time that all attempts together may take. */
function ownLimiter({ retry: { maxAttempts, timeoutMs } }: Connection): RateLimiter {
	const deadline = { ms: maxAttempts * timeoutMs, words: 'No answer in time.' };
	return new RateLimiter(deadline, deadline);
}

/** One attempt. If the sign-in was renewed after it, the request is sent again at once and still counts as one. */
async function attempt(
	connection: Connection,
	route: Route,
	parts: RequestParts,
): Promise<HttpOutcome> {
	const { onResponse, refusals } = connection.authenticator;
	const exchange = parts.accept ? sendForFile : send;
	for (let sendings = 1; ; sendings++) {
		const answer = await exchange(connection, requestOptions(connection, route, parts));
		if ('otherOrigin' in answer && answer.otherOrigin) return answer;
		if (!isConnectionError(answer) && saysNoSuchRoute(answer)) return answer;
		const verdict = await onResponse(answer, sendings);
		const outcome = typeof verdict === 'object' ? verdict : answer;
		if (verdict === 'refused' || ('signIn' in outcome && outcome.signIn === 'refused')) {
			refusals.set(route, outcome);
		}
		if (verdict !== 'renewed') return outcome;
	}
}

/** The options for n8n's helper. The body is text because n8n drops an empty object. */
const requestOptions = (
	{ baseUrl, profileId }: Connection,
	route: Route,
	{ path, query = {}, body, accept = 'application/json' }: RequestParts,
): IHttpRequestOptions => ({
	method: route.method,
	url: baseUrl + filledPath(route, { companyProfileId: profileId, ...path }),
	headers: { Accept: accept, ...(body && { 'Content-Type': 'application/json' }) },
	qs: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
	...(body && { body: JSON.stringify(body) }),
});

const filledPath = ({ path }: Route, values: Record<string, string | undefined>): string =>
	path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(pathSegment(values[name] ?? '', 'An ID')),
	);
