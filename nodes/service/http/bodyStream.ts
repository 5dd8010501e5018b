import { sleep } from 'n8n-workflow';

import { Cancelled } from './serviceError';
import { GLANCE_MS } from './waiting';

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
 * @throws Cancelled soon after the execution was cancelled.
 */
export async function* chunksOf(
	stream: BodyStream,
	idleMs: number,
	signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
	const waiting: Waiting = { since: Date.now() };
	void watch(stream, waiting, idleMs, signal);
	try {
		for await (const chunk of stream) {
			waiting.since = undefined;
			yield chunk;
			waiting.since = Date.now();
		}
	} finally {
		stream.destroy();
	}
}

interface Waiting {
	/** Since when nothing has come; undefined while the reader has the turn. */
	since: number | undefined;
}

/** One watcher a stream, in short naps: community nodes have no timers. It ends with the stream. */
async function watch(
	stream: BodyStream,
	waiting: Waiting,
	idleMs: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	while (!stream.destroyed) {
		if (signal?.aborted) return stream.destroy(new Cancelled());
		if (waiting.since !== undefined && Date.now() - waiting.since >= idleMs) {
			return stream.destroy(Object.assign(new Error('Nothing came'), { code: 'ETIMEDOUT' }));
		}
		await sleep(Math.min(GLANCE_MS, idleMs));
	}
}
