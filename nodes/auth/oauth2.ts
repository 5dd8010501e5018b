import { credentialTypeOf, type ServiceContext } from '../transport/connection';
import type { ConnectionError } from '../transport/send';
import { mayPass, wasNeverSent } from '../transport/retryPolicy';
import { singleFlight } from './singleFlight';
import { fingerprint, isFresh, recordIssued } from './tokenCache';

const TYPE = credentialTypeOf('oAuth2');

/**
 * What a refused access token is answered with (rules at the head of authenticator.ts). n8n 1.x renews
 * once for each request that is refused, and a provider that gives a new refresh token each time takes
 * the second use of the old one for theft and ends the access. So requests with the same token renew
 * it together, and apart from being sent: what the identity provider says is then told from what the
 * service says.
 */
export function renewalOfToken(context: ServiceContext) {
	const account = context.getNode().credentials?.[TYPE];

	async function renewed(token: string | undefined): Promise<'kept' | 'renewed'> {
		const { oauthTokenData } = await context.getCredentials(TYPE);
		const { access_token: stored } = (oauthTokenData ?? {}) as { access_token?: unknown };
		if (token !== undefined && stored !== token) return 'renewed';
		if (typeof stored === 'string' && isFresh(stored)) return 'kept';
		const given = await context.helpers.refreshOAuth2Token.call(context, TYPE);
		if (typeof given.access_token === 'string') recordIssued(given.access_token, lifeMs(given));
		return 'renewed';
	}

	return async (token: string | undefined, verdict: 'unauthorized' | 'forbidden') => {
		if (verdict === 'forbidden') return 'kept';
		const key = fingerprint([account?.id, account?.name, token]);
		return await singleFlight(key, async () => await renewed(token).catch(providerError));
	};
}

/** How long a token lives, where the provider tells (RFC 6749, section 5.1). */
function lifeMs({ expires_in: told }: { expires_in?: unknown }): number | undefined {
	const seconds = Number(told);
	return seconds > 0 ? seconds * 1000 : undefined;
}

/** What n8n's OAuth2 client throws when it could not renew an access token. */
interface RenewalError {
	message?: string;
	code?: string;
	/** Of an answer of the identity provider that cannot be read (code ESTATUS). */
	status?: number;
	/** What the identity provider answered in the words of OAuth2 (code EAUTH). */
	body?: { error?: unknown };
	/** Of an answer that says that the provider itself failed. */
	response?: { status?: number };
	cause?: RenewalError;
}

/** Words of OAuth2 for trouble at the provider (RFC 6749, section 4.1.2.1; RFC 8628 for the last). */
const PASSING_WORDS = ['server_error', 'temporarily_unavailable', 'slow_down'];

/** Statuses with which a provider says that it did nothing. */
const NOT_DONE = [429, 503];

/**
 * Puts a renewal that failed into a connection error: of the identity provider where that failed or is not
 * there, otherwise of the credential, which then has to be connected again.
 */
export function providerError(error: RenewalError): ConnectionError {
	const { code = '', message = '', cause } = error;
	if (code === 'ERR_ASSERTION') return { code: '', message: NO_REFRESH_TOKEN };
	const word = String(error.body?.error ?? '');
	if (PASSING_WORDS.includes(word)) return trouble(word, false);
	const status = error.response?.status ?? error.status;
	if (status !== undefined) return trouble(String(status), NOT_DONE.includes(status));
	if (error instanceof SyntaxError) return trouble('no JSON', false);
	if (code === '' && cause?.code) return providerError(cause);
	if ((code.startsWith('E') && code !== 'EAUTH') || wasNeverSent(code)) {
		// A renewal that may have arrived is not repeated: a refresh token may be good for one use only.
		return trouble(code, mayPass(code) && wasNeverSent(code));
	}
	return { code: '', message };
}

const NO_REFRESH_TOKEN = 'The access has expired, and the identity provider gave no refresh token.';

const trouble = (code: string, passing: boolean): ConnectionError => ({
	code,
	message: code,
	provider: { passing },
});
