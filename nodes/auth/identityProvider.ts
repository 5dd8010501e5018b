import type { ConnectionError } from '../transport/send';
import { mayPass, wasNeverSent } from '../transport/retryPolicy';

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
 * Puts a renewal that failed into a fault: of the identity provider where that failed or is not
 * there, otherwise of the credential, which then has to be connected again.
 */
export function providerFault(error: RenewalError): ConnectionError {
	const { code = '', message = '', cause } = error;
	if (code === 'ERR_ASSERTION') return { code: '', message: NO_REFRESH_TOKEN };
	const word = String(error.body?.error ?? '');
	if (PASSING_WORDS.includes(word)) return trouble(word, false);
	const status = error.response?.status ?? error.status;
	if (status !== undefined) return trouble(String(status), NOT_DONE.includes(status));
	if (error instanceof SyntaxError) return trouble('no JSON', false);
	if (code === '' && cause?.code) return providerFault(cause);
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
