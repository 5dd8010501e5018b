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

/** By endpoint. `reason`: of the last attempt to register. Milliseconds. */
const outages = new Map<string, { since: number; lastAt: number; reason?: ServiceError }>();

/** The outage that this publication met before, if any. */
function outageOf(endpoint: string) {
	const outage = outages.get(endpoint);
	return outage && Date.now() - outage.lastAt < SAME_PUBLICATION_MS ? outage : undefined;
}

/** Takes note of an attempt that failed for a fault that may pass. */
export function noteOutage(endpoint: string, startedAt: number, reason?: ServiceError): void {
	const known = outageOf(endpoint) ?? { since: startedAt };
	outages.set(endpoint, { ...known, ...(reason && { reason }), lastAt: Date.now() });
}

/** Whether the wait of this publication is over. */
export function isGivenUp(endpoint: string): boolean {
	const outage = outageOf(endpoint);
	return outage !== undefined && Date.now() >= outage.since + PUBLICATION_WAIT_MS;
}

export const isOutage = (reason: unknown): reason is ServiceError =>
	reason instanceof ServiceError && reason.isPassing;

/**
 * What registering gives in the end.
 * @param ask One attempt, with the time that it has (milliseconds).
 * @throws The reason of the last attempt.
 */
export async function outlast<T>(
	endpoint: string,
	ask: (timeoutMs: number) => Promise<T>,
): Promise<T> {
	const { since, reason: before } = outageOf(endpoint) ?? { since: Date.now() };
	if (before && isGivenUp(endpoint)) {
		noteOutage(endpoint, since, before);
		throw before;
	}
	const leftMs = () => since + PUBLICATION_WAIT_MS - Date.now();
	for (let attempt = 1; ; attempt++) {
		const timeoutMs = Math.min(Math.max(leftMs(), ATTEMPT_MS.min), ATTEMPT_MS.max);
		const [outcome] = await Promise.allSettled([ask(timeoutMs)]);
		if (outcome.status === 'fulfilled') {
			outages.delete(endpoint);
			return outcome.value;
		}
		const reason: unknown = outcome.reason;
		if (!isOutage(reason)) return await Promise.reject(reason);
		noteOutage(endpoint, since, reason);
		if (leftMs() <= 0) throw reason;
		const waitMs = reason.retryAfterMs ?? Math.min(backoffMs(attempt), MAX_PAUSE_MS);
		await pause(Math.max(0, Math.min(waitMs, leftMs())), undefined);
	}
}
