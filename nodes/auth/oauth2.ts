import { credentialTypeOf, type ServiceContext } from '../transport/connection';
import type { ConnectionError } from '../transport/send';
import { fingerprint } from './fingerprint';
import { isUntried, noteGiven } from './tokenCache';
import { providerFault } from './identityProvider';
import { MAX_RENEWALS, type Renewal, type RenewalOf, type Run } from './renewal';
import { together } from './singleFlight';

const TYPE = credentialTypeOf('oAuth2');

/**
 * When and how an access token is renewed. n8n 1.x renews once for each request that is refused, and
 * a provider that gives a new refresh token each time takes the second use of the old one for theft
 * and ends the access. So requests with the same token renew it together, and apart from being sent:
 * what the identity provider says is then told from what the service says.
 */
export function tokenRenewal({ context }: Run): RenewalOf {
	const account = context.getNode().credentials?.[TYPE];

	async function renewed(token: string | undefined): Promise<'kept' | 'renewed' | ConnectionError> {
		const stored = await storedToken(context);
		if (token !== undefined && stored !== token) return 'renewed';
		// As with sessions: a fresh one that was never taken was no help.
		if (stored !== undefined && isUntried(stored)) return 'kept';
		const given = await context.helpers.refreshOAuth2Token.call(context, TYPE);
		if (typeof given.access_token === 'string') noteGiven(given.access_token, lifeMs(given));
		return 'renewed';
	}

	return (): Renewal => {
		let renewals = 0;
		return async ({ sentWith }, verdict) => {
			if (verdict !== 'unauthorized' || renewals >= MAX_RENEWALS) return 'kept';
			const what = fingerprint([account?.id, account?.name, sentWith]);
			const outcome = await together(
				what,
				async () => await renewed(sentWith).catch(providerFault),
			);
			// A provider that could not be asked may be asked again by the next try of the request.
			if (outcome === 'renewed') renewals++;
			return outcome;
		};
	};
}

/** How long a token lives, where the provider tells (RFC 6749, section 5.1). */
function lifeMs({ expires_in: told }: { expires_in?: unknown }): number | undefined {
	const seconds = Number(told);
	return seconds > 0 ? seconds * 1000 : undefined;
}

async function storedToken(context: ServiceContext): Promise<string | undefined> {
	const { oauthTokenData } = await context.getCredentials(TYPE);
	const { access_token: token } = (oauthTokenData ?? {}) as { access_token?: unknown };
	return typeof token === 'string' ? token : undefined;
}
