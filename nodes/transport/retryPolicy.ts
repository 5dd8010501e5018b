import { epochMs } from '../utils/dates';
import { isConnectionError, type HttpOutcome, type Route } from './types';

/** No secure connection was made. A failed handshake is EPROTO, while ERR_SSL comes after it. */
export const TLS_FAULT = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/;

/** Names of n8n's errors for a private address (N8N_SSRF_PROTECTION_ENABLED). */
export const BLOCKED = /^SsrfBlocked/;

/** The answer is longer than a text can be: 512 MB, also of a small packed one. Another attempt would not help. */
export const TOO_LARGE = 'ERR_STRING_TOO_LONG';

/** Includes answers that were cut off or cannot be read. */
const TEMPORARY_FAULT =
	/^(ECONN|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL_|HPE_|Z_)/;

/** Whether a failed request is sent again. @returns How long it waits, in milliseconds. */
export function shouldRetry(
	outcome: HttpOutcome,
	kind: Route['kind'],
	attempts: number,
	{ maxAttempts, isRun }: { maxAttempts: number; isRun: boolean },
): 'no' | number {
	// What is wrong now is wrong in a minute: the data, the sign-in, a missing record.
	if (!isTransient(outcome)) return 'no';
	// A write that may have arrived could be carried out twice.
	if (kind === 'write' && !wasNotDone(outcome)) return 'no';
	// Only a run has the time to wait until a sign-in is possible.
	if (isConnectionError(outcome) && outcome.signIn && !isRun) return 'no';
	// Others wait for this request: a person in the editor, or n8n for a trigger.
	if (attempts >= maxAttempts) return 'no';
	return Math.max(backoffMs(attempts), retryAfterMs(outcome) ?? 0);
}

/** Whether another attempt may succeed. 520 to 530 are statuses of Cloudflare. */
export function isTransient(outcome: HttpOutcome): boolean {
	if (!isConnectionError(outcome)) {
		const { status } = outcome;
		return [429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);
	}
	const { code, signIn } = outcome;
	return signIn ? signIn === 'later' : TEMPORARY_FAULT.test(code);
}

/** Whether the request was certainly not carried out. Frameworks answer a submitted form with a redirect. */
export function wasNotDone(outcome: HttpOutcome): boolean {
	if (!isConnectionError(outcome)) {
		const { status } = outcome;
		return status >= 400 && status < 500 && status !== 408;
	}
	const { code, signIn } = outcome;
	const isUnsent = ['', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
	return isUnsent || signIn !== undefined || TLS_FAULT.test(code) || BLOCKED.test(code);
}

export const isLimit = (outcome: HttpOutcome): boolean =>
	!isConnectionError(outcome) && outcome.status === 429;

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;

/** Smaller numbers are seconds to wait; as a timestamp they would lie before September 2001. */
const MIN_TIMESTAMP = 1e9;

/** The wait after so many attempts, in milliseconds. It is random, so that workflows do not all come back at once. */
export function backoffMs(attempt: number): number {
	const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
	return wait * (0.5 + Math.random());
}

/**
 * How long an answer asks to wait, in milliseconds. Reset headers give the end of a limit, not of an outage. A date is
 * compared with the one of the answer, because our clock may be wrong.
 */
export function retryAfterMs(outcome: HttpOutcome): number | undefined {
	if (isConnectionError(outcome)) return outcome.retryAfterMs;
	const now = Date.parse(outcome.headers.date ?? '') || Date.now();
	const resets = isLimit(outcome) ? ['ratelimit-reset', 'x-ratelimit-reset'] : [];
	return ['retry-after', ...resets]
		.map((name) => msUntil(outcome.headers[name], now))
		.find((ms) => ms !== undefined);
}

/** @param header A number of seconds, a date, or a timestamp in seconds or milliseconds. */
function msUntil(header = '', now: number): number | undefined {
	if (header.trim() === '') return undefined;
	const count = Number(header);
	if (count < MIN_TIMESTAMP) return Math.max(0, count * 1000);
	const time = Number.isFinite(count) ? epochMs(count) : Date.parse(header);
	return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
