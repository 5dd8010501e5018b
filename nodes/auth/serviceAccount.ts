import { credentialTypeOf } from '../transport/connection';
import type { HttpResponse } from '../transport/send';
import type { Route } from '../transport/requestOptions';
import { type Account, accountOf, newestSession } from './login';
import { fingerprint, hasEnded, isUntried, noteEnded } from './tokenCache';
import { MAX_RENEWALS, type Renewal, type RenewalOf, type Run } from './classifyAuthResponse';
import { bare, hasExpired } from './session';

/**
 * When a service account signs in again. A session is renewed by declaring it ended: the credential
 * does not send such a one, and n8n asks it for another.
 */

/** So long a refusal that a renewal did not help is taken to be about the request. */
const IN_VAIN_MS = 60 * 60_000;

/** Until when each kind of refusal is known not to be about the session. */
const inVainUntil = new Map<string, number>();

const MAX_IN_VAIN = 1000;

export function sessionRenewal({ context, credential, accepted }: Run): RenewalOf {
	const account = credential as unknown as Account;
	/** Whether this run has renewed once already without having been told to plainly. */
	let suspected = false;

	/** Whether n8n would send another session than this one, without a login. */
	async function another(session: string): Promise<boolean> {
		const isAnother = (one: unknown) => typeof one === 'string' && bare(one) !== bare(session);
		const { sessionKey } = await context.getCredentials(credentialTypeOf('serviceAccount'));
		if (isAnother(sessionKey)) return true;
		if (!isAnother(newestSession(account))) return false;
		noteEnded(session);
		return true;
	}

	/** A 401 ends a session. One that was never taken was no help, so nor will the next one be. */
	async function unauthorized(session: string): Promise<boolean> {
		if (isUntried(session)) return await another(session);
		noteEnded(session);
		return true;
	}

	/** Any other refusal ends a session only where there is a sign that it may be meant. */
	function refused(session: string, what: string): boolean {
		if (isUntried(session)) noteInVain(what);
		if (suspected || isInVain(what)) return false;
		if (accepted.has(session) && !hasExpired(session)) return false;
		suspected = true;
		noteEnded(session);
		// There is one renewal only, and what a Test left over long ago may have ended as well.
		const newest = newestSession(account);
		if (newest !== undefined) noteEnded(newest);
		return true;
	}

	return (route): Renewal => {
		let renewals = 0;
		return async (answer, verdict) => {
			if (renewals >= MAX_RENEWALS) return 'kept';
			const session = answer.sentWith;
			const again =
				session === undefined || hasEnded(session)
					? true
					: verdict === 'unauthorized'
						? await unauthorized(session)
						: refused(session, kindOf(account, route, answer));
			if (!again || mayBeDone(route, answer)) return 'kept';
			renewals++;
			return 'renewed';
		};
	};
}

/** A write that was answered with success is not sent again, whatever its answer says. */
const mayBeDone = ({ kind }: Route, { status }: HttpResponse) => kind === 'write' && status < 300;

const kindOf = (account: Account, { method, path }: Route, { status }: HttpResponse) =>
	fingerprint([accountOf(account), method, path, status]);

const isInVain = (what: string) => (inVainUntil.get(what) ?? 0) > Date.now();

function noteInVain(what: string): void {
	inVainUntil.delete(what);
	inVainUntil.set(what, Date.now() + IN_VAIN_MS);
	if (inVainUntil.size > MAX_IN_VAIN) inVainUntil.delete(inVainUntil.keys().next().value!);
}
