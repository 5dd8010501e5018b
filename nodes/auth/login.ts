import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { isTemporaryStatus } from '../transport/errors';
import { proxyWords, whyUnanswered } from '../transport/errorMessages';
import { firstWords } from '../transport/redact';
import { parseBaseUrl } from '../transport/credential';
import { isPage, type Parsed, parseJson } from '../transport/answer';
import { codeIn, saysNoSuchRoute } from '../transport/codes';
import { HOUR_MS } from '../utils/dates';
import { beginning, textOf } from '../utils/text';
import { UserError } from '../utils/userError';

export interface Login {
	baseUrl: string;
	email: string;
	password: string;
	/** The stored session (see serviceAccount.ts); empty at first. */
	sessionKey: string;
}

/** @throws UserError if the Base URL is not an address. */
export const loginIn = (credential: ICredentialDataDecryptedObject): Login =>
	({ sessionKey: '', ...credential, baseUrl: parseBaseUrl(credential.baseUrl) }) as Login;

const TEMPORARY_HOLD_MS = 30_000;

export class LoginError extends UserError {
	/** @param holdMs How long only Test sends a login, because wrong attempts may lock the account. */
	constructor(
		why: string,
		advice: string,
		readonly holdMs = TEMPORARY_HOLD_MS,
	) {
		super(`The service account could not sign in: ${why}`, advice);
	}

	get signIn(): 'refused' | 'later' {
		return this.holdMs === TEMPORARY_HOLD_MS ? 'later' : 'refused';
	}
}

/** Sends one request and returns its answer, whatever the status. */
export type SendLogin = (o: IHttpRequestOptions) => Promise<{ statusCode: number; body: unknown }>;

/** Logs in once (operation `login`). @returns The session. @throws LoginError */
export async function logIn(account: Login, send: SendLogin): Promise<string> {
	const { status, body } = await askForSession(account, send);
	const answer = parseJson(body);
	const login = Object(answer.ok && answer.value) as IDataObject;
	const session = login.sessionKey ?? login.session_key;
	const unjudged = whyNotJudged(status, body, answer);
	const hasSession = login.type === 'SUCCESS' && typeof session === 'string' && session !== '';
	if (!unjudged && hasSession) return session;
	const [why, advice, holdMs] = unjudged ?? judgementOf(status, login);
	const judged = textOf((!unjudged && login.type) || (codeIn({ status, body }) ?? status));
	const word = beginning(firstWords(judged, [account.password.trim(), account.email.trim()]), 40);
	// Always shown, because the account may lock.
	const { attemptsLeft: left } = login;
	const attempts = typeof left === 'number' ? `. Attempts left: ${left}` : '';
	throw new LoginError(`${why} (${word})${attempts}`, advice, holdMs);
}

const LOGIN_PATHS = ['/authentication-service/login-api', '/login-api'];

const LOGIN_MS = 30_000;

/** The answer to a login; the second path is tried if the first does not exist. */
async function askForSession(
	account: Login,
	send: SendLogin,
	[path, ...others] = LOGIN_PATHS,
): Promise<{ status: number; body: unknown }> {
	const { baseUrl, email, password } = account;
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}${path}`,
		headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		body: JSON.stringify({ email, password }),
		encoding: 'text',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: LOGIN_MS,
		// A limit for the whole answer, because `timeout` starts again with each byte.
		abortSignal: AbortSignal.timeout(LOGIN_MS),
	};
	const { statusCode: status, body } = await send(options).catch((error) => {
		throw new LoginError(...whyUnanswered(error, baseUrl));
	});
	if (others.length === 0 || !saysNoSuchRoute({ status, body })) return { status, body };
	return await askForSession(account, send, others);
}

type Judgement = [why: string, advice: string, holdMs?: number];

/** Why the answer says nothing about the account, whatever its body contains; undefined if it does. */
function whyNotJudged(status: number, body: unknown, answer: Parsed): Judgement | undefined {
	if (isTemporaryStatus(status)) return ['the Sales CRM returned an error', 'Try again later.'];
	if (status >= 300 && status < 400) {
		return ['the Base URL redirects to another address', USE_OTHER_ADDRESS];
	}
	const proxy = proxyWords({ status, body });
	if (proxy) return proxy;
	if (isPage(body)) return ['the address answered with a web page', CHECK_BASE_URL];
	if (saysNoSuchRoute({ status, body })) return ['the address has no login', CHECK_BASE_URL];
	const isEmptySuccess = answer.ok && answer.value === undefined && status < 300;
	const isIncomplete = isEmptySuccess || (!answer.ok && answer.cutShort);
	return isIncomplete ? ['the answer was incomplete', 'Try again later.'] : undefined;
}

const USE_OTHER_ADDRESS = 'If that is your Sales CRM, enter its address in the credential.';
const CHECK_BASE_URL = 'Check the Base URL in the credential.';

const forAnHour = (why: string, toDo: string): Judgement => [
	why,
	`${toDo} n8n will not retry for an hour.`,
	HOUR_MS,
];

const forGood = (why: string, toDo: string): Judgement => [
	why,
	`Ask the operator of your Sales CRM ${toDo}, ${THEN_TEST} n8n will not retry until then.`,
	Infinity,
];

const THEN_TEST = 'then press Test in the credential.';

const WRONG = forAnHour('the name or secret is wrong', 'Correct the credential, or press Test.');

/** What the `type` of an answer means, whatever its status. Any other type counts as a wrong secret. */
const JUDGEMENTS = new Map<unknown, Judgement>([
	['BLOCKED', forGood('the account is blocked', 'to unblock it')],
	['LOCKED', forGood('the account is locked', 'to unlock it')],
	['DO_NOT_ATTEMPT', forGood('the Sales CRM allows no further attempt', 'for the reason')],
	[
		'FORCE_REAUTHENTICATE',
		forAnHour(
			'a person has to sign in once',
			`Sign in to your Sales CRM as this account, ${THEN_TEST}`,
		),
	],
	['ERROR', ['the Sales CRM could not check the login', 'Try again later.']],
]);

const TWO_FACTOR = forAnHour(
	'the Sales CRM asks for two-factor authentication',
	`A service account cannot give it: ask the operator of your Sales CRM to turn it off, ${THEN_TEST}`,
);

const NO_SESSION = forAnHour('the answer contained no session', CHECK_BASE_URL);

function judgementOf(status: number, login: IDataObject): Judgement {
	if (login.should_check_two_factor === true) return TWO_FACTOR;
	const saysNothing = status < 300 && (login.type ?? 'SUCCESS') === 'SUCCESS';
	return saysNothing ? NO_SESSION : (JUDGEMENTS.get(login.type) ?? WRONG);
}
