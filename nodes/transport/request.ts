import {
	requestOptions,
	type RequestParts,
	type Route,
	sameOriginTarget,
	type WantedParts,
} from './requestOptions';
import {
	discard,
	isFailedRead,
	isPlainText,
	isStream,
	type Parsed,
	parseJson,
	withReadBody,
} from './response';
import {
	type Connection,
	learnSecrets,
	type RequestAuthenticator,
	type RetryOptions,
} from './connection';
import { send, isConnectionError, type HttpResponse, type ConnectionError } from './send';
import { askedWaitMs, backoffMs, isPassingStatus, mayPass, wasNeverSent } from './retryPolicy';
import { Pace, type Setback, type Tried } from './pace';
import { saysFailure } from './writeAnswer';
import { noAnswer, notSent, refusal, unreadable } from './errorMessages';

/**
 * A request, from its first sending to an answer of success or an error in the user's words.
 *
 * 1. A read is sent again after whatever may pass, a write only when it was plainly not carried out
 *    (`shouldRetry`).
 * 2. While the service answers others, a request is sent `maxAttempts` times. While it answers none,
 *    or limits the pace, `Pace` says how long all of them go on.
 * 3. A redirect is followed on the same origin alone, for a GET alone, and three times at most.
 * 4. A refused sign-in that was renewed (auth/authenticator.ts says when) is used at once; that is no
 *    further attempt.
 * 5. An answer of success may still say in its body that the request failed (`saysFailure`); that is
 *    told, and not tried again.
 * 6. The error of the last attempt is told: its words are those of the service, without secrets.
 * 7. A body that nobody reads is let go, for it may be a stream.
 */

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
	const read = (body: unknown) => readBody(route, body);
	const { answer, body } = await makeRequest(connection, route, wanted, read);
	const fails = route.kind === 'write' ? saysFailure : isFailedRead;
	if (body.ok && !fails(body.value)) return body.value;
	await learnSecrets(connection);
	if (!body.ok) throw unreadable(connection, route, answer, body.what);
	throw refusal(connection, route, { ...answer, body: body.value });
}

/**
 * Sends a request until it is answered with success, and gives the answer with its body unread.
 * @throws As `requestJson`.
 */
export async function requestAnswer(
	connection: Connection,
	route: Route,
	parts: WantedParts,
): Promise<HttpResponse> {
	const unread = (value: unknown): Parsed => ({ ok: true, value });
	return (await makeRequest(connection, route, parts, unread)).answer;
}

/** The answer to a write may be a word, such as OK or the id of what was made. */
function readBody({ kind }: Route, body: unknown): Parsed {
	const parsed = parseJson(body);
	const isWord = kind === 'write' && !parsed.ok && isPlainText(body);
	return isWord ? { ok: true, value: body.trim() } : parsed;
}

/** What came of one attempt. */
interface Attempt extends Tried {
	outcome: HttpResponse | ConnectionError;
	/** Of an answer of success. */
	body?: Parsed;
}

async function makeRequest(
	connection: Connection,
	route: Route,
	parts: WantedParts,
	read: (body: unknown) => Parsed,
): Promise<{ answer: HttpResponse; body: Parsed }> {
	const { signal, retry } = connection;
	const { maxAttempts } = retry;
	const pace = retry.pace ?? new Pace(limitsOf(retry));
	const authenticator = connection.authenticator.forRequest();
	const ask = async (): Promise<Attempt> => {
		const outcome = await sendAndFollow(connection, route, parts, authenticator);
		const isSuccess = !isConnectionError(outcome) && outcome.status < 300;
		const body = isSuccess ? read(outcome.body) : undefined;
		return { outcome, body, setback: setbackOf(outcome) };
	};
	const probe = retry.pace && parts.probe && (async () => await probed(connection, parts.probe!));
	let last: HttpResponse | ConnectionError | undefined;
	const giveUp = (held: Setback) =>
		last ? errorOf(connection, route, last) : notSent(connection, route, held);

	for (let attempts = 0, owedMs = 0; ; ) {
		const { outcome, body, setback } = await pace.send({ signal, ask, probe, owedMs, giveUp });
		// Its own fault (rule 2): the service answers others, or nothing says that it would not.
		const isOwn = !setback || (!setback.isBusy && pace.failures <= 1);
		if (isOwn) attempts++;
		const isLast = pace.isOver || (isOwn && attempts >= maxAttempts);
		if (isLast || !shouldRetry(route, outcome, body)) {
			if (isConnectionError(outcome)) throw errorOf(connection, route, outcome);
			if (body) return { answer: outcome, body };
			throw errorOf(connection, route, await withReadBody(outcome, connection));
		}
		if (!isConnectionError(outcome)) discard(outcome.body);
		last = withoutStream(outcome);
		owedMs = setback?.isBusy ? 0 : backoffMs(attempts);
	}
}

function shouldRetry(
	{ kind }: Route,
	outcome: HttpResponse | ConnectionError,
	body: Parsed | undefined,
): boolean {
	const isRead = kind === 'read';
	if (isConnectionError(outcome)) {
		const { code, syscall, provider } = outcome;
		// The service refused the access, so nothing was done; its provider may be back soon.
		if (provider) return provider.passing;
		// A host that does not exist, or a certificate that is not trusted, stays so.
		if (!mayPass(code)) return false;
		// A write may have arrived, unless nothing left this machine.
		return isRead || wasNeverSent(code, syscall);
	}
	// An answer cut short may come whole the next time; the write that it answers was carried out.
	if (body) return isRead && !body.ok && body.cutShort;
	// A limit of the pace is a plain refusal: not even a write was carried out.
	if (outcome.status === 429) return true;
	// Something in front of the service may have handed a write on.
	return isRead && isPassingStatus(outcome.status);
}

/** What an outcome says about requests that others send; undefined when that is nothing. */
function setbackOf(outcome: HttpResponse | ConnectionError): Setback | undefined {
	if (isConnectionError(outcome)) {
		const ofService = !outcome.provider && mayPass(outcome.code);
		return ofService ? { isBusy: false, outcome } : undefined;
	}
	if (!isPassingStatus(outcome.status)) return undefined;
	const isBusy = outcome.status === 429;
	return { isBusy, askedMs: askedWaitMs(outcome), outcome: withoutStream(outcome) };
}

const MAX_REDIRECTS = 3;

/** One attempt: where redirects lead (rule 3), and with a renewed sign-in (rule 4). */
async function sendAndFollow(
	connection: Connection,
	route: Route,
	parts: WantedParts,
	authenticator: RequestAuthenticator,
): Promise<HttpResponse | ConnectionError> {
	let options = requestOptions(connection, route, parts);
	let redirects = 0;
	for (;;) {
		const outcome = await send(connection, options);
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

/** Without a pace of the run: no longer than its tries themselves may take. */
function limitsOf({ maxAttempts, timeoutMs }: RetryOptions) {
	const longest = maxAttempts * timeoutMs;
	return { tries: maxAttempts, outageMs: longest, busyMs: longest };
}

/** Whether the service answers at all, whatever it answers. */
async function probed(
	connection: Connection,
	{ route, query }: NonNullable<RequestParts['probe']>,
): Promise<Tried> {
	const parts = { query, encoding: 'text', accept: 'application/json' } as const;
	const outcome = await send(connection, requestOptions(connection, route, parts));
	return { setback: setbackOf(outcome) };
}

const errorOf = (connection: Connection, route: Route, outcome: HttpResponse | ConnectionError) =>
	isConnectionError(outcome)
		? noAnswer(connection, route, outcome)
		: refusal(connection, route, outcome);

/** For later, when it can be read no more. */
const withoutStream = (outcome: HttpResponse | ConnectionError): HttpResponse | ConnectionError =>
	!isConnectionError(outcome) && isStream(outcome.body) ? { ...outcome, body: undefined } : outcome;

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);
