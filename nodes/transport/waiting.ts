import { sleep } from 'n8n-workflow';

import { CancelledError } from './errors';

/** Waiting, and letting others go on meanwhile. */

/**
 * In short naps: both supported lines of n8n offer community nodes a plain `sleep` only, which cannot be
 * ended, and timers of their own are not allowed to them.
 */
const NAP_MS = 200;

/**
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
		await sleep(Math.min(left, NAP_MS));
	}
	if (signal?.aborted) throw new CancelledError();
}

const timedOut = () => Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' });

/**
 * What comes of a promise within a time. It is given up, not ended: what a stream hands on waits for another
 * one inside.
 * @throws What `late` gives when the time is over; CancelledError.
 */
export async function withTimeout<T>(
	running: Promise<T>,
	limitMs: number,
	signal?: AbortSignal,
	late?: () => Error,
): Promise<T> {
	const endsAt = performance.now() + limitMs;
	let stop = () => {};
	const inTime = new Promise<T>((resolve, reject) => {
		stop = startClock(() => endsAt - performance.now(), reject, signal, late);
		running.then(resolve, reject);
	});
	return await inTime.finally(() => stop());
}

/**
 * Tells when a time is over, or the execution cancelled.
 * @param leftMs Asked again when that time has passed, for the end may have been put off meanwhile.
 * @param onEnd Given what `late` gives, or a CancelledError.
 * @returns Stops it.
 */
export function startClock(
	leftMs: () => number,
	onEnd: (reason: Error) => void,
	signal?: AbortSignal,
	late: () => Error = timedOut,
): () => void {
	let timer: AbortSignal | undefined;
	const cancel = () => onEnd(new CancelledError());
	const tick = () => {
		const left = Math.ceil(leftMs());
		if (left <= 0) return onEnd(late());
		timer = AbortSignal.timeout(left);
		timer.addEventListener('abort', tick);
	};
	signal?.addEventListener('abort', cancel);
	if (signal?.aborted) cancel();
	tick();
	return () => {
		// A timer that nobody listens to is let go.
		timer?.removeEventListener('abort', tick);
		signal?.removeEventListener('abort', cancel);
	};
}

/** So long work may go on before n8n does something else, in milliseconds. */
const PIECE_MS = 50;

/**
 * One after the other, for work on thousands: in one go it would keep n8n from everything else.
 * @throws CancelledError
 */
export async function* inPieces<T>(all: Iterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
	let since = performance.now();
	for (const one of all) {
		if (performance.now() - since > PIECE_MS) {
			await pause(1, signal);
			since = performance.now();
		}
		yield one;
	}
}
