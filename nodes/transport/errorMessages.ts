import type { Connection } from './connection';
import { isObject } from '../utils/values';
import type { Scheme } from './credential';
import { isTemporaryStatus, ServiceError } from './errors';
import { firstWords } from './redact';
import { isPage, parseJson, redirectTarget } from './answer';
import { codeIn, codeWords, saysNoSuchRoute } from './codes';
import {
	BLOCKED,
	isTransient,
	retryAfterMs,
	TLS_FAULT,
	TOO_LARGE,
	wasNotDone,
} from './retryPolicy';
import { type EngineError, outcomeOf } from './send';
import {
	type ConnectionError,
	type HttpOutcome,
	type HttpResponse,
	isConnectionError,
	type Route,
} from './types';

export function failure(
	connection: Connection,
	route: Route,
	outcome: HttpOutcome,
	gaveUp = '',
): ServiceError {
	const isFault = isConnectionError(outcome);
	if (isFault && (outcome.code === '' || outcome.signIn)) {
		// The errors of a missing connection and of a failed sign-in are whole sentences.
		const { message, advice = '', signIn } = outcome;
		const words = `Could not ${route.purpose}. ${firstWords(message, connection.secrets)}`;
		return new ServiceError(words, advice, { isTemporary: signIn === 'later' });
	}
	const [reason, advice, said = ''] = isFault
		? faultWords(outcome, outcome.otherOrigin ?? new URL(connection.baseUrl).origin)
		: answerWords(connection, route, outcome);
	const mayHaveHappened = route.kind === 'write' && !wasNotDone(outcome);
	const doubt = mayHaveHappened ? MAY_HAVE_HAPPENED : '';
	const uncertainty = mayHaveHappened ? '; it may have been carried out' : '';
	return new ServiceError(
		`Could not ${route.purpose}: ${reason}${uncertainty}`,
		sentences(doubt, advice, said, gaveUp),
		{
			...(isFault ? { isTemporary: isTransient(outcome) } : detailsOf(route, outcome)),
			...{ mayHaveHappened, doubt, answered: said && sentences(said, gaveUp) },
		},
	);
}

const sentences = (...texts: string[]): string => texts.filter(Boolean).join(' ');

function detailsOf({ kind }: Route, answer: HttpResponse) {
	const { status, body } = answer;
	const parsed = parseJson(body);
	const isNotFound = [404, 410].includes(status) && parsed.ok && isObject(parsed.value);
	const isNoSuchRoute =
		saysNoSuchRoute(answer) || (kind !== 'write' && status < 300 && isPage(body));
	const isOfService = parsed.ok;
	// A web page, or a success without what was asked for, may come from a proxy.
	const isOfProxy = kind === 'read' && (!isOfService || status < 300);
	const isTemporary = isTemporaryStatus(status) || isOfProxy;
	return {
		...{ status, isTemporary, isOfService, isNotFound, isNoSuchRoute },
		retryAfterMs: retryAfterMs(answer),
	};
}

/** The error for a request that was held back because others failed. @param gaveUp How long we waited. */
export function notSent(
	connection: Connection,
	route: Route,
	outcome: HttpOutcome,
	gaveUp?: string,
): ServiceError {
	const read = { ...route, kind: 'read' } as const;
	const { message, description, status, answered } = failure(connection, read, outcome, gaveUp);
	const words = `${message.replace(/\.$/, '')}; it was not sent`;
	return new ServiceError(words, description, { status, answered });
}

const MAY_HAVE_HAPPENED =
	'The Sales CRM did not confirm it, so it may have been carried out. It was not sent again: look in your Sales CRM before you repeat it.';

/** The connection errors by their code; the first match counts. */
const FAULTS: Array<[code: RegExp, ...Words]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		'the host of {host} was not found',
		"Check the credential's Base URL, and that n8n can reach the network.",
	],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
		'nothing answers at {host}',
		"Check the credential's Base URL, and that the Sales CRM is up.",
	],
	[
		/^(ETIMEDOUT|ECONNABORTED|ERR_CANCELED)$/,
		'the Sales CRM did not answer in time',
		'Try again later.',
	],
	[
		BLOCKED,
		'n8n blocked the request to {host}',
		"n8n's protection against requests to private addresses is on. Ask whoever runs n8n to allow this host in N8N_SSRF_ALLOWED_HOSTNAMES, or an IP address in N8N_SSRF_ALLOWED_IP_RANGES.",
	],
	[
		/^EPROTO$/,
		'the secure connection to {host} failed',
		'If the address of your Sales CRM begins with http://, enter it that way in the credential.',
	],
	[
		TLS_FAULT,
		'the secure connection to {host} failed',
		'The certificate of the Sales CRM has expired, is for another address, or is not trusted. If it is a private one, ask whoever runs n8n to add it with NODE_EXTRA_CA_CERTS.',
	],
	[
		new RegExp(TOO_LARGE),
		'the answer is too large to be read',
		'Ask for less, such as a smaller page, or ask the support of your Sales CRM.',
	],
	[/(?:)/, 'the connection was lost', 'Try again later.'],
];

type Words = [reason: string, advice: string];

function faultWords({ code, triedAt }: ConnectionError, origin: string): Words {
	const [, reason, advice] = FAULTS.find(([one]) => one.test(code))!;
	const isNamed = triedAt === undefined || origin.includes(triedAt);
	const tried = isNamed ? '' : ` (n8n tried ${triedAt})`;
	const proxy = isNamed ? '' : ' If that is a proxy, check HTTPS_PROXY and HTTP_PROXY of n8n.';
	return [reason.replace('{host}', origin) + tried, `${advice}${proxy} (${code})`];
}

export function whyUnanswered(error: EngineError, baseUrl: string): Words {
	const outcome = outcomeOf(error);
	const fault = isConnectionError(outcome)
		? outcome
		: { code: String(outcome.status), message: '' };
	return faultWords({ ...fault, code: fault.code || 'no answer' }, new URL(baseUrl).origin);
}

const CORRECT = 'Correct what the Sales CRM names in this item, then run it again.';

const WORDS: Record<number, Words> = {
	2: ['the Sales CRM reported an error', ''],
	3: ['the Sales CRM redirects to another address', ''],
	4: ['the Sales CRM refused', ''],
	5: [
		'the Sales CRM returned an error',
		'Try again later. If it keeps failing, ask the support of your Sales CRM.',
	],
	400: ['the Sales CRM rejected the data', CORRECT],
	401: ['the Sales CRM refused the sign-in', ''],
	403: [
		'access is not allowed',
		'The credential is invalid or has no access. Check the company profile and that the account was invited.',
	],
	404: [
		'was not found',
		"Check the IDs in this node. If they are right, your Sales CRM may not offer this. If everything fails this way, check the credential's Base URL.",
	],
	409: ['it conflicts with an existing record', 'It may already exist: look in your Sales CRM.'],
	422: ['the Sales CRM rejected the data', CORRECT],
	429: [
		'the Sales CRM is receiving too many requests',
		"Try again later. Lower 'Concurrent Requests' where contacts are created.",
	],
};

function answerWords(connection: Connection, route: Route, answer: HttpResponse): string[] {
	const { baseUrl, scheme, secrets } = connection;
	const { status, body, otherOrigin, unexpected } = answer;
	// Another host may be a service of this network, so its words are never quoted.
	const words = otherOrigin ? '' : firstWords(body, secrets);
	const said = words && `The Sales CRM answered: ${words}`;
	if (unexpected) return [`the Sales CRM answered with ${unexpected}`, NOT_THE_INTERFACE, said];
	if (otherOrigin) {
		const reason = `the file is stored at ${otherOrigin}, which returned ${status}`;
		return [reason, 'The download link may have expired. Try again.'];
	}
	const proxy = proxyWords(answer);
	if (proxy) return [`${proxy[0]} (${status})`, proxy[1], words && `It answered: ${words}`];
	const code = codeIn(answer);
	if (code) return codeWords(code, SIGN_IN_ADVICE[scheme]);
	const digit = Math.floor(status / 100);
	const [meaning, advice] = WORDS[status] ?? WORDS[digit];
	const reason = `${status === 404 ? `${route.subject} ` : ''}${meaning} (${status})`;
	if (status === 401) return [reason, SIGN_IN_ADVICE[scheme], said];
	return [reason, digit === 3 ? movedAdvice(baseUrl, answer) : advice, said];
}

/** What comes, or may come, from a proxy between n8n and the Sales CRM. */
export function proxyWords({ status, body }: Pick<HttpResponse, 'status' | 'body'>) {
	if (status === 407) return PROXY_LOGIN;
	return status === 403 && isPage(body) ? PERHAPS_A_PROXY : undefined;
}

const PROXY_LOGIN: Words = [
	'a proxy between n8n and the Sales CRM asks for a login',
	'Ask whoever runs n8n to enter the user and password of the proxy in HTTPS_PROXY and HTTP_PROXY.',
];

const PERHAPS_A_PROXY: Words = [
	'access is not allowed, says a web page',
	'It may come from a proxy or firewall: ask whoever runs n8n whether the Sales CRM is blocked there. Otherwise check the credential, the company profile and that the account was invited.',
];

const NOT_THE_INTERFACE =
	"Check the credential's Base URL: this may not be the address of the Sales CRM's interface.";

/** Leaves out the query of the redirect, because it may contain a secret. */
function movedAdvice(baseUrl: string, answer: Pick<HttpResponse, 'status' | 'headers'>): string {
	const target = redirectTarget(baseUrl, answer);
	if (!target) return '';
	return `The redirect leads to ${target.origin}${target.pathname}. If your Sales CRM has moved, enter its new address as the credential's Base URL.`;
}

const OTHER_WAY = 'use a service account if one was issued.';

/** The interface rarely names a scheme, so a valid token may be refused. */
const SIGN_IN_ADVICE: Record<Scheme, string> = {
	apiToken: `The API token is wrong or revoked, or the Sales CRM does not accept tokens here. Create a new one in the settings of your Sales CRM, section API tokens; if that is refused as well, ${OTHER_WAY}`,
	oAuth2: `The Sales CRM does not accept the access token: scope or client are wrong, or it does not accept access tokens here. Check the scope in the credential, and that its client is meant for this Sales CRM; if both are right, ${OTHER_WAY}`,
	serviceAccount:
		'The service account can sign in, but the Sales CRM does not accept its session here. Ask the operator of your Sales CRM what this account may do, or use an API token.',
};
