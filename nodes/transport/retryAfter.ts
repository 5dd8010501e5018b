import { sleep } from 'n8n-workflow';

import { epochMs } from '../utils/dates';
import { CancelledError } from './errors';

const FIRST_WAIT_MS = 500;
/** A service that is back is found out within this time. */
const MAX_WAIT_MS = 15_000;

/** Seconds from here on are a moment: as a wait they would be 30 years. */
const MIN_MOMENT = 1e9;

/** How often a wait looks whether the execution was cancelled. */
export const GLANCE_MS = 200;

/** Growing pauses with jitter, so that many workflows do not come back at the same moment. */
export function backoffMs(attempt: number): number {
	const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
	return wait * (0.5 + Math.random());
}

/**
 * How long an answer asks to wait, in milliseconds: as `Retry-After` has it, or, of a limit of the
 * pace, by when the limit ends (`RateLimit-Reset`, `X-RateLimit-Reset`). A window that has some left
 * (`…-Remaining`) is not the limit that was met, such as an hour's beside that of a second.
 */
export function askedWaitMs(
	{ status, headers }: { status: number; headers: Record<string, string> },
	now = Date.now(),
): number | undefined {
	const left = headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining'];
	const tellsReset = status === 429 && !(Number(left) > 0);
	const names = ['retry-after', ...(tellsReset ? ['ratelimit-reset', 'x-ratelimit-reset'] : [])];
	return names.map((name) => retryAfterMs(headers[name], now)).find((ms) => ms !== undefined);
}

/**
 * `Retry-After` in milliseconds from now: seconds, a date, or a moment in seconds or milliseconds
 * since 1970; undefined when there is none.
 */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const count = Number(header);
	if (Number.isFinite(count)) {
		return Math.max(0, count >= MIN_MOMENT ? epochMs(count) - now : count * 1000);
	}
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Waits, unless the execution is cancelled meanwhile. In short naps: both supported lines of n8n
 * offer community nodes a plain `sleep` only, and timers of their own are not allowed to them.
 * @param isOver Ends the wait early; asked between the naps.
 * @throws CancelledError within a fifth of a second of the cancelling.
 */
export async function pause(
	ms: number,
	signal: AbortSignal | undefined,
	isOver = () => false,
): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = end - Date.now()) {
		if (signal?.aborted) throw new CancelledError();
		await sleep(Math.min(left, GLANCE_MS));
	}
	if (signal?.aborted) throw new CancelledError();
}
