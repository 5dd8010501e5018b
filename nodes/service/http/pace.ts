import type { Answer, Fault } from './exchange';
import { backoffMs, pause } from './waiting';

/**
 * The pace of the requests of one run.
 *
 * 1. A 429 is a limit of the pace. A 502, 503 or 504 and a connection fault that may pass are an
 *    outage. Whatever else comes back is an answer.
 * 2. Both hold back every request of the run, for as long as the service asks. Where it does not ask,
 *    and from the second time on, the wait grows, with jitter.
 * 3. After the wait one request goes first, and the others wait for what becomes of it. An answer
 *    ends the trouble for all.
 * 4. An answer to what was sent before ends an outage and its wait, but no limit of the pace.
 * 5. In an outage a write does not go first: a read asks whether the service answers, because a
 *    write that meets the outage may have been carried out. Then this one write goes.
 * 6. Nothing more is sent after `outageMs` without one answer, after `busyMs` without a request that
 *    got through, after `tries` of them, or where the service asks for a longer wait than is left.
 */
export class Pace {
	private trouble: Trouble | undefined;

	constructor(private readonly limits: PaceLimits) {}

	/** Why requests are held back; undefined while they are not. */
	get setback(): Setback | undefined {
		return this.trouble?.last;
	}

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
	 * @param probe A read that goes before a write (rule 5).
	 * @returns Undefined when nothing more is sent (rule 6).
	 * @throws Cancelled soon after the execution was cancelled.
	 */
	async send<T extends Tried>(
		signal: AbortSignal | undefined,
		ask: () => Promise<T>,
		probe?: () => Promise<Tried>,
	): Promise<T | undefined> {
		for (;;) {
			const { trouble } = this;
			if (!trouble) return this.noted(await ask());
			if (trouble.isOver) return undefined;
			if (trouble.lead) {
				await trouble.lead;
				continue;
			}
			let done = () => {};
			trouble.lead = new Promise((resolve) => (done = resolve));
			try {
				await pause(trouble.waitMs, signal, () => this.trouble !== trouble);
				if (this.trouble !== trouble) continue;
				const sentAt = Date.now();
				const probed = trouble.last.isBusy ? undefined : await probe?.();
				if (probed?.setback) this.noted(probed, trouble, Date.now() - sentAt);
				else return this.noted(await ask(), trouble, Date.now() - sentAt);
			} finally {
				trouble.lead = undefined;
				done();
			}
		}
	}

	/** @param sentIn The trouble in which it was the first to go. */
	private noted<T extends Tried>(tried: T, sentIn?: Trouble, tookMs = 0): T {
		const { trouble } = this;
		const { setback } = tried;
		if (!setback) {
			if (!trouble?.last.isBusy || sentIn === trouble) this.trouble = undefined;
		} else if (!trouble || trouble === sentIn) {
			this.trouble = this.troubleAfter(setback, trouble, tookMs);
		}
		// Otherwise it was sent before the trouble began, and tells of the same.
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

/** What holds requests back. */
export interface Setback {
	/** A limit of the pace; otherwise an outage. */
	isBusy: boolean;
	/** How long the service asks to wait. */
	askedMs?: number;
	outcome: Answer | Fault;
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
	/** Ends when the request that goes first is done. */
	lead?: Promise<void>;
}
