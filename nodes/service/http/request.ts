import { sameOriginTarget } from './address';
import { type Parsed, parseJson, saysFailure } from './body';
import { chunksOf, discard, isStream } from './bodyStream';
import { type Connection, learnSecrets } from './connection';
import { exchange, isFault, type Answer } from './exchange';
import { isPassingStatus, mayPass, wasNeverSent } from './faults';
import { MOST_RAW_CHARACTERS } from './redact';
import { requestOptions, type RequestParts, type WantedParts } from './requestParts';
import type { Route } from './route';
import { Cancelled } from './serviceError';
import { backoffMs, pause, retryAfterMs } from './waiting';
import { noAnswer, refusal, unreadable } from './wording';

/** Longer than this is not waited for; the error says so instead. */
const LONGEST_RETRY_AFTER_MS = 5 * 60_000;
const MOST_REDIRECTS = 3;
/** Characters of a refusal that are read for its words. */
const MOST_WORDS = MOST_RAW_CHARACTERS;

/**
 * Sends a request and reads its JSON answer; undefined for an empty one.
 * @throws ServiceError in the user's words, Cancelled when the execution was stopped.
 */
export async function requestJson(
	connection: Connection,
	route: Route,
	parts: RequestParts = {},
): Promise<unknown> {
	const wanted = { ...parts, encoding: 'text', accept: 'application/json' } as const;
	const read = (answer: Answer) => ({ answer, body: parseJson(answer.body) });
	const { answer, body } = await request(connection, route, wanted, read);
	if (body.ok && !saysFailure(body.value)) return body.value;
	await learnSecrets(connection);
	if (!body.ok) throw unreadable(connection, route, answer, body.what);
	throw refusal(connection, route, { ...answer, body: body.value });
}

/**
 * Sends a request until it is answered with success, as often as its route and the connection's
 * patience allow (see `Route.kind`), and gives the answer with its body unread.
 */
export async function requestAnswer(
	connection: Connection,
	route: Route,
	parts: WantedParts,
): Promise<Answer> {
	return (await request(connection, route, parts, (answer) => ({ answer }))).answer;
}

/** What is made of an answer of success; one whose body is cut short is no success yet. */
interface Read {
	answer: Answer;
	body?: Parsed;
}

async function request<T extends Read>(
	connection: Connection,
	route: Route,
	parts: WantedParts,
	read: (answer: Answer) => T,
): Promise<T> {
	const { signal, patience } = connection;
	const signIn = connection.signIn.forRequest(route);
	let options = requestOptions(connection, route, parts);
	let attempt = 1;
	let redirects = 0;

	for (;;) {
		let outcome = await exchange(connection, options);
		if (!isFault(outcome)) {
			const target = sameOriginTarget(options.url, outcome.headers.location);
			if (
				isRedirect(outcome.status) &&
				route.method === 'GET' &&
				target &&
				redirects < MOST_REDIRECTS
			) {
				redirects++;
				discard(outcome.body);
				options.url = target;
				delete options.qs;
				continue;
			}
			const next = await signIn.after(outcome);
			if (next !== 'kept') discard(outcome.body);
			if (next === 'renewed') {
				// From the start: a redirect may have led to where people log in.
				options = requestOptions(connection, route, parts);
				redirects = 0;
				continue;
			}
			if (next !== 'kept') outcome = next;
		}
		const mayTryAgain = attempt < patience.attempts;

		if (isFault(outcome)) {
			const repeatable =
				outcome.provider?.passing ??
				(mayPass(outcome.code) &&
					(route.kind === 'read' || wasNeverSent(outcome.code, outcome.syscall)));
			if (!repeatable || !mayTryAgain) throw noAnswer(connection, route, outcome);
			await pause(backoffMs(attempt++), signal);
			continue;
		}

		const { status, headers } = outcome;
		if (status < 300) {
			const result = read(outcome);
			const cutShort = result.body?.ok === false && result.body.cutShort;
			if (!cutShort || route.kind === 'write' || !mayTryAgain) return result;
			await pause(backoffMs(attempt++), signal);
			continue;
		}

		const wait = retryAfterMs(headers['retry-after']) ?? backoffMs(attempt);
		const repeatable = route.kind === 'read' ? isPassingStatus(status) : status === 429;
		if (!repeatable || !mayTryAgain || wait > LONGEST_RETRY_AFTER_MS) {
			throw refusal(connection, route, await withReadBody(connection, outcome));
		}
		discard(outcome.body);
		attempt++;
		await pause(wait, signal);
	}
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** A refusal's body is needed for its words; as a stream it is read no further than that. */
async function withReadBody({ patience, signal }: Connection, answer: Answer): Promise<Answer> {
	if (!isStream(answer.body)) return answer;
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of chunksOf(answer.body, patience.timeoutMs, signal)) {
			text += decoder.decode(chunk, { stream: true });
			if (text.length > MOST_WORDS) break;
		}
	} catch {
		// Broken off: the status says enough, and these are only its words.
	}
	if (signal?.aborted) throw new Cancelled();
	return { ...answer, body: text };
}
