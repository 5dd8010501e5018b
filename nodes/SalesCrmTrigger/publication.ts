import { ServiceError } from '../transport/errors';
import { backoffMs } from '../transport/retryPolicy';
import { pause } from '../transport/waiting';
import { Remembered } from '../utils/remembered';

/**
 * n8n 2 removes the old webhook, then registers the new one, and allows 84 seconds for both (2.41,
 * `workflow-publication-outbox-consumer`). It tries five times, with waits of up to 8 seconds, and never again
 * (`trigger-activation-retry`). So we retry a temporary error until 60 seconds after the first attempt; later attempts
 * of the same publication then fail at once. A removal is tried twice, because n8n 1 asks for it only once.
 */

const PUBLICATION_WAIT_MS = 60_000;
const MAX_PAUSE_MS = 5_000;
const REMOVAL_PAUSE_MS = 2_000;

/** Longer than n8n's longest wait: an attempt that begins later belongs to another publication. */
const SAME_PUBLICATION_MS = 10_000;

/** How long one attempt to register may take: the service may call our address before it answers. */
export const ADD_MS = { min: 4_000, max: 20_000 };

/** On the clock of the process, which nobody sets. */
type Outage = { since: number; lastAt: number; reason?: ServiceError };

/** By endpoint. */
const publicationOutages = new Remembered<Outage>(500);

function outageOf(endpoint: string): Outage {
	const now = performance.now();
	const known = publicationOutages.get(endpoint);
	const isUnderWay = known && now - known.lastAt < SAME_PUBLICATION_MS;
	return isUnderWay ? known : { since: now, lastAt: now };
}

/** @param step One attempt, given its time in milliseconds. @throws The error of the last attempt. */
export async function retryDuringPublication<T>(
	endpoint: string,
	step: (timeoutMs: number) => Promise<T>,
	{ isRemoval = false } = {},
): Promise<T> {
	const outage = outageOf(endpoint);
	const leftMs = () => outage.since + PUBLICATION_WAIT_MS - performance.now();
	for (let attempt = 1; ; attempt++) {
		outage.lastAt = performance.now();
		if (outage.reason && leftMs() <= 0) throw outage.reason;
		const timeoutMs = Math.min(Math.max(leftMs(), ADD_MS.min), ADD_MS.max);
		const [outcome] = await Promise.allSettled([step(timeoutMs)]);
		if (outcome.status === 'fulfilled') {
			if (!isRemoval) publicationOutages.delete(endpoint);
			return outcome.value;
		}
		const reason: unknown = outcome.reason;
		if (!(reason instanceof ServiceError && reason.isTemporary)) throw reason;
		publicationOutages.set(endpoint, Object.assign(outage, { lastAt: performance.now(), reason }));
		if (isRemoval && attempt > 1) throw reason;
		const backoff = reason.retryAfterMs ?? Math.min(backoffMs(attempt), MAX_PAUSE_MS);
		await pause(Math.min(isRemoval ? REMOVAL_PAUSE_MS : backoff, leftMs()), undefined);
	}
}
