import { sleep } from 'n8n-workflow';

import { CancelledError } from './errors';

/** Community nodes may not use timers, and n8n's `sleep` cannot be aborted, so a pause consists of short naps. */
const NAP_MS = 200;

/**
 * Goes by a clock that nobody can set.
 * @param isOver Whether to end the wait early; called between naps.
 * @throws CancelledError within 200 ms of the Stop.
 */
export async function pause(
	ms: number,
	signal: AbortSignal | undefined,
	isOver = () => false,
): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = end - performance.now()) {
		if (signal?.aborted) throw new CancelledError();
		await sleep(Math.min(left, NAP_MS));
	}
	if (signal?.aborted) throw new CancelledError();
}

const timeoutError = (): Error =>
	Object.assign(new Error('Nothing came in time'), { code: 'ETIMEDOUT' });

/** The result of a promise, if it arrives in time. The work itself goes on. @throws CancelledError, or that of `late`. */
export async function withTimeout<T>(
	running: Promise<T>,
	limitMs: number,
	signal?: AbortSignal,
	late = timeoutError,
): Promise<T> {
	const clock = AbortSignal.timeout(limitMs);
	let giveUp = () => {};
	const ended = new Promise<never>((_, reject) => {
		giveUp = () => reject(signal?.aborted ? new CancelledError() : late());
	});
	if (signal?.aborted) giveUp();
	for (const one of [clock, signal]) one?.addEventListener('abort', giveUp);
	try {
		return await Promise.race([running, ended]);
	} finally {
		// Once it has no listeners, the clock and its timer are garbage collected.
		for (const one of [clock, signal]) one?.removeEventListener('abort', giveUp);
	}
}

const PIECE_MS = 50;

/** Yields each value, and pauses now and then so that n8n can do other work. @throws CancelledError */
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

/** A promise that is kept when `open` is called. */
export function createLatch() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open, opened };
}

/** Works on `width` values at a time, in order, until `work` returns false. */
export async function forEachConcurrent<T>(
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

/** Reading an answer takes at most this long. */
const MAX_APART_MS = 10;

/**
 * Spreads concurrent requests over the time that one takes. Otherwise their answers arrive together, and each waits
 * until all are read (`npm run bench -- lists`).
 */
export function createSpreader() {
	let running = 0;
	let mostRunning = 1;
	let fastestMs = 0;
	let nextStart = 0;
	return async <T>(request: () => Promise<T>): Promise<T> => {
		mostRunning = Math.max(mostRunning, ++running);
		const now = performance.now();
		const start = Math.max(now, nextStart);
		nextStart = start + (mostRunning > 1 ? Math.min(fastestMs / mostRunning, MAX_APART_MS) : 0);
		try {
			if (start - now >= 1) await sleep(start - now);
			const sentAt = performance.now();
			const answer = await request();
			const tookMs = performance.now() - sentAt;
			fastestMs = Math.min(fastestMs || tookMs, tookMs);
			return answer;
		} finally {
			running--;
		}
	};
}

const underWay = new Map<string, Promise<unknown>>();

/** Runs the work once for all callers that ask while it runs; they share its result or its error. */
export async function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
	const running = underWay.get(key) as Promise<T> | undefined;
	if (running) return await running;
	const started = work().finally(() => underWay.delete(key));
	underWay.set(key, started);
	return await started;
}
