import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isStream, parseJson, saysFailure } from '../transport/response';
import type { HttpResponse } from '../transport/send';
import type { RequestSignIn, ServiceContext } from '../transport/connection';
import type { Route } from '../transport/requestOptions';

/**
 * What an answer says about the sign-in. `unauthorized` says it plainly; `refused` may be about the
 * sign-in or about the request: how the service tells the end of a session is not shown
 * (interface.md, "Errors"). `unclear` speaks of neither.
 */
export type Verdict = 'accepted' | 'unauthorized' | 'refused' | 'unclear';

/** Bad request, forbidden, and the two that some frameworks have for a session that timed out. */
const MAY_MEAN_SIGN_IN = [400, 403, 419, 440];

/** Words of failure are few: a longer body is data. Characters. */
const MAX_WORDS = 4096;

export function verdictOn(answer: HttpResponse): Verdict {
	const { status } = answer;
	if (status === 401) return 'unauthorized';
	if (MAY_MEAN_SIGN_IN.includes(status) || (status >= 300 && status < 400)) return 'refused';
	if (status >= 200 && status < 300) return soundsRefused(answer) ? 'refused' : 'accepted';
	return 'unclear';
}

/** A web page, to which a redirect may have led, or data that speak of a failure. */
function soundsRefused({ body, headers }: HttpResponse): boolean {
	if (isStream(body)) return /\b(json|html)\b/.test(headers['content-type'] ?? '');
	if (typeof body !== 'string') return false;
	if (body.trimStart().startsWith('<')) return true;
	if (body.length > MAX_WORDS) return false;
	const said = parseJson(body);
	return said.ok && saysFailure(said.value);
}

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
