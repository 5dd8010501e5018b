import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import {
	type Authenticator,
	type Connection,
	credentialTypeOf,
	optionalProfile,
	type RetryOptions,
	type Scheme,
	secretsOf,
	type ServiceContext,
} from '../transport/connection';
import { Pace, RUN_LIMITS } from '../transport/pace';
import { parseBaseUrl } from '../transport/requestOptions';
import { isStream } from '../transport/response';
import type { ConnectionError, HttpResponse } from '../transport/send';
import { UserError } from '../utils/userError';
import { renewalOfToken } from './oauth2';
import { renewalOfSession } from './serviceAccount';
import { isFresh, recordAccepted } from './tokenCache';

/**
 * When a refused request is sent once more with another session or access token:
 *
 * 1. 401 says that it has ended. A 403 may say so of a session, or be about the request alone: 403s
 *    cause one login an hour at most, for each account and process (`mayLogInAfter`). Any other answer
 *    says nothing of it, nor does 403 of an access token.
 * 2. One that was replaced meanwhile, by another request, a Test or another process, is not renewed:
 *    the request goes out with the newer one.
 * 3. A fresh one, given to this process within five minutes and never taken by the service, is not
 *    renewed: the next would be refused as well.
 * 4. All requests that are refused with the same one share its renewal.
 * 5. One request causes `MAX_RENEWALS` at most: the new one can end at once as well, when many requests
 *    share it.
 * 6. An API token is never renewed.
 *
 * How a session is had, and when it is not sent at all: serviceAccount.ts. What became of a login:
 * login.ts. What is remembered: tokenCache.ts.
 */
export const MAX_RENEWALS = 3;

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
		authenticator: authenticatorOf(context, scheme, credential),
		signal: isRun ? context.getExecutionCancelSignal() : undefined,
		retry: {
			...DEFAULT_RETRY,
			...(isRun && { pace: new Pace(RUN_LIMITS) }),
			...retry,
		},
	};
}

function authenticatorOf(
	context: ServiceContext,
	scheme: Scheme,
	credential: ICredentialDataDecryptedObject,
): Authenticator {
	const renew = RENEWALS[scheme](context, credential);
	const acceptedInRun = new Set<string>();
	return {
		isProven: (token) => token !== undefined && (acceptedInRun.has(token) || isFresh(token)),
		forRequest() {
			let renewals = 0;
			return {
				async renewAfter(answer) {
					const verdict = classifyAuthResponse(answer);
					const { sentWith } = answer;
					if (verdict === 'accepted' && sentWith !== undefined) {
						acceptedInRun.add(sentWith);
						recordAccepted(sentWith);
					}
					if (verdict === 'accepted' || verdict === 'unclear') return 'kept';
					if (renewals >= MAX_RENEWALS) return 'kept';
					const outcome = await renew(sentWith, verdict);
					// A provider that could not be asked may be asked again by the next try of the request.
					if (outcome === 'renewed') renewals++;
					return outcome;
				},
			};
		},
	};
}

type Renewal = (
	token: string | undefined,
	verdict: 'unauthorized' | 'forbidden',
) => Promise<'kept' | 'renewed' | ConnectionError>;

const RENEWALS: Record<
	Scheme,
	(context: ServiceContext, credential: ICredentialDataDecryptedObject) => Renewal
> = {
	apiToken: () => async () => 'kept',
	oAuth2: renewalOfToken,
	serviceAccount: renewalOfSession,
};

/** What an answer says of the session or token that the request was sent with. */
function classifyAuthResponse({
	status,
	headers,
	body,
}: HttpResponse): 'accepted' | 'unauthorized' | 'forbidden' | 'unclear' {
	if (status === 401) return 'unauthorized';
	if (status === 403) return 'forbidden';
	if (status < 200 || status >= 300) return 'unclear';
	// A redirect may have led to a page where people log in.
	const isPage = isStream(body)
		? /\bhtml\b/.test(headers['content-type'] ?? '')
		: typeof body === 'string' && body.trimStart().startsWith('<');
	return isPage ? 'unclear' : 'accepted';
}
