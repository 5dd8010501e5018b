import { backoffMs, isLimit, mayPass, retryAfterMs } from './retryPolicy';
import { type HttpOutcome, isConnectionError } from './types';
import { pause, spreading } from './waiting';

/** For how long requests go on without an answer, and what is said of it. */
interface Deadline {
	ms: number;
	words: string;
}

const OUTAGE: Deadline = { ms: 120_000, words: 'No answer for 2 minutes.' };

const LIMIT: Deadline = { ms: 600_000, words: 'Too many requests for 10 minutes.' };

/** By hand a person waits. Of the 20 seconds the last try may take one. */
export const BY_HAND: Deadline = {
	ms: 19_000,
	words: 'No answer within 20 seconds (a production run waits longer).',
};

const LAST_TRY_MS = 1000;

interface Pause {
	blockedBy: HttpOutcome;
	tries: number;
	/** No request is sent before. */
	until: number;
	/** Set when no more is sent at all: a sentence on how long was waited. */
	gaveUp?: string;
}

/**
 * How the requests of one run wait together for a service that limits their number (429), or has an outage: 502, 503,
 * 504, 520 to 530, or a connection fault that may pass.
 *
 * 1. A pause is as long as the service asks, and at least as long as the backoff. Any other answer ends it, but none ends
 *    a limit before its time: it is the answer to an earlier request.
 * 2. In an outage one request goes at a time, and the next one a backoff later: a write that meets it may have been
 *    carried out, so few must meet it.
 * 3. The deadline counts from the first request after the last answer. A longer wait than is left until then is not
 *    begun. The last try is at the deadline, and takes a second at most.
 */
export class RateLimiter {
	paused: Pause | undefined;

	private since: number | undefined;

	readonly spread = spreading();

	/** @param deadline Until the service has answered once. */
	constructor(
		private deadline: Deadline = OUTAGE,
		private readonly ofLimits: Deadline = LIMIT,
	) {}

	/**
	 * Waits until a request may be sent, or nothing more is.
	 * @param backoffUntil What it waits because it failed itself.
	 * @throws CancelledError soon after the execution was cancelled.
	 */
	async turn(backoffUntil: number, signal: AbortSignal | undefined): Promise<void> {
		this.since ??= Date.now();
		const waitMs = () => {
			const until = Math.max(this.paused?.until ?? 0, backoffUntil);
			return this.paused?.gaveUp ? 0 : Math.min(until - Date.now(), this.leftMs());
		};
		while (waitMs() > 0) await pause(waitMs(), signal, () => waitMs() <= 0);
		if (this.paused && !isLimit(this.paused.blockedBy)) this.backOff(this.paused);
	}

	/** How long a request may take that would take `mostMs`. */
	timeoutMs(mostMs: number): number {
		return Math.min(mostMs, Math.max(this.leftMs(), 0) + LAST_TRY_MS);
	}

	/**
	 * Takes note of what came of a request.
	 * @returns Whether a fault is its own: the service answers others, or nothing says that it would not.
	 */
	note(outcome: HttpOutcome): boolean {
		const now = Date.now();
		if (!mayPass(outcome)) {
			const isLimited = this.paused && isLimit(this.paused.blockedBy) && now < this.paused.until;
			if (!isConnectionError(outcome) && !isLimited) {
				this.paused = this.since = undefined;
				this.deadline = OUTAGE;
			}
			return true;
		}
		const paused = (this.paused ??= { blockedBy: outcome, tries: 0, until: 0 });
		paused.blockedBy = outcome;
		if (isLimit(outcome)) this.deadline = this.ofLimits;
		// What was sent side by side tells of the same.
		if (now >= paused.until) this.backOff(paused);
		const askedMs = retryAfterMs(outcome) ?? 0;
		if (this.leftMs() <= 0) paused.gaveUp = this.deadline.words;
		else if (askedMs > this.leftMs()) paused.gaveUp = 'The Sales CRM asked for a longer wait.';
		paused.until = Math.max(paused.until, now + askedMs);
		return !isLimit(outcome) && paused.tries === 1;
	}

	private backOff(paused: Pause): void {
		paused.until = Date.now() + backoffMs(++paused.tries);
	}

	private leftMs(): number {
		return (this.since ?? Date.now()) + this.deadline.ms - Date.now();
	}
}
