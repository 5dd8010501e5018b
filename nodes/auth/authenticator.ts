import type { IAllExecuteFunctions, ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	type Authenticator,
	type Connection,
	optionalProfile,
	type RetryOptions,
} from '../transport/connection';
import { type Account, accountOf } from '../transport/account';
import { credentialTypeOf, parseBaseUrl, type Scheme, secretsOf } from '../transport/credential';
import { MANUAL_RUN, RateLimiter } from '../transport/rateLimiter';
import { isConnectionError } from '../transport/types';
import { UserError } from '../utils/userError';
import { loginIn } from './login';
import { onTokenResponse } from './oauth2';
import { onSessionResponse } from './serviceAccount';

/** Reads the credential of the scheme. @throws UserError if it cannot be used. */
export async function connect(
	context: IAllExecuteFunctions,
	scheme: Scheme,
	retry: Partial<RetryOptions> = {},
): Promise<Connection> {
	const type = credentialTypeOf(scheme);
	const credential = await context.getCredentials(type);
	const isRun = 'getExecutionCancelSignal' in context;
	if (scheme === 'oAuth2' && !credential.oauthTokenData) {
		throw new UserError(
			'The OAuth2 credential is not connected',
			'Open the credential in n8n and connect it.',
		);
	}
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const credentialId = scheme === 'oAuth2' ? context.getNode().credentials?.[type]?.id : null;
	// An empty token fails here, before anything is sent.
	const account = accountOf(scheme, baseUrl, credential, credentialId);
	const limiter = isRun
		? new RateLimiter(context.getMode() === 'manual' ? MANUAL_RUN : undefined)
		: undefined;
	return {
		context,
		scheme,
		baseUrl,
		account,
		profileId: optionalProfile(credential.companyProfileId),
		defaultAudienceId: credential.audienceId,
		secrets: new Set(secretsOf(credential)),
		authenticator: {
			refusals: new Map(),
			onResponse: onResponse(context, account, scheme, credential),
		},
		signal: isRun ? context.getExecutionCancelSignal() : undefined,
		retry: { maxAttempts: 5, timeoutMs: 60_000, limiter, ...retry },
	};
}

function onResponse(
	context: IAllExecuteFunctions,
	account: Account,
	scheme: Scheme,
	credential: ICredentialDataDecryptedObject,
): Authenticator['onResponse'] {
	if (scheme === 'oAuth2') return onTokenResponse(context, account);
	if (scheme === 'serviceAccount') return onSessionResponse(loginIn(credential));
	return async (outcome) =>
		!isConnectionError(outcome) && outcome.status === 401 ? 'refused' : 'kept';
}
