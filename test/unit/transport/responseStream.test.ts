import { sleep } from 'n8n-workflow';

import { chunksOf, discard, isStream } from '../../../nodes/transport/response';

/** A body that is read as it comes: what is silent for too long is given up. */

const NEVER = new Promise<never>(() => undefined);

/** A stream as n8n hands them on: destroyed, it leaves whoever is waiting for its next chunk waiting. */
function streamOf(...parts: Array<string | number | Promise<never>>) {
	const stream = {
		destroyed: false,
		destroy: jest.fn(() => {
			stream.destroyed = true;
		}),
		async *[Symbol.asyncIterator]() {
			for (const part of parts) {
				if (typeof part === 'string') yield new TextEncoder().encode(part);
				else await (typeof part === 'number' ? sleep(part) : part);
			}
		},
	};
	return stream;
}

async function read(stream: ReturnType<typeof streamOf>, idleMs: number, signal?: AbortSignal) {
	let text = '';
	for await (const chunk of chunksOf(stream, idleMs, signal)) {
		text += new TextDecoder().decode(chunk);
	}
	return text;
}

it('all of it is handed on, and it is let go at its end', async () => {
	const stream = streamOf('%PDF', '-1.4', 1, ' end');
	expect(await read(stream, 1000)).toBe('%PDF-1.4 end');
	expect(stream.destroyed).toBe(true);
	expect(stream.destroy).toHaveBeenCalledWith();
});

it.each([
	['before its first byte', [NEVER]],
	['after some', ['%PDF', NEVER]],
])('silent %s, it is given up as a time-out', async (_, parts) => {
	const start = Date.now();
	await expect(read(streamOf(...parts), 60)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	expect(Date.now() - start).toBeGreaterThanOrEqual(60);
	expect(Date.now() - start).toBeLessThan(5000);
});

it('slow, but never silent for so long, it is read to its end', async () => {
	expect(await read(streamOf('a', 400, 'b', 400, 'c', 400, 'd'), 900)).toBe('abcd');
});

it('the time that the reader takes does not count', async () => {
	const chunks = chunksOf(streamOf('a', 'b'), 50, undefined);
	expect((await chunks.next()).done).toBe(false);
	await sleep(400);
	expect((await chunks.next()).done).toBe(false);
	expect((await chunks.next()).done).toBe(true);
});

it('it ends soon after the execution is cancelled', async () => {
	const stop = new AbortController();
	const reading = expect(read(streamOf('a', NEVER), 60_000, stop.signal)).rejects.toThrow(
		'canceled',
	);
	stop.abort();
	await reading;
});

it('its watcher ends with it, be it let go while nobody reads', async () => {
	const stream = streamOf('a', 'b');
	await chunksOf(stream, 50, undefined).next();
	discard(stream);
	const looked = jest.spyOn(Date, 'now');
	await sleep(300);
	expect(looked).not.toHaveBeenCalled();
	looked.mockRestore();
});

it('what is no stream is neither taken for one nor let go', () => {
	expect(isStream(streamOf())).toBe(true);
	for (const body of [undefined, null, 'text', {}, [], { destroy() {} }]) {
		expect(isStream(body)).toBe(false);
		expect(() => discard(body)).not.toThrow();
	}
});
