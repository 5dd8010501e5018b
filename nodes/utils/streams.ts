import { inTime } from './inTime';

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

/**
 * The chunks of a stream, which is let go at the end. It fails with the code ETIMEDOUT when nothing comes
 * for `idleMs`, for n8n itself limits only the wait for the headers, and soon after the signal. The time
 * that the reader takes does not count.
 */
export async function* chunksOf(
	stream: BodyStream,
	idleMs: number,
	signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
	const chunks = stream[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = await inTime(chunks.next(), idleMs, silence, signal);
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
	let seen = Buffer.alloc(0);
	while (seen.length < most && !(wanted && seen.includes(wanted))) {
		const next = await chunks.next();
		if (next.done) break;
		seen = Buffer.concat([seen, next.value]);
	}
	return seen;
}

/** The wait itself is given up: destroying the stream would not end it, for what n8n hands on waits for another one inside. */
const silence = () => Object.assign(new Error('Nothing came'), { code: 'ETIMEDOUT' });
