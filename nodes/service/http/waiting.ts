import { sleep } from 'n8n-workflow';

import { Cancelled } from './serviceError';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** How often a wait looks whether the execution was cancelled. */
export const GLANCE_MS = 200;

/** Growing pauses with jitter, so that many workflows do not come back at the same moment. */
export function backoffMs(attempt: number): number {
	const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
	return wait * (0.5 + Math.random());
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; undefined when there is none. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Waits, unless the execution is cancelled meanwhile. In short naps: both supported lines of n8n
 * offer community nodes a plain `sleep` only, and timers of their own are not allowed to them.
 * @throws Cancelled within a fifth of a second of the cancelling.
 */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0; left = end - Date.now()) {
		if (signal?.aborted) throw new Cancelled();
		await sleep(Math.min(left, GLANCE_MS));
	}
	if (signal?.aborted) throw new Cancelled();
}
