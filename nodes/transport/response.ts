import { sleep } from 'n8n-workflow';

import { isObject } from '../utils/json';
import type { Connection } from './connection';
import { CancelledError } from './errors';
import { MAX_RAW_CHARACTERS } from './redact';
import { GLANCE_MS } from './retryPolicy';
import type { HttpResponse } from './send';
import { holdsNone, saysFailure, saysNo } from './writeAnswer';

/**
 * What the body of an answer is: data, a word, a failure told with a status of success (`isFailedRead`;
 * of a write writeAnswer.ts), or a stream.
 */

/** The text of a body that came as bytes, in the character set that its type names, else UTF-8. */
export function decoded(body: unknown, contentType = ''): unknown {
	if (!ArrayBuffer.isView(body)) return body;
	const charset = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1] ?? 'utf-8';
	const bytes = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		// A character set that nobody knows.
		return new TextDecoder().decode(bytes);
	}
}

/** `cutShort` when the text begins as data does but ends too early. */
export type Parsed = { ok: true; value: unknown } | { ok: false; what: string; cutShort: boolean };

/** Reads a body as JSON; an empty one is undefined. Tells in the user's words what it is instead. */
export function parseJson(body: unknown): Parsed {
	if (typeof body !== 'string') return { ok: true, value: body };
	const text = body.trim();
	if (text === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch {
		const unlike = (what: string) => ({ ok: false as const, what, cutShort: false });
		if (text.startsWith('<')) return unlike('a web page instead of data');
		if (/^[[{"]/.test(text)) return { ok: false, what: 'incomplete data', cutShort: true };
		return unlike('something that is not JSON');
	}
}

/** A short text that is neither a page nor data, be it cut short. */
export const isPlainText = (body: unknown): body is string =>
	typeof body === 'string' && /^[^<[{"]/.test(body.trim()) && body.trim().length <= MAX_PLAIN;

/** Longer texts are pages or reports, no answers. Characters. */
const MAX_PLAIN = 200;

/**
 * Whether the answer of success to a read says that the request failed: where `success` or `ok` says
 * no, or where it speaks of nothing but a failure. Data may have fields of such names.
 */
export function isFailedRead(body: unknown): boolean {
	if (!isObject(body)) return false;
	const fields = Object.entries(body);
	if (fields.some(([name, value]) => /^(ok|success)$/i.test(name) && saysNo(value))) return true;
	return (
		fields.every(([name, value]) => OUTCOME_FIELDS.test(name) || holdsNone(value)) &&
		saysFailure(body)
	);
}

/** Fields that speak of a request. Where there are others, `type`, `status` and `errors` are data. */
const OUTCOME_FIELDS =
	/^(type|status|code|(error|status)_?code|messages?|msg|errors?|error_?(message|description)|detail|title|timestamp|path|instance|(request|trace)_?id)$/i;

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
	const reading: StreamReading = {};
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

/**
 * The answer with so much of its body read as is looked at for its words; let go after that.
 * @throws CancelledError when the execution was cancelled meanwhile.
 */
export async function withReadBody(
	answer: HttpResponse,
	{ retry, signal }: Pick<Connection, 'retry' | 'signal'>,
): Promise<HttpResponse> {
	if (!isStream(answer.body)) return answer;
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of chunksOf(answer.body, retry.timeoutMs, signal)) {
			text += decoder.decode(chunk, { stream: true });
			if (text.length > MAX_RAW_CHARACTERS) break;
		}
	} catch {
		// Broken off: the status says enough, and these are only its words.
	}
	if (signal?.aborted) throw new CancelledError();
	return { ...answer, body: text };
}

interface StreamReading {
	/** Undefined while the reader has the turn. */
	wait?: { since: number; giveUp: (reason: Error) => void };
}

/** One watcher a stream, in short naps: community nodes have no timers. It ends with the stream. */
async function watch(
	stream: BodyStream,
	reading: StreamReading,
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
