import { countdown, withTimeout } from './waiting';

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

/** So many bytes of a stream and the rest of a chunk, or fewer where it ends. @param onChunk Called for each. */
export async function bytesOf(
	stream: BodyStream,
	most: number,
	onChunk: () => void,
): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		onChunk();
		chunks.push(chunk);
		size += chunk.length;
		if (size > most) break;
	}
	return Buffer.concat(chunks);
}

/**
 * The chunks of a stream, which is let go at the end. The time that the reader takes does not count.
 * @param idleMs The longest wait for a chunk.
 * @throws As {@link withTimeout}.
 */
export async function* chunksOf(
	stream: BodyStream,
	idleMs: number,
	signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
	const chunks = stream[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = await withTimeout(chunks.next(), countdown(idleMs), signal);
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
	wanted: string,
): Promise<Buffer> {
	let seen = Buffer.alloc(0);
	while (seen.length < most && !seen.includes(wanted)) {
		const next = await chunks.next();
		if (next.done) break;
		seen = Buffer.concat([seen, next.value]);
	}
	return seen;
}
