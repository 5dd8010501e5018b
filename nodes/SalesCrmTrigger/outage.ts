import { ServiceError } from '../transport/errors';
import { backoffMs, pause } from '../transport/retryPolicy';

/**
 * Waits for a service that is away while the trigger is published.
 *
 * 1. n8n 2 removes the old webhook before it registers the new one, and gives a publication 84 seconds (2.41,
 *    `workflow-publication-outbox-consumer`). It tries five times with waits of 1, 2, 4 and 8 seconds, and never again
 *    (`trigger-activation-retry`). What registers after that is an orphan.
 * 2. So a fault that may pass is asked again for 60 seconds, from the first attempt of that publication on.
 *    Afterwards n8n's own tries fail at once with the same reason.
 * 3. A refusal fails at once.
 */

const PUBLICATION_WAIT_MS = 60_000;
const MAX_PAUSE_MS = 5_000;

/** Longer than n8n's longest wait between two tries: what comes later is another publication. */
const SAME_PUBLICATION_MS = 10_000;

/** No single attempt may outlast the wait by much. Milliseconds. */
const ATTEMPT_MS = { min: 4_000, max: 20_000 };

interface Outage {
	since: number;
	lastAt: number;
	reason: ServiceError;
}

/** By endpoint. */
const outages = new Map<string, Outage>();

/** The outage that this publication met before, if any. */
function outageOf(endpoint: string): Outage | undefined {
	const outage = outages.get(endpoint);
	return outage && Date.now() - outage.lastAt < SAME_PUBLICATION_MS ? outage : undefined;
}

/** Takes note of a failure that may pass. @param startedAt Of the attempt, in milliseconds. */
export function recordFailure(endpoint: string, reason: unknown, startedAt: number): void {
	if (!(reason instanceof ServiceError) || !reason.isPassing) return;
	const since = outageOf(endpoint)?.since ?? startedAt;
	outages.set(endpoint, { since, lastAt: Date.now(), reason });
}

/** Whether the wait of this publication is over. */
export function isGivenUp(endpoint: string): boolean {
	const outage = outageOf(endpoint);
	return outage !== undefined && Date.now() >= outage.since + PUBLICATION_WAIT_MS;
}

/**
 * What a request gives in the end.
 * @param ask One attempt, with the time that it has (milliseconds).
 * @throws The reason of the last attempt.
 */
export async function outlast<T>(
	endpoint: string,
	ask: (timeoutMs: number) => Promise<T>,
): Promise<T> {
	if (isGivenUp(endpoint)) throw outageOf(endpoint)!.reason;
	const since = outageOf(endpoint)?.since ?? Date.now();
	const leftMs = () => since + PUBLICATION_WAIT_MS - Date.now();
	for (let attempt = 1; ; attempt++) {
		try {
			const result = await ask(Math.min(Math.max(leftMs(), ATTEMPT_MS.min), ATTEMPT_MS.max));
			outages.delete(endpoint);
			return result;
		} catch (reason) {
			recordFailure(endpoint, reason, since);
			if (!(reason instanceof ServiceError) || !reason.isPassing || leftMs() <= 0) throw reason;
			const waitMs = reason.retryAfterMs ?? Math.min(backoffMs(attempt), MAX_PAUSE_MS);
			await pause(Math.max(0, Math.min(waitMs, leftMs())), undefined);
		}
	}
}
