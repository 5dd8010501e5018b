import { withTimeout } from './waiting';

/** A body as n8n gives it unread: a Node.js stream, as much of it as is needed here. */
export interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): void;
}

export const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' && body !== null && 'destroy' in body && Symbol.asyncIterator in body;

/** Lets go of a body that nobody will read. @returns What of it can be read later. */
export function discard(body: unknown): unknown {
	if (!isStream(body)) return body;
	body.destroy();
	return undefined;
}

/** How long a reader waits. */
export interface Patience {
	/** Without a byte, in milliseconds: n8n itself limits only the wait for the headers. */
	idleMs: number;
	/** In all: until then by `performance.now()`. */
	endsAt?: number;
	signal: AbortSignal | undefined;
}

/**
 * The chunks of a stream, which is let go at the end. The time that the reader takes counts for the end alone.
 * @throws As {@link withTimeout}.
 */
export async function* chunksOf(
	stream: BodyStream,
	{ idleMs, endsAt = Infinity, signal }: Patience,
): AsyncGenerator<Uint8Array, void> {
	const chunks = stream[Symbol.asyncIterator]();
	try {
		for (;;) {
			const limitMs = Math.min(idleMs, endsAt - performance.now());
			const next = await withTimeout(chunks.next(), limitMs, signal);
			if (next.done) return;
			yield next.value;
		}
	} finally {
		stream.destroy();
	}
}

/** As many chunks as hold so many bytes, or a text before that; fewer where the stream ends. */
export async function firstBytes(
	chunks: AsyncGenerator<Uint8Array, void>,
	most: number,
	wanted?: string,
): Promise<Buffer> {
	const seen: Uint8Array[] = [];
	const isEnough = () => wanted !== undefined && Buffer.concat(seen).includes(wanted);
	for (let size = 0; size < most && !isEnough(); size += seen.at(-1)!.length) {
		const next = await chunks.next();
		if (next.done) break;
		seen.push(next.value);
	}
	return Buffer.concat(seen);
}
