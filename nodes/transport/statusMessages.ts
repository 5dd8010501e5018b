import { originOf } from './address';
import type { Connection, Scheme } from './connection';
import type { HttpResponse } from './send';

/** What each status of a failure is called in the user's words, and what to do about it. */

export const SIGN_IN_ADVICE: Record<Scheme, string> = {
	apiToken:
		'The API token is wrong or was revoked. Create a new one in the settings of your Sales CRM, section API tokens, and put it into the credential.',
	oAuth2:
		'The access was refused and could not be renewed. Open the credential in n8n and connect it again.',
	serviceAccount:
		"The service account can sign in, but the service does not take its session. Try the other choice of 'Session Header' in the credential.",
};

const NOT_TAKEN =
	'The access was renewed, but the service does not take it. Check the scope in the credential, and that its client is meant for this Sales CRM.';

export function reasonFor(status: number): string {
	if (status >= 300 && status < 400) return `the service points to another address (${status})`;
	if (status === 401) return 'the service refused the sign-in (401)';
	if (status === 403) return 'access is not allowed (403)';
	if (status === 404) return 'it was not found (404)';
	if (status === 409) return 'it conflicts with what is there already (409)';
	if (status === 400 || status === 422) return `the service rejected the data (${status})`;
	if (status === 429) return 'the service is receiving too many requests (429)';
	if (status >= 500) return `the service has a problem (${status})`;
	if (status < 300) return `the service reported a failure (with status ${status})`;
	return `the service refused (${status})`;
}

export function adviceFor(
	{ scheme, baseUrl, signIn }: Connection,
	{ status, headers, sentWith }: HttpResponse,
): string {
	if (status >= 300 && status < 400) {
		return `The credential is sent to ${baseUrl} only. If your Sales CRM has moved, put its new address into the credential's Base URL${headers.location ? `; it points to ${originOf(headers.location)}` : ''}.`;
	}
	const proven = signIn.isProven(sentWith);
	if (status === 401) return scheme === 'oAuth2' && proven ? NOT_TAKEN : SIGN_IN_ADVICE[scheme];
	if (status === 403) {
		return `${proven ? 'The sign-in is valid but has no access to this.' : 'The sign-in has no access to this, or is not valid.'} Check the company profile, and that the account was invited to it.`;
	}
	if (status === 404) {
		return "Check the ids in this node. If everything fails this way, check the credential's Base URL.";
	}
	if (status === 400 || status === 422) {
		return 'Correct what the service names in this item, then run it again.';
	}
	if (status === 409) return 'It may be there already: look in your Sales CRM.';
	if (status === 429) {
		return "Lower 'Requests at a Time' in the node's options, or try again later.";
	}
	if (status >= 500) return 'Try again later; if it stays, ask the support of your Sales CRM.';
	return '';
}
