import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Scheme, ServiceContext, SignIn } from '../transport/connection';
import { isUntried, noteAccepted } from './tokenCache';
import { tokenRenewal } from './oauth2';
import { type RenewalOf, type Run, verdictOn } from './classifyAuthResponse';
import { sessionRenewal } from './serviceAccount';

/** Keeps the sign-in of one run: an API token is noted only, for there is nothing to renew. */
export function keeperOf(
	context: ServiceContext,
	scheme: Scheme,
	credential: ICredentialDataDecryptedObject,
): SignIn {
	/** What the service took in this run. */
	const accepted = new Set<string>();
	const renewals = RENEWALS[scheme]({ context, credential, accepted });
	return {
		isProven: (value) => value !== undefined && (accepted.has(value) || isUntried(value)),
		forRequest(route) {
			const renewal = renewals(route);
			return {
				async after(answer) {
					const verdict = verdictOn(answer);
					const { sentWith } = answer;
					if (verdict === 'accepted' && sentWith !== undefined) {
						accepted.add(sentWith);
						noteAccepted(sentWith);
					}
					if (verdict === 'accepted' || verdict === 'unclear') return 'kept';
					return await renewal(answer, verdict);
				},
			};
		},
	};
}

const RENEWALS: Record<Scheme, (run: Run) => RenewalOf> = {
	apiToken: () => () => async () => 'kept',
	oAuth2: tokenRenewal,
	serviceAccount: sessionRenewal,
};
