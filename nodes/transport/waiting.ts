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

/**
 * What comes of a promise within a time. It is given up, not ended: what a stream hands on waits for another
 * one inside.
 * @throws What `late` gives when the time is over; CancelledError.
 */
export async function withTimeout<T>(
	running: Promise<T>,
	limitMs: number,
	signal?: AbortSignal,
	late = () => Object.assign(new Error('Nothing came in time'), { code: 'ETIMEDOUT' }) as Error,
): Promise<T> {
	const clock = AbortSignal.timeout(Math.max(Math.ceil(limitMs), 0));
	let end = () => {};
	const over = new Promise<never>((_, reject) => {
		end = () => reject(signal?.aborted ? new CancelledError() : late());
	});
	for (const one of [clock, signal]) one?.addEventListener('abort', end);
	if (signal?.aborted) end();
	try {
		return await Promise.race([running, over]);
	} finally {
		// A clock that nobody listens to is let go with its timer.
		for (const one of [clock, signal]) one?.removeEventListener('abort', end);
	}
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

/**
 * So many at a time, begun in their order; none is begun after one whose work said that it is enough.
 * @param work Whether to go on.
 */
export async function sideBySide<T>(
	all: readonly T[],
	width: number,
	work: (one: T, index: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	let goesOn = true;
	const worker = async () => {
		while (goesOn && next < all.length) {
			const index = next++;
			if (!(await work(all[index], index))) goesOn = false;
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
}

const underWay = new Map<string, Promise<unknown>>();

/** Does a thing once for all callers that ask for it meanwhile; they fail together, too. */
export async function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
	const running = underWay.get(key) as Promise<T> | undefined;
	if (running) return await running;
	const started = work().finally(() => underWay.delete(key));
	underWay.set(key, started);
	return await started;
}
