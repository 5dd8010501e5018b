import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Fault } from './faults.mts';

const STRIKES: Partial<Record<Fault['kind'], 'cut' | 'reset' | 'stall'>> = {
	cut: 'cut',
	reset: 'reset',
	stall: 'stall',
	lostReply: 'cut',
	resetAfter: 'reset',
	timeout: 'stall',
};
/**
 * A reset overtakes bytes that were not read yet, so the other side gets this long to read them, twice. Between two timers
 * a client in this process has read them, however busy the machine is.
 */
const HEAD_START_MS = 15;

const later = (then: () => void) => setTimeout(then, HEAD_START_MS);

/**
 * Lets an answer through up to the byte that a fault names, then closes or resets the connection, or
 * sends nothing more. The bytes are those on the socket: status line, headers, and the marks of chunks.
 * @returns A function that says whether status and headers were sent completely.
 */
export function interrupt(response: ServerResponse, { kind, after = 0, of }: Fault) {
	const socket = response.socket!;
	const write = socket.write.bind(socket) as (bytes: Buffer, done?: () => void) => boolean;
	const strike = STRIKES[kind];
	let headBytes = Infinity;
	let passed = 0;
	if (!strike) return () => response.headersSent;

	function end(part: Buffer) {
		// Neither accepted nor refused, so the writer waits and a stalled file is never made.
		socket.write = () => false;
		const finish = () => {
			if (strike === 'cut') socket.destroy();
			if (strike === 'reset') later(() => later(() => socket.resetAndDestroy()));
		};
		passed += part.length;
		if (part.length > 0) write(part, finish);
		else finish();
		return false;
	}

	socket.write = ((
		chunk: string | Uint8Array,
		encoding?: BufferEncoding | (() => void),
		done?: () => void,
	) => {
		const named = typeof encoding === 'string' ? encoding : 'utf8';
		const bytes = typeof chunk === 'string' ? Buffer.from(chunk, named) : Buffer.from(chunk);
		// Node writes status line and headers at once, alone or with the first bytes of the body.
		if (headBytes === Infinity) headBytes = bytes.indexOf('\r\n\r\n') + 4;
		const left = after + (of === 'body' ? headBytes : 0) - passed;
		if (bytes.length >= left) return end(bytes.subarray(0, left));
		passed += bytes.length;
		return write(bytes, typeof encoding === 'function' ? encoding : done);
	}) as typeof socket.write;
	// If the answer was shorter, the connection stays open.
	response.once('finish', () => Reflect.deleteProperty(socket, 'write'));
	return () => passed >= headBytes;
}

/** Faults by which a request is lost before anything is done. Returns whether this is one. */
export function drop({ socket }: { socket: Socket }, { kind }: Fault): boolean {
	if (kind === 'drop') socket.destroy();
	if (kind === 'resetBefore') socket.resetAndDestroy();
	return kind === 'drop' || kind === 'resetBefore';
}
