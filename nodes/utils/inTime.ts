import { sleep } from 'n8n-workflow';

/** How often it is looked whether the time is over. */
const LOOK_MS = 200;

/**
 * What comes of a promise within a time. In short naps: n8n gives community nodes a plain `sleep` only,
 * which cannot be ended.
 * @throws What `late` gives, when the time is over, or soon after the signal.
 */
export async function inTime<T>(
	running: Promise<T>,
	limitMs: number,
	late: () => Error,
	signal?: AbortSignal,
): Promise<T> {
	let isDone = false;
	const clock = async (): Promise<never> => {
		const end = Date.now() + limitMs;
		while (!isDone && !signal?.aborted && Date.now() < end) await sleep(Math.min(LOOK_MS, limitMs));
		throw late();
	};
	return await Promise.race([running.finally(() => (isDone = true)), clock()]);
}
