import { sleep } from 'n8n-workflow';

import { CancelledError } from './errors';
import { GLANCE_MS } from './retryAfter';

/** An answer's body as n8n gives it unread: a Node.js stream, as much of it as is needed here. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
	readonly destroyed: boolean;
	destroy(error?: Error): void;
}

export const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && 'destroy' in body && Symbol.asyncIterator in body;

/** Lets go of an answer that nobody will read. */
export function discard(body: unknown): void {
	if (isStream(body)) body.destroy();
}

/**
 * The chunks of a stream. It fails with the code ETIMEDOUT when nothing comes for `idleMs`, for n8n
 * itself limits only the wait for the headers; the time that the reader takes does not count.
 * Whoever stops reading early lets go of the stream (`discard`).
 * @throws CancelledError soon after the execution was cancelled.
 */
export async function* chunksOf(
	stream: BodyStream,
	idleMs: number,
	signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
	const chunks = stream[Symbol.asyncIterator]();
	const reading: Reading = {};
	void watch(stream, reading, idleMs, signal);
	try {
		for (;;) {
			const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
				// Destroying the stream would not end this wait: what n8n hands on has the real one
				// inside, and waits for that. So it is given up here.
				reading.wait = { since: Date.now(), giveUp: reject };
				chunks.next().then(resolve, reject);
			});
			reading.wait = undefined;
			if (next.done) return;
			yield next.value;
		}
	} finally {
		stream.destroy();
	}
}

interface Reading {
	/** Undefined while the reader has the turn. */
	wait?: { since: number; giveUp: (reason: Error) => void };
}

/** One watcher a stream, in short naps: community nodes have no timers. It ends with the stream. */
async function watch(
	stream: BodyStream,
	reading: Reading,
	idleMs: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	while (!stream.destroyed) {
		const { wait } = reading;
		if (signal?.aborted) return wait ? wait.giveUp(new CancelledError()) : stream.destroy();
		if (wait && Date.now() - wait.since >= idleMs) {
			return wait.giveUp(Object.assign(new Error('Nothing came'), { code: 'ETIMEDOUT' }));
		}
		await sleep(Math.min(GLANCE_MS, idleMs));
	}
}
