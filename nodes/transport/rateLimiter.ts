import { backoffMs, isLimit, isTransient, retryAfterMs } from './retryPolicy';
import { type HttpOutcome, isConnectionError } from './types';
import { pause, createSpreader } from './waiting';

interface Deadline {
	ms: number;
	words: string;
}

const OUTAGE: Deadline = { ms: 120_000, words: 'No answer for 2 minutes.' };

const LIMIT: Deadline = { ms: 600_000, words: 'Too many requests for 10 minutes.' };

/** In a manual run a person waits 20 seconds, of which one is for the last attempt. */
export const MANUAL_RUN: Deadline = {
	ms: 19_000,
	words: 'No answer within 20 seconds (a production run waits longer).',
};

const LAST_TRY_MS = 1000;

/** Times are on the clock of the process (`performance.now`), which nobody sets. */
interface Pause {
	blockedBy: HttpOutcome;
	tries: number;
	until: number;
	/** Set once nothing more is sent: a sentence about how long we waited. */
	gaveUp?: string;
}

/** Makes all requests of a run wait if the service limits their number (429) or is down. */
export class RateLimiter {
	paused: Pause | undefined;

	private unansweredSince: number | undefined;

	readonly spread = createSpreader();

	/** @param deadline Applies until the service has answered once. @param limitDeadline Applies after a 429. */
	constructor(
		private deadline: Deadline = OUTAGE,
		private readonly limitDeadline: Deadline = LIMIT,
	) {}

	/**
	 * Waits until a request may be sent, or until the limiter has given up. In an outage only one is sent at a time, because
	 * any write may have been carried out. @param backoffUntil How long the request waits because it failed itself.
	 */
	async waitForTurn(backoffUntil: number, signal: AbortSignal | undefined): Promise<void> {
		this.unansweredSince ??= performance.now();
		const waitMs = () => {
			const until = Math.max(this.paused?.until ?? 0, backoffUntil);
			return this.paused?.gaveUp ? 0 : Math.min(until - performance.now(), this.leftMs());
		};
		while (waitMs() > 0) await pause(waitMs(), signal, () => waitMs() <= 0);
		if (this.paused && !isLimit(this.paused.blockedBy)) this.backOff(this.paused);
	}

	/** Cuts a timeout so that the last attempt ends a second after the deadline. */
	timeoutMs(mostMs: number): number {
		return Math.min(mostMs, Math.max(this.leftMs(), 0) + LAST_TRY_MS);
	}

	/** Records an outcome. @returns Whether it counts as an attempt of the request, rather than a fault that all meet. */
	record(outcome: HttpOutcome): boolean {
		const now = performance.now();
		if (!isTransient(outcome)) {
			// An answer during a limit belongs to an earlier request, so it does not end the limit.
			const isLimited = this.paused && isLimit(this.paused.blockedBy) && now < this.paused.until;
			if (!isConnectionError(outcome) && !isLimited) {
				this.paused = this.unansweredSince = undefined;
				this.deadline = OUTAGE;
			}
			return true;
		}
		const paused = (this.paused ??= { blockedBy: outcome, tries: 0, until: 0 });
		paused.blockedBy = outcome;
		if (isLimit(outcome)) this.deadline = this.limitDeadline;
		// Concurrent requests meet the same outage, so it counts once.
		if (now >= paused.until) this.backOff(paused);
		const askedMs = retryAfterMs(outcome) ?? 0;
		if (this.leftMs() <= 0) paused.gaveUp = this.deadline.words;
		else if (askedMs > this.leftMs()) paused.gaveUp = 'The Sales CRM asked for a longer wait.';
		paused.until = Math.max(paused.until, now + askedMs);
		return !isLimit(outcome) && paused.tries === 1;
	}

	private backOff(paused: Pause): void {
		paused.until = performance.now() + backoffMs(++paused.tries);
	}

	private leftMs(): number {
		return (this.unansweredSince ?? performance.now()) + this.deadline.ms - performance.now();
	}
}
