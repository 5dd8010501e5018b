import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { ServiceContext } from '../transport/connection';
import type { HttpResponse } from '../transport/send';
import type { Route } from '../transport/route';
import type { RequestSignIn } from '../transport/authenticator';
import type { Verdict } from './classifyAuthResponse';

/** One run with one credential. */
export interface Run {
	context: ServiceContext;
	/** As it was when the run began. */
	credential: ICredentialDataDecryptedObject;
	/** Sessions and tokens that the service has taken in this run. */
	accepted: ReadonlySet<string>;
}

/** What a scheme does about refusals of one request. */
export type Renewal = (
	answer: HttpResponse,
	verdict: Extract<Verdict, 'unauthorized' | 'refused'>,
) => ReturnType<RequestSignIn['after']>;

export type RenewalOf = (route: Route) => Renewal;

/**
 * How often one request is sent again with another sign-in: the new one can end at once as well, when
 * many requests share it.
 */
export const MAX_RENEWALS = 3;
