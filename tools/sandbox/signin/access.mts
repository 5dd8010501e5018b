import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../answer.mts';
import { API_TOKEN, PROFILE_ID, SECOND_API_TOKEN, SECOND_PROFILE_ID } from '../identities.mts';
import type { RequestEntry } from '../log.mts';
import type { Oidc } from '../oidc/oidc.mts';
import type { Switches } from '../switches.mts';
import type { Profile } from '../world/profile.mts';
import type { World } from '../world/world.mts';
import type { Sessions } from './sessions.mts';

/** Someone who is signed in: the profiles open to them, and the one their token is pinned to. */
export interface Caller {
	profileIds: string[];
	pinnedTo?: string;
	isServiceAccount?: boolean;
}

const TOKENS: Record<string, string> = {
	[API_TOKEN]: PROFILE_ID,
	[SECOND_API_TOKEN]: SECOND_PROFILE_ID,
};
/** A profile may have several tokens, and several service accounts: their names go on with a number, as in `…-token-2`. */
export const firstOf = (name: string): string => name.replace(/-\d+$/, '');

const profileOfToken = (token = ''): string | undefined => TOKENS[firstOf(token)];

const PERSON: Caller = { profileIds: [PROFILE_ID, SECOND_PROFILE_ID] };

const bearer = (value: unknown) => /^Bearer (.+)$/i.exec(String(value ?? ''))?.[1];

/** The three ways to sign in. Each answers who is calling, or undefined. */
export class Access {
	tokensRevoked = false;

	constructor(
		private readonly switches: Switches,
		private readonly sessions: Sessions,
		private readonly oidc: Oidc,
	) {}

	byToken(headers: IncomingHttpHeaders): Caller | undefined {
		const profileId = profileOfToken(bearer(headers.authorization));
		if (!profileId || this.tokensRevoked) return undefined;
		return { profileIds: [profileId], pinnedTo: profileId };
	}

	async byOAuth(headers: IncomingHttpHeaders): Promise<Caller | undefined> {
		const token = bearer(headers.authorization);
		return token && (await this.oidc.accepts(token)) ? PERSON : undefined;
	}

	bySession(headers: IncomingHttpHeaders): Caller | undefined {
		const value = headers['x-authorization'];
		if (typeof value !== 'string') return undefined;
		const prefixed = bearer(value);
		const { sessionHeader } = this.switches;
		if (sessionHeader === (prefixed ? 'raw' : 'bearer')) return undefined;
		if (!this.sessions.use(prefixed ?? value)) return undefined;
		return { ...PERSON, isServiceAccount: true };
	}

	/** The profile a call is about: the one it names, or the one the token is pinned to. */
	profileFor(caller: Caller, world: World, namedId: string | undefined): Profile {
		const id = namedId?.toLowerCase() ?? caller.pinnedTo;
		if (!id) throw new Refusal(400, 'company_profile_id is missing');
		const status = this.switches.wrongProfileStatus;
		if (!caller.profileIds.includes(id) && status !== 200) {
			const words = status === 404 ? 'No such profile' : 'No access to this profile';
			throw new Refusal(status, words, { code: 'COMPANY_PROFILE_ACCESS_DENIED' });
		}
		return world.profile(id);
	}
}

/** The scheme by which a call signs in, according to its headers. */
export function schemeOf(headers: IncomingHttpHeaders): RequestEntry['scheme'] {
	const token = bearer(headers.authorization);
	if (token) return profileOfToken(token) ? 'apiToken' : 'oAuth2';
	return headers['x-authorization'] ? 'serviceAccount' : 'none';
}
