import {
	requestOptions,
	type RequestParts,
	type Route,
	sameOriginTarget,
	type WantedParts,
} from './requestOptions';
import {
	chunksOf,
	discard,
	isPlainText,
	isStream,
	type Parsed,
	parseJson,
	saysFailure,
} from './response';
import {
	type Connection,
	learnSecrets,
	type RequestAuthenticator,
	type RetryOptions,
} from './connection';
import { sendOnce, isConnectionError, type HttpResponse, type ConnectionError } from './send';
import { askedWaitMs, backoffMs, isPassingStatus, mayPass, wasNeverSent } from './retryPolicy';
import { Pace, type Setback, type Tried } from './pace';
import { MAX_RAW_CHARACTERS } from './redact';
import { CancelledError } from './errors';
import { noAnswer, notSent, refusal, unreadable } from './errorMessages';

const MAX_REDIRECTS = 3;
/** Characters of a refusal that are read for its words. */
const MAX_WORDS = MAX_RAW_CHARACTERS;

/**
 * Sends a request and reads its JSON answer; undefined for an empty one.
 * @throws ServiceError in the user's words, CancelledError when the execution was stopped.
 */
export async function requestJson(
	connection: Connection,
	route: Route,
	parts: RequestParts = {},
): Promise<unknown> {
	const wanted = { ...parts, encoding: 'text', accept: 'application/json' } as const;
	const read = (answer: HttpResponse) => ({ answer, body: readBody(route, answer.body) });
	const { answer, body } = await request(connection, route, wanted, read);
	if (body.ok && !saysFailure(body.value, route.kind)) return body.value;
	await learnSecrets(connection);
	if (!body.ok) throw unreadable(connection, route, answer, body.what);
	throw refusal(connection, route, { ...answer, body: body.value });
}

/** The answer to a write may be a word, such as OK or the id of what was made. */
function readBody({ kind }: Route, body: unknown): Parsed {
	const parsed = parseJson(body);
	const isWord = kind === 'write' && !parsed.ok && isPlainText(body);
	return isWord ? { ok: true, value: body.trim() } : parsed;
}

/**
 * Sends a request until it is answered with success, as often as its route and the connection's
 * patience allow (see `Route.kind`), and gives the answer with its body unread.
 */
export async function requestAnswer(
	connection: Connection,
	route: Route,
	parts: WantedParts,
): Promise<HttpResponse> {
	return (await request(connection, route, parts, (answer) => ({ answer }))).answer;
}

/** What is made of an answer of success; one whose body is cut short is no success yet. */
interface Read {
	answer: HttpResponse;
	body?: Parsed;
}

/** What came of sending a request, and whether it may be sent again. */
interface Attempt<T> extends Tried {
	outcome: HttpResponse | ConnectionError;
	result?: T;
	again: boolean;
}

async function request<T extends Read>(
	connection: Connection,
	route: Route,
	parts: WantedParts,
	read: (answer: HttpResponse) => T,
): Promise<T> {
	const { signal, retry } = connection;
	const { maxAttempts } = retry;
	const pace = retry.pace ?? new Pace(limitsOf(retry));
	const authenticator = connection.authenticator.forRequest();
	const ask = async () => judge(route, await send(connection, route, parts, authenticator), read);
	const probe = retry.pace && parts.probe && (async () => await probed(connection, parts.probe!));
	let last: HttpResponse | ConnectionError | undefined;
	const giveUp = (held: Setback) =>
		last ? failed(connection, route, last) : notSent(connection, route, held);

	for (let tries = 0, owedMs = 0; ; ) {
		const attempt = await pace.send({ signal, ask, probe, owedMs, giveUp });
		const { outcome, result, setback, again } = attempt;
		// Where the service answers others, a request is tried a few times; while it answers none, the
		// pace says how long.
		const isOwn = !setback || (!setback.isBusy && pace.failures <= 1);
		if (!again || pace.isOver || (isOwn && ++tries >= maxAttempts)) {
			if (result) return result;
			const told = isConnectionError(outcome) ? outcome : await withReadBody(connection, outcome);
			throw failed(connection, route, told);
		}
		if (!isConnectionError(outcome)) discard(outcome.body);
		last = withoutStream(outcome);
		owedMs = setback?.isBusy ? 0 : backoffMs(tries);
	}
}

/** Without a pace of the run: no longer than its tries themselves may take. */
function limitsOf({ maxAttempts, timeoutMs }: RetryOptions) {
	const longest = maxAttempts * timeoutMs;
	return { tries: maxAttempts, outageMs: longest, busyMs: longest };
}

/** Sends it once: where a redirect leads, and with another sign-in where that is worth a try. */
async function send(
	connection: Connection,
	route: Route,
	parts: WantedParts,
	authenticator: RequestAuthenticator,
): Promise<HttpResponse | ConnectionError> {
	let options = requestOptions(connection, route, parts);
	let redirects = 0;
	for (;;) {
		const outcome = await sendOnce(connection, options);
		if (isConnectionError(outcome)) return outcome;
		const target = sameOriginTarget(options.url, outcome.headers.location);
		if (
			isRedirect(outcome.status) &&
			route.method === 'GET' &&
			target &&
			redirects < MAX_REDIRECTS
		) {
			redirects++;
			discard(outcome.body);
			options.url = target;
			delete options.qs;
			continue;
		}
		const next = await authenticator.renewAfter(outcome);
		if (next === 'kept') return outcome;
		discard(outcome.body);
		if (next !== 'renewed') return next;
		// From the start: a redirect may have led to where people log in.
		options = requestOptions(connection, route, parts);
		redirects = 0;
	}
}

/** A read may be sent again after whatever may pass, a write only when it was plainly not done. */
function judge<T extends Read>(
	{ kind }: Route,
	outcome: HttpResponse | ConnectionError,
	read: (answer: HttpResponse) => T,
): Attempt<T> {
	const isRead = kind === 'read';
	if (isConnectionError(outcome)) {
		const { code, syscall, provider } = outcome;
		if (provider) return { outcome, again: provider.passing };
		if (!mayPass(code)) return { outcome, again: false };
		const setback = { isBusy: false, outcome };
		return { outcome, setback, again: isRead || wasNeverSent(code, syscall) };
	}
	if (outcome.status < 300) {
		const result = read(outcome);
		const cutShort = result.body?.ok === false && result.body.cutShort;
		return { outcome, result, again: isRead && cutShort };
	}
	if (!isPassingStatus(outcome.status)) return { outcome, again: false };
	const isBusy = outcome.status === 429;
	const setback = { isBusy, askedMs: askedWaitMs(outcome), outcome: withoutStream(outcome) };
	return { outcome, setback, again: isRead || isBusy };
}

/** Whether the service answers at all: whatever it answers. */
async function probed(
	connection: Connection,
	{ route, query }: NonNullable<RequestParts['probe']>,
): Promise<Tried> {
	const parts = { query, encoding: 'text', accept: 'application/json' } as const;
	const outcome = await sendOnce(connection, requestOptions(connection, route, parts));
	return judge(route, outcome, (answer) => ({ answer }));
}

const failed = (connection: Connection, route: Route, outcome: HttpResponse | ConnectionError) =>
	isConnectionError(outcome)
		? noAnswer(connection, route, outcome)
		: refusal(connection, route, outcome);

/** For later, when it can be read no more. */
const withoutStream = (outcome: HttpResponse | ConnectionError): HttpResponse | ConnectionError =>
	!isConnectionError(outcome) && isStream(outcome.body) ? { ...outcome, body: undefined } : outcome;

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** A refusal's body is needed for its words; as a stream it is read no further than that. */
async function withReadBody(
	{ retry, signal }: Connection,
	answer: HttpResponse,
): Promise<HttpResponse> {
	if (!isStream(answer.body)) return answer;
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of chunksOf(answer.body, retry.timeoutMs, signal)) {
			text += decoder.decode(chunk, { stream: true });
			if (text.length > MAX_WORDS) break;
		}
	} catch {
		// Broken off: the status says enough, and these are only its words.
	}
	if (signal?.aborted) throw new CancelledError();
	return { ...answer, body: text };
}
