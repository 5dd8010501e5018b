import { epochMs } from '../utils/dates';
import { isConnectionError, type HttpOutcome } from './types';

/**
 * Which failures may pass, what each says about a write, and how long to wait.
 *
 * 1. A connection fault is known by the code that Node.js gives it.
 * 2. Not done: nothing answered, no secure connection came about, or the Sales CRM refused plainly.
 * 3. May pass: the fault of a service or a network that is there, not a name or a certificate.
 * 4. A wait is as long as the service asks. Otherwise it doubles, up to 15 seconds; chance makes it
 *    shorter or longer by up to a half, so that many workflows do not come back at the same moment.
 */

/** No secure connection came about: a handshake that failed is EPROTO, only later it is ERR_SSL. */
export const TLS_FAULT = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/;

/** n8n's own errors: N8N_SSRF_PROTECTION_ENABLED is on, and the address is private (backend-network, `ssrf`). */
export const BLOCKED = /^SsrfBlocked/;

/** Of what broke off, or cannot be deciphered, read as HTTP or unpacked, the request may have arrived. */
const PASSING_FAULT =
	/^(ECONN|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL_|HPE_|Z_)/;

/** Whether a later try may not meet it. Statuses: of the service, or of Cloudflare in front of it (520 to 530). */
export function mayPass(outcome: HttpOutcome): boolean {
	if (!isConnectionError(outcome)) {
		const { status } = outcome;
		return [429, 502, 503, 504].includes(status) || (status >= 520 && status <= 530);
	}
	const { code, signIn } = outcome;
	return signIn ? signIn === 'later' : PASSING_FAULT.test(code);
}

/**
 * Whether the service surely did not do what was asked: nothing was sent, or it said so. Other failures
 * leave that open, and so does a redirect: 303 is how frameworks answer a form that was taken.
 */
export function wasNotDone(outcome: HttpOutcome): boolean {
	if (!isConnectionError(outcome)) {
		const { status } = outcome;
		return status >= 400 && status < 500 && status !== 408;
	}
	const { code, signIn } = outcome;
	const isUnsent = ['', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
	return isUnsent || signIn !== undefined || TLS_FAULT.test(code) || BLOCKED.test(code);
}

/** A 429 is a limit of how many requests are taken. */
export const isLimit = (outcome: HttpOutcome): boolean =>
	!isConnectionError(outcome) && outcome.status === 429;

const FIRST_WAIT_MS = 500;
/** A service that is back is found out within this time. */
const MAX_WAIT_MS = 15_000;

/** Larger values are Unix timestamps, not durations. */
const MIN_MOMENT = 1e9;

/** The wait after so many attempts, in milliseconds (rule 4). */
export function backoffMs(attempt: number): number {
	const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
	return wait * (0.5 + Math.random());
}

/**
 * How long an answer asks to wait, in milliseconds: as `Retry-After` has it, or, of such a
 * limit, by when the limit ends (`RateLimit-Reset`, `X-RateLimit-Reset`).
 */
export function retryAfterMs(outcome: HttpOutcome, now = Date.now()): number | undefined {
	if (isConnectionError(outcome)) return outcome.retryAfterMs;
	const resets = isLimit(outcome) ? ['ratelimit-reset', 'x-ratelimit-reset'] : [];
	return ['retry-after', ...resets]
		.map((name) => msUntil(outcome.headers[name], now))
		.find((ms) => ms !== undefined);
}

/** Seconds, a date, or a moment in seconds or milliseconds since 1970; undefined for anything else. */
function msUntil(header = '', now: number): number | undefined {
	if (header.trim() === '') return undefined;
	const count = Number(header);
	const ofCount = count >= MIN_MOMENT ? epochMs(count) : now + count * 1000;
	const moment = Number.isFinite(count) ? ofCount : Date.parse(header);
	return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
