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

const timeoutError = (): Error =>
	Object.assign(new Error('Nothing came in time'), { code: 'ETIMEDOUT' });

/**
 * What a promise gives within a time. The work itself goes on: neither line of n8n can end it.
 * @throws What `late` gives if the time is over; CancelledError.
 */
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
		// A clock that nobody listens to is garbage, and its timer with it.
		for (const one of [clock, signal]) one?.removeEventListener('abort', giveUp);
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

/** No answer takes longer to be read. */
const MAX_APART_MS = 10;

/**
 * Requests side by side start spread over the time that one takes. Started together, they are answered together, and the
 * next ones wait until all answers are read (`npm run bench -- lists`).
 */
export function spreading() {
	let [running, widest, fastestMs, nextStart] = [0, 1, 0, 0];
	return async <T>(request: () => Promise<T>): Promise<T> => {
		widest = Math.max(widest, ++running);
		const now = performance.now();
		const start = Math.max(now, nextStart);
		nextStart = start + (widest > 1 ? Math.min(fastestMs / widest, MAX_APART_MS) : 0);
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

/** Does a thing once for all callers that ask for it meanwhile; they fail together, too. */
export async function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
	const running = underWay.get(key) as Promise<T> | undefined;
	if (running) return await running;
	const started = work().finally(() => underWay.delete(key));
	underWay.set(key, started);
	return await started;
}
