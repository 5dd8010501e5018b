import { sleep } from 'n8n-workflow';

import { backoffMs, isLimit, mayPass, retryAfterMs } from './retryPolicy';
import { type HttpOutcome, isConnectionError } from './types';
import { pause } from './waiting';

/**
 * How the requests of one run wait for a service that limits their number, or does not answer.
 *
 * 1. A 429 is a limit. A 502, 503, 504 or 520 to 530, and a connection fault that may pass, are an
 *    outage. Whatever else comes back is an answer.
 * 2. Both hold back all requests of the run until one moment (`notBefore`): as long as the service
 *    asks, and at least as long as the backoff, with jitter.
 * 3. In an outage one request goes at a time, and the next one a backoff later: a write that meets it may
 *    have been carried out, so few must meet it.
 * 4. Any answer ends an outage; none ends a limit before its wait is over, for it is one to an earlier request.
 * 5. There is one deadline, from the first request after the last answer on. A longer wait than is left
 *    until then is not begun. The last try is at the deadline, and takes a second at most.
 * 6. Requests side by side start spread over the time that one takes. Started together, they are answered
 *    together, and the next ones wait until all answers are read (`npm run bench -- lists`).
 */
export class RateLimiter {
	/** What holds the requests back. */
	held: HttpOutcome | undefined;

	/** Set when no more is sent: a sentence on how long was waited. */
	over: string | undefined;

	/** Tries since the last answer, but for those side by side with the first. */
	private tries = 0;

	private notBefore = 0;

	private underWay = 0;

	/** The most that were under way, and how long the fastest took, in milliseconds. */
	private widest = 1;

	private fastestMs = 0;

	private nextStart = 0;

	private since: number | undefined;

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
		const leftMs = () =>
			this.over === undefined
				? Math.min(Math.max(this.notBefore, backoffUntil), this.endsAt()) - Date.now()
				: 0;
		while (leftMs() > 0) await pause(leftMs(), signal, () => leftMs() <= 0);
		if (this.held && !isLimit(this.held)) this.backOff();
	}

	/** Rule 6. */
	async spread<T>(request: () => Promise<T>): Promise<T> {
		this.widest = Math.max(this.widest, ++this.underWay);
		const now = performance.now();
		const start = Math.max(now, this.nextStart);
		const apartMs = this.widest > 1 ? Math.min(this.fastestMs / this.widest, MAX_APART_MS) : 0;
		this.nextStart = start + apartMs;
		try {
			if (start - now >= 1) await sleep(start - now);
			const sentAt = performance.now();
			const answer = await request();
			const tookMs = performance.now() - sentAt;
			this.fastestMs = Math.min(this.fastestMs || tookMs, tookMs);
			return answer;
		} finally {
			this.underWay--;
		}
	}

	/** How long a request may take that would take `mostMs`. */
	timeoutMs(mostMs: number): number {
		return Math.min(mostMs, Math.max(this.endsAt() - Date.now(), 0) + LAST_TRY_MS);
	}

	/**
	 * Takes note of what came of a request.
	 * @returns Whether a fault is its own: the service answers others, or nothing says that it would not.
	 */
	note(outcome: HttpOutcome): boolean {
		if (!mayPass(outcome)) {
			if (!isConnectionError(outcome)) this.resume();
			return true;
		}
		this.held = outcome;
		if (isLimit(outcome)) this.deadline = this.ofLimits;
		const now = Date.now();
		// What was sent side by side tells of the same.
		if (now >= this.notBefore) this.backOff();
		const leftMs = this.endsAt() - now;
		const askedMs = retryAfterMs(outcome) ?? 0;
		if (leftMs <= 0) this.over = this.deadline.words;
		else if (askedMs > leftMs) this.over = 'The Sales CRM asked for a longer wait.';
		this.notBefore = Math.max(this.notBefore, now + askedMs);
		return !isLimit(outcome) && this.tries === 1;
	}

	private resume(): void {
		if (this.held && isLimit(this.held) && Date.now() < this.notBefore) return;
		this.held = this.over = this.since = undefined;
		this.tries = this.notBefore = 0;
		this.deadline = OUTAGE;
	}

	private backOff(): void {
		this.notBefore = Math.min(Date.now() + backoffMs(++this.tries), this.endsAt());
	}

	private endsAt(): number {
		return (this.since ?? Date.now()) + this.deadline.ms;
	}
}

const LAST_TRY_MS = 1000;

/** No answer takes longer to be read. */
const MAX_APART_MS = 10;

/** For how long requests go on without an answer, and what is said of it. */
interface Deadline {
	ms: number;
	words: string;
}

const OUTAGE: Deadline = {
	ms: 120_000,
	words: 'No answer for 2 minutes.',
};

const LIMIT: Deadline = {
	ms: 600_000,
	words: 'Too many requests for 10 minutes.',
};

/** By hand a person waits. Of the 20 seconds the last try may take one. */
export const BY_HAND: Deadline = {
	ms: 19_000,
	words: 'No answer within 20 seconds (a production run waits longer).',
};
