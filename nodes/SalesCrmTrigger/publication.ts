import { ServiceError } from '../transport/errors';
import { backoffMs } from '../transport/retryPolicy';
import { pause } from '../transport/waiting';

/**
 * Waits for a service that is away while the trigger is published.
 *
 * n8n 2 removes the old webhook before it registers the new one, and gives a publication 84 seconds (2.41,
 * `workflow-publication-outbox-consumer`). It tries five times with waits of 1, 2, 4 and 8 seconds, and never again
 * (`trigger-activation-retry`). What registers after that is an orphan. So a temporary error is tried again for 60
 * seconds, from the first attempt of the publication on, and n8n's own tries after that fail at once with the same
 * reason. A refusal fails at once. For a removal n8n 1 asks only once: it is tried twice.
 */

const PUBLICATION_WAIT_MS = 60_000;
const MAX_PAUSE_MS = 5_000;
const REMOVAL_PAUSE_MS = 2_000;

/** Longer than n8n's longest wait between two tries: what comes later is another publication. */
const SAME_PUBLICATION_MS = 10_000;

/** To register takes long where the service tries the address out, and may not outlast the wait by much. */
export const ADD_MS = { min: 4_000, max: 20_000 };

/** What a publication met: the times of its first and its latest attempt, and why that failed. */
type Outage = { since: number; lastAt: number; reason?: ServiceError };

/** By endpoint. */
const outages = new Map<string, Outage>();

/** The outage of the publication that is under way, or a new one. */
function outageOf(endpoint: string): Outage {
	const now = Date.now();
	const known = outages.get(endpoint);
	const isUnderWay = known && now - known.lastAt < SAME_PUBLICATION_MS;
	return isUnderWay ? known : { since: now, lastAt: now };
}

/**
 * What a step gives in the end.
 * @param step One attempt, with the time that it has (milliseconds).
 * @throws The reason of the last attempt.
 */
export async function retryDuringPublication<T>(
	endpoint: string,
	step: (timeoutMs: number) => Promise<T>,
	{ isRemoval = false } = {},
): Promise<T> {
	const outage = outageOf(endpoint);
	const leftMs = () => outage.since + PUBLICATION_WAIT_MS - Date.now();
	for (let attempt = 1; ; attempt++) {
		// To be asked keeps a publication under way: n8n's longest wait follows.
		outage.lastAt = Date.now();
		if (outage.reason && leftMs() <= 0) throw outage.reason;
		const timeoutMs = Math.min(Math.max(leftMs(), ADD_MS.min), ADD_MS.max);
		const [outcome] = await Promise.allSettled([step(timeoutMs)]);
		if (outcome.status === 'fulfilled') {
			if (!isRemoval) outages.delete(endpoint);
			return outcome.value;
		}
		const reason: unknown = outcome.reason;
		if (!(reason instanceof ServiceError && reason.isPassing)) throw reason;
		outages.set(endpoint, Object.assign(outage, { lastAt: Date.now(), reason }));
		if (isRemoval && attempt > 1) throw reason;
		const backoff = reason.retryAfterMs ?? Math.min(backoffMs(attempt), MAX_PAUSE_MS);
		await pause(Math.min(isRemoval ? REMOVAL_PAUSE_MS : backoff, leftMs()), undefined);
	}
}
