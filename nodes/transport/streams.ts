import { startClock } from './waiting';

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
 * One clock serves them all: to start one for each costs more than to read it.
 * @throws As {@link startClock} tells.
 */
export async function* chunksOf(
	stream: BodyStream,
	{ idleMs, endsAt = Infinity, signal }: Patience,
): AsyncGenerator<Uint8Array, void> {
	const chunks = stream[Symbol.asyncIterator]();
	let waitsSince: number | undefined;
	let over: Error | undefined;
	let fail: (reason: Error) => void = () => {};
	const leftMs = () => {
		const now = performance.now();
		return Math.min((waitsSince ?? now) + idleMs, endsAt) - now;
	};
	const stop = startClock(leftMs, (reason) => fail((over = reason)), signal);
	try {
		for (;;) {
			if (over) throw over;
			waitsSince = performance.now();
			const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
				fail = reject;
				chunks.next().then(resolve, reject);
			});
			waitsSince = undefined;
			if (next.done) return;
			yield next.value;
		}
	} finally {
		stop();
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
