import { type Connection, learnSecrets } from './connection';
import type { ServiceError } from './errors';
import { noAnswer, notSent, refusal, refusedBefore, unreadable } from './errorMessages';
import { Pace, type PaceLimits } from './pace';
import {
	redirectTarget,
	requestOptions,
	type RequestParts,
	type Route,
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
import { backoffMs, isPassingStatus, mayPass, wasNeverSent } from './retryPolicy';
import {
	type ConnectionError,
	type HttpResponse,
	isConnectionError,
	send,
	sendUnsigned,
} from './send';
import { saysFailure } from './writeAnswer';

/**
 * A request, from its first sending to an answer of success or an error in the user's words.
 *
 * 1. A read is sent again after whatever may pass, a write only when it was plainly not carried out
 *    (`shouldRetry`). An idempotent request whose first answer was lost, and whose object is not found
 *    afterwards, has succeeded.
 * 2. While the service answers others, a request is sent `maxAttempts` times. While it answers none,
 *    or limits the pace, `Pace` says how long all of them go on.
 * 3. A redirect of a GET is followed on the same origin, three times at most. A file may lie elsewhere
 *    (`mayLeaveHost`): from there on nothing is signed, and nothing goes from https to http.
 * 4. A sign-in that was renewed (auth/authenticator.ts says when) is used at once; that is no further
 *    attempt. One that was refused for good ends what is sent to that route.
 * 5. An answer of success may still say that the request failed; that is told, and not tried again.
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
	const isFailure = route.kind === 'read' ? isFailedRead : saysFailure;
	if (body.ok && !isFailure(body.value)) return body.value;
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
	const isWord = kind !== 'read' && !parsed.ok && isPlainText(body);
	return isWord ? { ok: true, value: body.trim() } : parsed;
}

interface Success {
	answer: HttpResponse;
	body: Parsed;
}

async function makeRequest(
	connection: Connection,
	route: Route,
	parts: WantedParts,
	read: (body: unknown) => Parsed,
): Promise<Success> {
	const { signal, retry, authenticator } = connection;
	const pace = retry.pace ?? new Pace(limitsOf(connection));
	let last: HttpResponse | ConnectionError | undefined;
	let mayBeDone = false;

	for (let attempts = 0, backoffUntil = 0; ; ) {
		const isTurn = await pace.turn(backoffUntil, signal);
		const refused = authenticator.refusals.get(route);
		if (refused) throw refusedBefore(refused);
		if (!isTurn) throw last ? errorOf(connection, route, last) : notSent(connection, route, pace);

		const sentAt = Date.now();
		const options = { ...retry, timeoutMs: pace.timeoutMs(retry.timeoutMs) };
		const attempt = { ...connection, retry: options };
		const tried = await pace.spread.send(() => sendAndFollow(attempt, route, parts));
		const { outcome } = tried;
		const held = pace.note(outcome, sentAt);
		const isAnswer = !isConnectionError(outcome);
		const body = isAnswer && outcome.status < 300 ? read(outcome.body) : undefined;
		if (isAnswer && mayBeDone && isGone(route, outcome)) {
			return { answer: outcome, body: { ok: true, value: undefined } };
		}
		mayBeDone ||= !wasRefused(outcome);

		// Its own fault (rule 2): the service answers others, or nothing says that it would not.
		const isOwn = !held || (!held.isLimit && pace.failures <= 1);
		if (isOwn) attempts++;
		const isLast = pace.over !== undefined || (isOwn && attempts >= retry.maxAttempts);
		if (isLast || !shouldRetry(connection, route, outcome, body)) {
			if (isAnswer && body) return { answer: outcome, body };
			const told = isAnswer ? await withReadBody(outcome, connection) : outcome;
			const error = errorOf(connection, route, told, pace.over);
			if (tried.isRefused) authenticator.refusals.set(route, error);
			throw error;
		}
		if (isAnswer) discard(outcome.body);
		last = withoutStream(outcome);
		const waitMs = Math.max(backoffMs(attempts), held?.retryAfterMs ?? 0);
		backoffUntil = held?.isLimit ? 0 : Date.now() + waitMs;
	}
}

function shouldRetry(
	{ retry }: Connection,
	{ kind }: Route,
	outcome: HttpResponse | ConnectionError,
	body: Parsed | undefined,
): boolean {
	const mayRepeat = kind !== 'write';
	if (isConnectionError(outcome)) {
		const { code, syscall, signIn } = outcome;
		// Nothing was sent, or nothing was done. Only a run has the patience to wait for a sign-in.
		if (signIn) return signIn === 'later' && retry.pace !== undefined;
		// A host that does not exist, or a certificate that is not trusted, stays so.
		if (!mayPass(code)) return false;
		// A write may have arrived, unless nothing left this machine.
		return mayRepeat || wasNeverSent(code, syscall);
	}
	// An answer cut short may come whole the next time; the write that it answers was carried out.
	if (body) return mayRepeat && !body.ok && body.cutShort;
	// A limit of the pace is a plain refusal: not even a write was carried out.
	if (outcome.status === 429) return true;
	// Something in front of the service may have handed a write on.
	return mayRepeat && isPassingStatus(outcome.status);
}

/** Whether the service surely did nothing. */
function wasRefused(outcome: HttpResponse | ConnectionError): boolean {
	if (!isConnectionError(outcome)) return outcome.status === 429;
	return outcome.signIn !== undefined || wasNeverSent(outcome.code, outcome.syscall);
}

/** Of what was asked for before. A web page may be of something in front of the service. */
const isGone = ({ kind }: Route, { status, body }: HttpResponse): boolean =>
	kind === 'idempotent' &&
	(status === 404 || status === 410) &&
	!(typeof body === 'string' && body.trimStart().startsWith('<'));

const MAX_REDIRECTS = 3;

interface Tried {
	outcome: HttpResponse | ConnectionError;
	/** The sign-in was refused for good. */
	isRefused?: boolean;
}

/** One attempt: where redirects lead (rule 3), and with a renewed sign-in (rule 4). */
async function sendAndFollow(
	connection: Connection,
	route: Route,
	parts: WantedParts,
): Promise<Tried> {
	let options = requestOptions(connection, route, parts);
	let isElsewhere = false;
	let isSecond = false;
	for (let redirects = 0; ; ) {
		const outcome: HttpResponse | ConnectionError = await (isElsewhere ? sendUnsigned : send)(
			connection,
			options,
		);
		const target: URL | undefined = isConnectionError(outcome)
			? undefined
			: redirectTarget(options.url, outcome);
		if (target && route.method === 'GET' && redirects < MAX_REDIRECTS) {
			const from: URL = new URL(options.url);
			const leaves: boolean = target.origin !== from.origin;
			const isSafe = target.protocol === 'https:' || from.protocol === 'http:';
			if (!leaves || (parts.mayLeaveHost && isSafe)) {
				redirects++;
				isElsewhere ||= leaves;
				discard((outcome as HttpResponse).body);
				options.url = target.href;
				delete options.qs;
				continue;
			}
		}
		if (isElsewhere) return { outcome };
		const verdict = await connection.authenticator.judge(outcome, isSecond);
		if (verdict === 'kept') return { outcome };
		if (verdict === 'refused') return { outcome, isRefused: true };
		if (!isConnectionError(outcome)) discard(outcome.body);
		if (verdict !== 'renewed') return { outcome: verdict, isRefused: verdict.signIn === 'refused' };
		// From the start: a redirect may have led to where people log in.
		options = requestOptions(connection, route, parts);
		isSecond = true;
		redirects = 0;
	}
}

/** Without a pace of the run: no longer than its tries themselves may take. */
function limitsOf({ retry: { maxAttempts, timeoutMs } }: Connection): PaceLimits {
	const longest = maxAttempts * timeoutMs;
	return { tries: maxAttempts, outageMs: longest, busyMs: longest };
}

const errorOf = (
	connection: Connection,
	route: Route,
	outcome: HttpResponse | ConnectionError,
	over?: string,
): ServiceError =>
	isConnectionError(outcome)
		? noAnswer(connection, route, outcome, over)
		: refusal(connection, route, outcome, over);

/** For later, when it can be read no more. */
const withoutStream = (outcome: HttpResponse | ConnectionError): HttpResponse | ConnectionError =>
	!isConnectionError(outcome) && isStream(outcome.body) ? { ...outcome, body: undefined } : outcome;
