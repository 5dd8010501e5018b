import { parseBaseUrl } from '../transport/requestOptions';
import {
	type Connection,
	credentialTypeOf,
	optionalProfile,
	type RetryOptions,
	type Scheme,
	secretsOf,
	type ServiceContext,
} from '../transport/connection';
import { UserError } from '../utils/userError';
import { Pace, RUN_LIMITS } from '../transport/pace';
import { keeperOf } from './authenticator';

const DEFAULT_RETRY: RetryOptions = { maxAttempts: 5, timeoutMs: 60_000 };

/**
 * Reads the credential of the scheme.
 * @throws UserError for a credential that is not connected, a base URL that is none, or a
 * malformed profile.
 */
export async function connect(
	context: ServiceContext,
	scheme: Scheme,
	retry: Partial<RetryOptions> = {},
): Promise<Connection> {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	if (scheme === 'oAuth2' && !credential.oauthTokenData) {
		throw new UserError(
			'The OAuth2 credential is not connected',
			'Open the credential in n8n and connect it.',
		);
	}
	const isRun = 'getExecutionCancelSignal' in context;
	return {
		context,
		scheme,
		baseUrl: parseBaseUrl(credential.baseUrl),
		profileId: optionalProfile(credential.companyProfileId),
		secrets: new Set(secretsOf(credential)),
		signIn: keeperOf(context, scheme, credential),
		signal: isRun ? context.getExecutionCancelSignal() : undefined,
		retry: {
			...DEFAULT_RETRY,
			...(isRun && { pace: new Pace(RUN_LIMITS) }),
			...retry,
		},
	};
}
