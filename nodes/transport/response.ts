import { type IDataObject, sleep } from 'n8n-workflow';

import { isObject } from '../utils/json';
import type { Connection } from './connection';
import { CancelledError } from './errors';
import { MAX_RAW_CHARACTERS } from './redact';
import type { Route } from './requestOptions';
import { GLANCE_MS } from './retryPolicy';
import type { HttpResponse } from './send';

/**
 * What the body of an answer is: data, a word, a failure told with a status of success (the rules of
 * `saysFailure`), or a stream.
 */

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
 * Whether an answer with a status of success says in its body that the request failed. The shape of
 * errors is not known (`x-unknown` of sandbox/openapi.yaml).
 *
 * 1. An id of the thing is success.
 * 2. A mark of failure is a field of errors that holds some, `success` or `ok` that says no, and a
 *    status, code, type or result that names a failure. Of a bare text it is such a word.
 * 3. A write fails by any mark, also in what it holds that has no id of its own, and by an id that
 *    says that there is none: loud, for otherwise what was not created would be lost in silence.
 * 4. A read brings data, whose fields may have such names: there only `success` and `ok` count, and
 *    the other marks in an object that speaks of nothing else.
 */
export function saysFailure(body: unknown, kind: Route['kind'] = 'read'): boolean {
	const things = isObject(body)
		? [body, ...[body.contact, body.subscription, body.data].filter(isDeep)]
		: [body];
	if (kind === 'write') {
		const all = things.flat();
		const held = all
			.filter(isObject)
			.flatMap((thing) => Object.values(thing).flat().filter(isObject));
		const marked = [...all, ...held.filter((thing) => !hasId(thing))].some(isMarked);
		return !all.some(hasId) && (marked || all.some(isNoId));
	}
	if (!isObject(body) || things.some(hasId)) return false;
	const speaksOfMore = Object.entries(body).some(
		([field, value]) => !OUTCOME_FIELDS.test(field) && !isEmpty(value),
	);
	return speaksOfMore ? saysNo(body) : isMarked(body);
}

/** What a status, a code, a type or a result of failure holds, or is. */
const FAILURE =
	/(?<!\b(no|0|without)[ _-]?)(fail|error|exception|invalid|unauthori|forbidden|denied|refused|reject|expired|not.?(ok|found|allowed))|^((false|no|nok)$|[45]\d\d\b)/i;

/** How `success` and `ok` say no. */
const NO = new RegExp(`^(n|nee|0)$|${FAILURE.source}`, 'i');

/** How a field of errors says that there are none. */
const NONE = /^(0+|200|none|false|null|ok|success(ful)?)$/i;

/** Words of failure in a sentence, in the languages of the service. */
const WORDS =
	/\b(fail|error|exception|invalid|unauthori|forbidden|denied|refuse|reject|expired|unable|missing|cannot|can't|could|not?\b|log.?in\b|sign.?in\b|fout|mislukt|ongeldig|geweigerd|verlopen|niet\b|geen\b)/i;

/** Fields that speak of a request. Where there are others, `type` and `status` are data. */
const OUTCOME_FIELDS = new RegExp(
	`^(${[
		'type|status|code|(error|status)_?code',
		'messages?|msg|errors?|error_?(message|description)|reason|details?|title|hint|help',
		'timestamp|path|instance|exception|trace|stack',
		'(request|trace|span|correlation|transaction)_?id',
		'page|per_?page|page_?size|limit|offset',
		'attemptsLeft|should_check_two_factor',
	].join('|')})$`,
	'i',
);

const isDeep = (value: unknown) => typeof value === 'object';

function isMarked(thing: unknown): boolean {
	if (!isObject(thing)) return typeof thing === 'string' ? WORDS.test(thing) : thing === false;
	return (
		saysNo(thing) ||
		Object.entries(thing).some(
			([field, value]) =>
				(/error/i.test(field) && !isEmpty(value) && !NONE.test(String(value))) ||
				(/^(type|result|status|(status_?)?code)$/i.test(field) && FAILURE.test(String(value))),
		)
	);
}

const saysNo = (thing: IDataObject) =>
	Object.entries(thing).some(
		([field, value]) => /^(is_?)?(ok|success(ful)?)$/i.test(field) && NO.test(String(value).trim()),
	);

const ID = /^(_?id|uuid|guid|(contact|subscription)_?id)$/i;

const idsOf = (thing: unknown) =>
	isObject(thing)
		? Object.keys(thing)
				.filter((field) => ID.test(field))
				.map((field) => thing[field])
		: [];

const hasId = (thing: unknown) => idsOf(thing).some((id) => !isEmpty(id) && id !== '0');

const isNoId = (thing: unknown) => [thing, ...idsOf(thing)].some((id) => id === 0 || id === '0');

/** Nothing that could be data: also an object or a list of nothing else. */
const isEmpty = (value: unknown): boolean =>
	[undefined, null, '', 0, false].includes(value as null) ||
	(typeof value === 'object' && Object.values(value as object).every(isEmpty));

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
