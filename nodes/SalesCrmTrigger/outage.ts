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

/** To register takes long where the service tries the address out, and may not outlast the wait by much. */
export const ADD_MS = { min: 4_000, max: 20_000 };

/** What a publication met, by endpoint: since its first attempt, lately, and why. Milliseconds since the Unix epoch. */
const outages = new Map<string, { since: number; lastAt: number; reason: ServiceError }>();

/** When the publication that is under way, or now begins, made its first attempt. */
function beginOf(endpoint: string): number {
	const { since, lastAt } = outages.get(endpoint) ?? { since: 0, lastAt: 0 };
	return Date.now() - lastAt < SAME_PUBLICATION_MS ? since : Date.now();
}

const leftMs = (since: number): number => since + PUBLICATION_WAIT_MS - Date.now();

const isOutage = (reason: unknown): reason is ServiceError =>
	reason instanceof ServiceError && reason.isPassing;

/** One attempt of a publication. @throws At once where its wait is over. */
export async function attemptOnce<T>(
	endpoint: string,
	step: () => Promise<T>,
	since = beginOf(endpoint),
): Promise<T> {
	const isOver = leftMs(since) <= 0;
	const answer = isOver ? Promise.reject(outages.get(endpoint)!.reason) : step();
	return await answer.catch(async (reason: unknown) => {
		if (isOutage(reason)) outages.set(endpoint, { since, lastAt: Date.now(), reason });
		return await Promise.reject(reason);
	});
}

/**
 * What a step gives in the end.
 * @param step One attempt, with the time that it has (milliseconds).
 * @throws The reason of the last attempt.
 */
export async function outlast<T>(
	endpoint: string,
	step: (timeoutMs: number) => Promise<T>,
): Promise<T> {
	const since = beginOf(endpoint);
	for (let attempts = 1; ; attempts++) {
		const timeoutMs = Math.min(Math.max(leftMs(since), ADD_MS.min), ADD_MS.max);
		const asked = attemptOnce(endpoint, async () => await step(timeoutMs), since);
		const [outcome] = await Promise.allSettled([asked]);
		if (outcome.status === 'fulfilled') {
			outages.delete(endpoint);
			return outcome.value;
		}
		const reason: unknown = outcome.reason;
		if (!isOutage(reason) || leftMs(since) <= 0) return await Promise.reject(reason);
		const waitMs = reason.retryAfterMs ?? Math.min(backoffMs(attempts), MAX_PAUSE_MS);
		await pause(Math.min(waitMs, leftMs(since)), undefined);
	}
}
