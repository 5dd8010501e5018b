import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { quoted, textOf, withoutInvisible } from '../utils/text';
import { UserError } from '../utils/userError';

/** The sign-in schemes (`securitySchemes` in tools/sandbox/openapi.yaml) and their credential types. */
const CREDENTIAL_TYPES = [
	['apiToken', 'salesCrmApi'],
	['oAuth2', 'salesCrmOAuth2Api'],
	['serviceAccount', 'salesCrmServiceAccountApi'],
] as const;

export type Scheme = (typeof CREDENTIAL_TYPES)[number][0];

/** An expression may give an unknown scheme. @throws UserError */
export function credentialTypeOf(scheme: Scheme): string {
	const found = CREDENTIAL_TYPES.find(([one]) => one === scheme);
	if (found) return found[1];
	throw new UserError(
		"'Authentication' is unknown",
		'Choose API Token, OAuth2 or Service Account.',
	);
}

/** To read a host takes quadratic time for many marks in a row. */
const MAX_URL_CHARACTERS = 2_000;

/** The Base URL with its path, since that may be a gateway's, but without query and fragment. @throws UserError */
export function parseBaseUrl(value: unknown): string {
	const text = withoutInvisible(value);
	const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	const isAddress = whole.length <= MAX_URL_CHARACTERS && URL.canParse(whole);
	const url = isAddress ? new URL(whole) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new UserError(
			"The credential's Base URL is not a web address",
			`${quoted(text)} was entered. Enter one such as https://crm.example.com, with the host of your Sales CRM.`,
		);
	}
	if (url.username || url.password) {
		throw new UserError(
			"The credential's Base URL contains more than an address",
			'Leave out the user name and the password.',
		);
	}
	return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** The API token without blanks and without a pasted "Bearer ". @throws UserError if it is empty. */
export function tokenOf({ apiToken }: ICredentialDataDecryptedObject): string {
	const token = bareToken(apiToken);
	if (token !== '') return token;
	throw new UserError(
		'The API token is empty',
		"Fill in the field 'API Token' of the credential. A token is created in the settings of your Sales CRM, section API tokens.",
	);
}

export const bareToken = (token: unknown): string =>
	textOf(token)
		.trim()
		.replace(/^bearer(\s+|$)/i, '')
		.replace(/\p{C}/gu, '');

export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	// The name of a service account is its API key.
	const { apiToken, email, password, clientSecret, oauthTokenData } = credential;
	const { access_token: access, refresh_token: refresh } = Object(oauthTokenData) as IDataObject;
	return [apiToken, email, password, clientSecret, access, refresh]
		.map(bareToken)
		.filter((secret) => secret !== '');
}
