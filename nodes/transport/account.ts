import { createHmac } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { textOf } from '../utils/text';
import { bareToken, type Scheme, tokenOf } from './credential';

/**
 * Who signs in. Whatever a process remembers of the service belongs to an account, because a credential may be edited to
 * hold another customer's token, or its token may be an expression.
 */
export interface Account {
	/** The Base URL, the scheme, and a digest under the secret itself: `["https://crm.example.com","apiToken","kP3x…"]`. */
	readonly key: string;
	/** False if somebody else may sign in under the same key: OAuth2 with an access token that does not say whose it is. */
	readonly namesUser: boolean;
}

/** @param credentialId n8n's ID of the credential, which counts for OAuth2. @throws UserError for an empty API token. */
export function accountOf(
	scheme: Scheme,
	baseUrl: string,
	credential: ICredentialDataDecryptedObject,
	credentialId?: string | null,
): Account {
	const { secret, parts, namesUser } = signInOf(scheme, credential, credentialId);
	const digest = createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
	return { key: JSON.stringify([baseUrl, scheme, digest]), namesUser };
}

function signInOf(
	scheme: Scheme,
	credential: ICredentialDataDecryptedObject,
	credentialId: string | null = null,
): { secret: string; parts: unknown[]; namesUser: boolean } {
	const { email, password, clientId, clientSecret, oauthTokenData } = credential;
	if (scheme === 'apiToken') return { secret: tokenOf(credential), parts: [], namesUser: true };
	if (scheme === 'serviceAccount') {
		return { secret: textOf(password), parts: [textOf(email)], namesUser: true };
	}
	const subject = subjectOf(bareToken(Object(oauthTokenData).access_token));
	const parts = [textOf(clientId), credentialId, subject];
	return { secret: textOf(clientSecret), parts, namesUser: subject !== null };
}

/** The `sub` of an access token that is a JWT (RFC 9068); null for any other. */
function subjectOf(accessToken: string): string | null {
	try {
		const [, payload] = accessToken.split('.');
		const { sub } = Object(JSON.parse(Buffer.from(payload, 'base64url').toString())) as {
			sub?: unknown;
		};
		return typeof sub === 'string' && sub !== '' ? sub : null;
	} catch {
		return null;
	}
}
