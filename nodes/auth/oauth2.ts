import type { IAllExecuteFunctions } from 'n8n-workflow';

import type { Account } from '../transport/account';
import { bareToken, credentialTypeOf } from '../transport/credential';
import type { SignInVerdict } from '../transport/connection';
import { TLS_FAULT } from '../transport/retryPolicy';
import { type ConnectionError, isConnectionError, type HttpOutcome } from '../transport/types';
import { singleFlight } from '../transport/waiting';

const TYPE = credentialTypeOf('oAuth2');

/**
 * Renews a refused access token once for all requests that were sent with it. n8n 1.123 alone would renew it once per
 * request (`requestOAuth2`), and a provider that rotates refresh tokens regards the second use of one as theft.
 */
export function onTokenResponse(context: IAllExecuteFunctions, account: Account) {
	async function renewed(token: string): Promise<'renewed'> {
		const { oauthTokenData } = await context.getCredentials(TYPE);
		const { access_token: stored } = Object(oauthTokenData) as { access_token?: string };
		if (stored === token) await context.helpers.refreshOAuth2Token.call(context, TYPE);
		return 'renewed';
	}

	return async (outcome: HttpOutcome, sendings: number): Promise<SignInVerdict> => {
		// n8n sends nothing if it has no token (n8n-core, request-helpers/oauth).
		if (isConnectionError(outcome)) return outcome.code === '' ? providerError(outcome) : 'kept';
		if (outcome.status !== 401) return 'kept';
		if (sendings > 1) return 'refused';
		const token = bareToken(outcome.sentWith);
		const key = JSON.stringify([account.key, token]);
		return await singleFlight(key, async () => await renewed(token).catch(providerError));
	};
}

interface RenewalError {
	message?: string;
	code?: string;
	status?: number;
	response?: { status?: number };
	body?: { error?: unknown };
	cause?: RenewalError;
}

/** OAuth2 words for trouble at the provider (RFC 6749, section 4.1.2.1). */
const TEMPORARY_ERRORS = ['server_error', 'temporarily_unavailable'];

/** `later` if the provider was in trouble or could not be reached. After `refused` a person has to reconnect. */
function providerError(error: RenewalError): ConnectionError {
	const { code = '', message = '', cause } = error;
	if (code === '' && cause?.code) return providerError(cause);
	// n8n's OAuth2 client asserts that it has a refresh token.
	if (code === 'ERR_ASSERTION') return { code: '', message: NO_REFRESH_TOKEN, signIn: 'refused' };
	const trouble = troubleIn(error);
	if (!trouble) return { code: '', message, advice: CONNECT_AGAIN, signIn: 'refused' };
	return { code: '', message: NOT_RENEWED, advice: `${TRY_LATER} (${trouble})`, signIn: 'later' };
}

// n8n replaces a message that contains a code such as ECONNRESET.
const NOT_RENEWED = 'The access token expired, and the identity provider could not refresh it.';
const TRY_LATER =
	"Nothing was carried out. Try again later. If it keeps failing, check the credential's Access Token URL, and that n8n can reach it.";

function troubleIn(error: RenewalError): string | undefined {
	const { code = '', body } = error;
	const word = String(body?.error ?? '');
	if (word !== '') return TEMPORARY_ERRORS.includes(word) ? word : undefined;
	const status = error.response?.status ?? error.status;
	if (status !== undefined) return String(status);
	if (error instanceof SyntaxError) return 'no JSON';
	return /^E(?!AUTH)/.test(code) || TLS_FAULT.test(code) ? code : undefined;
}

const CONNECT_AGAIN =
	'The access token expired and could not be refreshed. Reconnect the credential.';
const NO_REFRESH_TOKEN =
	'The access token expired, and the identity provider gave no refresh token. Reconnect the credential.';
