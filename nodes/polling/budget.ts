import { type IPollFunctions, sleep } from 'n8n-workflow';

import type { Connection, RetryOptions } from '../transport/connection';
import { Pace } from '../transport/pace';
import { GLANCE_MS } from '../transport/retryPolicy';
import { UserError } from '../utils/userError';

/** What n8n says where it ends no poll (n8n-core 2.41, `poll-context`). */
const NEVER_ENDED_MS = 5 * 60_000;

/** Of a poll that n8n's start waits for. */
const AT_START_MS = 30_000;

const GRACE_MS = 1000;

/** What a poll can do without is worth no more. */
const EXTRAS_RETRY: RetryOptions = { maxAttempts: 2, timeoutMs: 10_000 };

/** Both tries and the wait between them end by then. */
const EXTRAS_TAKE_MS = 25_000;

/**
 * How long a poll may take.
 *
 * 1. Where n8n's scheduler runs the polls, which durable cursors need, n8n abandons one after 45
 *    seconds (`N8N_SCHEDULER_POLL_TIMEOUT`) without a word to anybody but its log, and throws away
 *    what it gives later (n8n 2.41, `poll-trigger-task-handler`). It tells the poll how long that is,
 *    less a margin (`trigger-execution-context.factory`): 36 seconds.
 * 2. There ours ends by then, with everything that it sends and waits for, and its error says why.
 *    What it has sent may still come back, but it sends nothing more.
 * 3. At n8n's start the first poll ends after 30 seconds where there is a cursor, from which the next
 *    one goes on. n8n 2 gives a publication up after 84 seconds (`workflow-publication-outbox-consumer`),
 *    and n8n 1 starts one workflow after the other (`active-workflow-manager`): neither waits for a
 *    service that swallows requests.
 * 4. Anywhere else nothing ends a poll but the limits of its requests. n8n then says five minutes;
 *    1.123 cannot say anything.
 * 5. What a poll can do without, such as names, gets two tries of ten seconds anywhere. Where less
 *    than 25 seconds are left, it gets one try of half of what is left.
 */
export class PollBudget {
	/** Whether n8n ends the poll by itself. Such a poll has static data of its own, too. */
	readonly isSetByN8n: boolean;

	private budgetMs: number;

	private readonly startedAt = Date.now();

	private readonly ended = new AbortController();

	constructor(context: Pick<IPollFunctions, 'getPollBudgetMs'>) {
		// Typed as being always there; n8n 1.123 has none.
		const toldMs = (context as Partial<typeof context>).getPollBudgetMs?.();
		this.isSetByN8n = toldMs !== undefined && toldMs !== NEVER_ENDED_MS;
		this.budgetMs = this.isSetByN8n ? toldMs! : Infinity;
	}

	/** Rule 3. */
	shortenForStart(): void {
		this.budgetMs = Math.min(this.budgetMs, AT_START_MS);
	}

	private get isLimited(): boolean {
		return this.budgetMs < Infinity;
	}

	private get leftMs(): number {
		return Math.max(0, this.startedAt + this.budgetMs - Date.now());
	}

	/** Rule 2: the same connection, whose requests wait for nothing that comes too late. */
	limited(connection: Connection): Connection {
		if (!this.isLimited) return connection;
		const { leftMs } = this;
		const { maxAttempts } = connection.retry;
		const pace = new Pace({ tries: maxAttempts, outageMs: leftMs, busyMs: leftMs });
		// A little more, so that what is told is that the time was used up.
		const timeoutMs = Math.min(connection.retry.timeoutMs, leftMs + GRACE_MS);
		return { ...connection, signal: this.ended.signal, retry: { maxAttempts, timeoutMs, pace } };
	}

	/** Rule 5. */
	limitedForExtras(connection: Connection): Connection {
		const { leftMs } = this;
		const isEnough = leftMs > EXTRAS_TAKE_MS;
		return {
			...connection,
			retry: isEnough ? EXTRAS_RETRY : { maxAttempts: 1, timeoutMs: leftMs / 2 },
		};
	}

	/** @throws UserError when the budget is used up before. */
	async within<T>(run: () => Promise<T>): Promise<T> {
		if (!this.isLimited) return await run();
		let isDone = false;
		const polled = run().finally(() => (isDone = true));
		// In short naps: n8n gives community nodes a plain `sleep` only, which cannot be ended.
		const clock = async (): Promise<never> => {
			while (!isDone && this.leftMs > 0) await sleep(Math.min(this.leftMs, GLANCE_MS));
			this.ended.abort();
			throw this.usedUp();
		};
		return await Promise.race([polled, clock()]);
	}

	private usedUp(): UserError {
		const seconds = Math.round(this.budgetMs / 1000);
		if (!this.isSetByN8n) {
			return new UserError(
				`The poll did not end within ${seconds} seconds`,
				"n8n's start does not wait longer for it.",
			);
		}
		return new UserError(
			`The poll did not end within the ${seconds} seconds that n8n gives it`,
			"Nothing was noted, so nothing is lost, but nothing comes either while polls take longer. n8n's scheduler ends them (N8N_SCHEDULER_POLL_TRIGGERS_ENABLED). Give them more time with N8N_SCHEDULER_POLL_TIMEOUT (in seconds; with more than 60 also N8N_SCHEDULER_LEASE_DURATION), or turn the scheduler off for polls, and with it the durable cursors.",
		);
	}
}
