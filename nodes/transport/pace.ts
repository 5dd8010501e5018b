import { sleep } from 'n8n-workflow';

import type { HttpResponse, ConnectionError } from './send';
import { backoffMs, pause } from './retryPolicy';

/**
 * The pace of the requests of one run.
 *
 * 1. A 429 is a limit of the pace. A 502, 503 or 504 and a connection fault that may pass are an
 *    outage. Whatever else comes back is an answer.
 * 2. Both hold back every request of the run, for as long as the service asks. Where it does not ask,
 *    and from the second time on, the wait grows, with jitter.
 * 3. After the wait one request goes first, and the others wait for what becomes of it. An answer
 *    ends the trouble for all.
 * 4. An answer to what was sent before ends an outage and its wait, but no limit of the pace. What
 *    failed itself then waits a time of its own, and is tried a few times only (`RetryOptions`).
 * 5. In an outage a write does not go first: a read asks whether the service answers, because a
 *    write that meets the outage may have been carried out. Then this one write goes.
 * 6. Nothing more is sent after `outageMs` without one answer, after `busyMs` without a request that
 *    got through, after `tries` of them, or where the service asks for a longer wait than is left.
 * 7. Requests side by side start spread over the time that one takes. Started together, they would be
 *    answered together, and each wait until the answers of all were read: a list of 400 pages, five at
 *    a time, took a third longer.
 */
export class Pace {
	private trouble: Trouble | undefined;

	/** For rule 7: how many are under way, how many were at most, how long the fastest took, in milliseconds. */
	private underWay = 0;

	private widest = 0;

	private fastestMs = 0;

	private nextStart = 0;

	constructor(private readonly limits: PaceLimits) {}

	/** Failures since the last answer, one after the other. */
	get failures(): number {
		return this.trouble?.failures ?? 0;
	}

	/** Nothing more is sent. */
	get isOver(): boolean {
		return this.trouble?.isOver ?? false;
	}

	/**
	 * Sends when it is this request's turn.
	 * @throws What `giveUp` makes of it when nothing more is sent (rule 6); CancelledError soon after the
	 * execution was cancelled.
	 */
	async send<T extends Tried>({ signal, ask, probe, owedMs, giveUp }: Sending<T>): Promise<T> {
		for (let owed = owedMs; ; ) {
			const { trouble } = this;
			if (!trouble && owed === 0) return this.noted(await this.inTurn(ask));
			if (trouble?.isOver) throw giveUp(trouble.last);
			if (!trouble) {
				await pause(owed, signal);
				owed = 0;
			} else if (trouble.lead) {
				await trouble.lead;
			} else {
				trouble.lead = new Promise((resolve) => (trouble.endLead = resolve));
				try {
					await pause(trouble.waitMs, signal, () => this.trouble !== trouble);
					if (this.trouble !== trouble) continue;
					owed = 0;
					const sentAt = Date.now();
					const probed = trouble.last.isBusy ? undefined : await probe?.();
					if (!probed?.setback) return this.noted(await ask(), trouble, sentAt);
					this.noted(probed, trouble, sentAt);
				} finally {
					trouble.endLead?.();
					trouble.lead = undefined;
				}
			}
		}
	}

	/** Rule 7. */
	private async inTurn<T>(ask: () => Promise<T>): Promise<T> {
		this.underWay++;
		this.widest = Math.max(this.widest, this.underWay);
		const apartMs = this.widest > 1 ? Math.min(this.fastestMs / this.widest, MAX_APART_MS) : 0;
		const waitMs = Math.max(0, this.nextStart - performance.now());
		this.nextStart = performance.now() + waitMs + apartMs;
		try {
			if (waitMs >= 1) await sleep(waitMs);
			const sentAt = performance.now();
			const tried = await ask();
			const tookMs = performance.now() - sentAt;
			this.fastestMs = Math.min(this.fastestMs || tookMs, tookMs);
			return tried;
		} finally {
			this.underWay--;
		}
	}

	/** @param sentIn The trouble in which it was the first to go. */
	private noted<T extends Tried>(tried: T, sentIn?: Trouble, sentAt = 0): T {
		const { trouble } = this;
		const { setback } = tried;
		// What was sent before the trouble began, and failed, tells of the same.
		if (setback && trouble !== undefined && trouble !== sentIn) return tried;
		if (setback) {
			this.trouble = this.troubleAfter(setback, trouble, Date.now() - sentAt);
		} else if (!trouble?.last.isBusy || trouble === sentIn) {
			this.trouble = undefined;
			trouble?.endLead?.();
		}
		return tried;
	}

	private troubleAfter(last: Setback, before: Trouble | undefined, tookMs: number): Trouble {
		const { isBusy, askedMs } = last;
		const lostMs = before ? before.waitMs + tookMs : 0;
		const busyMs = (before?.busyMs ?? 0) + lostMs;
		const outageMs = isBusy ? 0 : (before?.outageMs ?? 0) + lostMs;
		const failures = (before?.failures ?? 0) + 1;
		const left = Math.min(
			this.limits.busyMs - busyMs,
			isBusy ? Infinity : this.limits.outageMs - outageMs,
		);
		const growing = before || askedMs === undefined ? backoffMs(failures) : 0;
		return {
			last,
			failures,
			busyMs,
			outageMs,
			waitMs: Math.min(Math.max(askedMs ?? 0, growing), left),
			isOver: failures >= this.limits.tries || left <= 0 || (askedMs ?? 0) > left,
		};
	}
}

/** Times in milliseconds. */
export interface PaceLimits {
	tries: number;
	outageMs: number;
	busyMs: number;
}

/** What a run of the node has patience for. */
export const RUN_LIMITS: PaceLimits = {
	tries: Infinity,
	outageMs: 2 * 60_000,
	busyMs: 10 * 60_000,
};

/** Milliseconds between two starts at most: no answer takes longer to be read. */
const MAX_APART_MS = 10;

/** What holds requests back. */
export interface Setback {
	/** A limit of the pace; otherwise an outage. */
	isBusy: boolean;
	/** How long the service asks to wait. */
	askedMs?: number;
	outcome: HttpResponse | ConnectionError;
}

/** How one request is sent. */
interface Sending<T> {
	signal: AbortSignal | undefined;
	ask: () => Promise<T>;
	/** A read that goes before a write (rule 5). */
	probe?: () => Promise<Tried>;
	/** What it waits, because it failed before, where it does not wait for all (rule 4). */
	owedMs: number;
	giveUp: (held: Setback) => Error;
}

/** What came of sending a request. */
export interface Tried {
	setback?: Setback;
}

interface Trouble {
	last: Setback;
	failures: number;
	/** Since a request got through. */
	busyMs: number;
	/** Since the last answer. */
	outageMs: number;
	waitMs: number;
	isOver: boolean;
	/** Ends when the request that goes first is done, or the trouble is. */
	lead?: Promise<void>;
	endLead?: () => void;
}
