import { backoffMs, isPassingStatus, mayPass, pause, retryAfterMs } from './retryPolicy';
import { type ConnectionError, type HttpResponse, isConnectionError } from './send';
import { Spread } from './spread';

/**
 * How the requests of one run wait for a service that limits their number, or does not answer.
 *
 * 1. A 429 is a limit. A 502, 503, 504 or 520 to 530, and a connection fault that may pass, are an
 *    outage. Whatever else comes back is an answer.
 * 2. Both hold back all requests of the run until one moment (`notBefore`): as long as the service
 *    asks, and at least as long as the backoff, with jitter.
 * 3. Until the service answers again, one request goes at a time, and the next one a backoff later:
 *    a write that meets an outage may have been carried out, so few must meet it.
 * 4. A response to an earlier request ends an outage, not a limit.
 * 5. The run gives up after `outageMs` without an answer (429 is one), after `busyMs` without a request
 *    that got through, after `tries` failures, or where the service asks for a longer wait than is left.
 * 6. Where the service has not answered once it gives up after `firstAnswerMs`, and no request takes
 *    longer: by hand, a person waits.
 * 7. Requests side by side start spread over the time that one takes (spread.ts).
 */
export class Pace {
	/** Failures since the last answer, one after the other. */
	failures = 0;

	/** What holds the requests back. */
	held: Held | undefined;

	/** No more is sent; a sentence on how long was waited, where that is the reason. */
	over: string | undefined;

	/** How requests side by side start. */
	readonly spread = new Spread();

	private notBefore = 0;

	private lastFailureAt = 0;

	/** When the run gives up (rule 5), and when it does without a first answer (rule 6). */
	private outageUntil: number | undefined;

	private busyUntil: number | undefined;

	private firstAnswerUntil: number | undefined;

	constructor(private readonly limits: PaceLimits) {}

	/**
	 * Waits until a request may be sent.
	 * @param backoffUntil What it waits because it failed itself.
	 * @returns False where nothing more is sent.
	 * @throws CancelledError soon after the execution was cancelled.
	 */
	async turn(backoffUntil: number, signal: AbortSignal | undefined): Promise<boolean> {
		this.firstAnswerUntil ??= Date.now() + (this.limits.firstAnswerMs ?? Infinity);
		const isOver = () => this.over !== undefined;
		for (let until; until !== this.notBefore && !isOver(); ) {
			until = this.notBefore;
			const waitMs = Math.max(until, backoffUntil) - Date.now();
			if (waitMs > 0) await pause(waitMs, signal, () => this.notBefore !== until || isOver());
		}
		if (this.held) {
			this.notBefore = Math.min(Date.now() + backoffMs(this.failures + 1), this.deadline());
		}
		return !isOver();
	}

	/** How long a request may take that would take `mostMs` (rule 6). */
	timeoutMs(mostMs: number): number {
		const leftMs = (this.firstAnswerUntil ?? Infinity) - Date.now();
		return Math.min(mostMs, Math.max(LAST_TRY_MS, leftMs));
	}

	/** Takes note of what came of a request. @returns Why it holds back the others, where it does. */
	note(outcome: HttpResponse | ConnectionError, sentAt: number): Held | undefined {
		const held = heldBy(outcome);
		if (held) this.hold(held, sentAt);
		else if (!isConnectionError(outcome)) this.resume(sentAt);
		return held;
	}

	private resume(sentAt: number): void {
		this.firstAnswerUntil = Infinity;
		if (this.held?.isLimit && sentAt < this.lastFailureAt) return;
		this.failures = this.notBefore = 0;
		this.held = this.over = this.outageUntil = this.busyUntil = undefined;
	}

	private hold(held: Held, sentAt: number): void {
		const now = Date.now();
		const { tries, busyMs, outageMs } = this.limits;
		// What was sent before the last failure tells of the same.
		const isNew = this.held === undefined || sentAt >= this.lastFailureAt;
		if (isNew) {
			this.failures++;
			this.lastFailureAt = now;
		}
		this.held = held;
		this.busyUntil ??= now + busyMs;
		this.outageUntil = held.isLimit ? undefined : (this.outageUntil ?? now + outageMs);
		if (held.isLimit) this.firstAnswerUntil = Infinity;

		const leftMs = this.deadline() - now;
		const askedMs = held.retryAfterMs ?? 0;
		if (this.failures >= tries) this.over = '';
		else if (leftMs <= 0 || askedMs > leftMs) this.over = this.reason();
		const waitMs = Math.min(Math.max(askedMs, isNew ? backoffMs(this.failures) : 0), leftMs);
		this.notBefore = Math.max(this.notBefore, now + waitMs);
	}

	private deadline(): number {
		const { outageUntil = Infinity, busyUntil = Infinity, firstAnswerUntil = Infinity } = this;
		return Math.min(outageUntil, busyUntil, firstAnswerUntil - LAST_TRY_MS);
	}

	private reason(): string {
		const { firstAnswerMs, outageMs, busyMs } = this.limits;
		if (firstAnswerMs !== undefined && this.firstAnswerUntil !== Infinity) {
			return `The service has not answered once: a run by hand waits ${inWords(firstAnswerMs)} for that, one in production ${inWords(outageMs)}.`;
		}
		return this.held?.isLimit
			? `The service let nothing through for ${inWords(busyMs)}, or asks for a longer wait.`
			: `The service gave no answer for ${inWords(outageMs)}, or asks for a longer wait.`;
	}
}

const inWords = (ms: number): string =>
	ms < 60_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;

/** Kept for the last request before a deadline without a first answer. */
const LAST_TRY_MS = 1000;

/** Times in milliseconds. */
export interface PaceLimits {
	tries: number;
	outageMs: number;
	busyMs: number;
	firstAnswerMs?: number;
}

/** What a run of the node has patience for. */
export const RUN_LIMITS: PaceLimits = { tries: Infinity, outageMs: 120_000, busyMs: 600_000 };

/** The same for a run by hand. */
export const MANUAL_RUN_LIMITS: PaceLimits = { ...RUN_LIMITS, firstAnswerMs: 20_000 };

/** What holds requests back. */
interface Held {
	isLimit: boolean;
	retryAfterMs?: number;
	outcome: HttpResponse | ConnectionError;
}

/** Undefined for what says nothing about requests that others send. */
function heldBy(outcome: HttpResponse | ConnectionError): Held | undefined {
	if (isConnectionError(outcome)) {
		const { code, signIn, retryAfterMs: waitMs } = outcome;
		const isOutage = signIn ? signIn === 'later' : mayPass(code);
		return isOutage ? { isLimit: false, retryAfterMs: waitMs, outcome } : undefined;
	}
	const { status } = outcome;
	if (!isPassingStatus(status)) return undefined;
	return { isLimit: status === 429, retryAfterMs: retryAfterMs(outcome), outcome };
}
