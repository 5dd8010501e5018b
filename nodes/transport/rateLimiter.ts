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

type Stage =
	| { readonly is: 'open' }
	| {
			/** A 429, or no answer at all. */
			readonly is: 'limited' | 'down';
			readonly blockedBy: HttpOutcome;
			readonly tries: number;
			readonly until: number;
	  }
	/** Nothing more is sent. `gaveUp` is a sentence about how long we waited. */
	| { readonly is: 'over'; readonly blockedBy: HttpOutcome; readonly gaveUp: string };

/** Times are on the clock of the process (`performance.now`), which nobody sets. */
export type State = Stage & {
	/** When the first request was sent that is still without an answer. */
	readonly unansweredSince?: number;
	readonly deadline: Deadline;
};

/** What is known of the service after an outcome. @param limit Applies after a 429. */
export function next(state: State, outcome: HttpOutcome, now: number, limit = LIMIT): State {
	if (!isTransient(outcome)) {
		// An answer during a limit belongs to an earlier request, so it does not end the limit.
		const isLimited = state.is === 'limited' && now < state.until;
		return isConnectionError(outcome) || isLimited ? state : { is: 'open', deadline: OUTAGE };
	}
	if (state.is === 'over') return state;
	const deadline = isLimit(outcome) ? limit : state.deadline;
	const { unansweredSince = now } = state;
	const shared = { unansweredSince, deadline, blockedBy: outcome };
	const leftMs = unansweredSince + deadline.ms - now;
	const askedMs = retryAfterMs(outcome) ?? 0;
	if (leftMs <= 0) return { ...shared, is: 'over', gaveUp: deadline.words };
	if (askedMs > leftMs)
		return { ...shared, is: 'over', gaveUp: 'The Sales CRM asked for a longer wait.' };
	const before = state.is === 'open' ? { tries: 0, until: 0 } : state;
	// Concurrent requests meet the same outage, so it counts once.
	const { tries, until } = now < before.until ? before : backedOff(before.tries, now);
	const is = isLimit(outcome) ? 'limited' : 'down';
	return { ...shared, is, tries, until: Math.max(until, now + askedMs) };
}

const backedOff = (tries: number, now: number) => ({
	tries: tries + 1,
	until: now + backoffMs(tries + 1),
});

/** Makes all requests of a run wait if the service limits their number (429) or is down. */
export class RateLimiter {
	private state: State;

	readonly spread = createSpreader();

	/** @param deadline Applies until the service has answered once. @param limit Applies after a 429. */
	constructor(
		deadline: Deadline = OUTAGE,
		private readonly limit: Deadline = LIMIT,
	) {
		this.state = { is: 'open', deadline };
	}

	get over() {
		return this.state.is === 'over' ? this.state : undefined;
	}

	/**
	 * Waits until a request may be sent, or until the limiter has given up. In an outage only one is sent at a time, because
	 * any write may have been carried out. @param backoffUntil How long the request waits because it failed itself.
	 */
	async waitForTurn(backoffUntil: number, signal: AbortSignal | undefined): Promise<void> {
		this.state = {
			...this.state,
			unansweredSince: this.state.unansweredSince ?? performance.now(),
		};
		const waitMs = () => {
			if (this.state.is === 'over') return 0;
			const until = this.state.is === 'open' ? 0 : this.state.until;
			return Math.min(Math.max(until, backoffUntil) - performance.now(), this.leftMs());
		};
		while (waitMs() > 0) await pause(waitMs(), signal, () => waitMs() <= 0);
		if (this.state.is !== 'down') return;
		// This one is sent, and the others wait for the next attempt.
		this.state = { ...this.state, ...backedOff(this.state.tries, performance.now()) };
	}

	/** Cuts a timeout so that the last attempt ends a second after the deadline. */
	timeoutMs(mostMs: number): number {
		return Math.min(mostMs, Math.max(this.leftMs(), 0) + LAST_TRY_MS);
	}

	/** Records an outcome. @returns Whether it counts as an attempt of the request, rather than a fault that all meet. */
	record(outcome: HttpOutcome): boolean {
		this.state = next(this.state, outcome, performance.now(), this.limit);
		return !isTransient(outcome) || (this.state.is === 'down' && this.state.tries === 1);
	}

	private leftMs(): number {
		const { unansweredSince = performance.now(), deadline } = this.state;
		return unansweredSince + deadline.ms - performance.now();
	}
}
