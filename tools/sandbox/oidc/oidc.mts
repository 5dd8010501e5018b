import type { IncomingMessage, ServerResponse } from 'node:http';
import { OAUTH_CLIENT } from '../identities.mts';
import { note, type Log, type TokenEntry } from '../log.mts';
import type { Switches } from '../switches.mts';
import { playFault } from './faults.mts';
import { Store } from './store.mts';

/** The path of the provider below the sandbox's address. */
export const OIDC_PATH = '/oidc';

/** What the provider knows about a request for a token. */
type Asked = { oidc: { params?: { grant_type?: TokenEntry['grant'] } } };

/**
 * The OpenID provider, made when it is first needed: most uses of the sandbox never sign in by
 * OAuth2, and its address (the issuer) is only known once the server listens.
 */
export class Oidc {
	private readonly store = new Store();
	private provider?: Promise<any>;

	constructor(
		private readonly switches: Switches,
		private readonly log: Log,
		private readonly publicUrl: () => string,
	) {}

	ready() {
		this.provider ??= import('./provider.mts').then(({ makeProvider }) => {
			const provider = makeProvider(this.publicUrl() + OIDC_PATH, this.store);
			provider.on('grant.success', (asked: Asked) => this.noteToken(asked, true));
			provider.on('grant.error', (asked: Asked) => this.noteToken(asked, false));
			return provider;
		});
		return this.provider;
	}

	private noteToken({ oidc: { params } }: Asked, given: boolean) {
		// A request that cannot even be read asks for nothing.
		const grant = params?.grant_type;
		if (grant) note(this.log.tokens, { time: new Date().toISOString(), grant, given });
	}

	/** Answers a request below /oidc. */
	async handle(request: IncomingMessage, response: ServerResponse) {
		const provider = await this.ready();
		const original = withScope(request.url!);
		const path = original.slice(OIDC_PATH.length);
		if (playFault(path, request, response, this.switches)) return;
		// The provider finds its own path by comparing these two.
		Object.assign(request, { originalUrl: original, url: path });
		provider.callback()(request, response);
	}

	/** Whether the provider knows this access token and still lets it in. */
	async accepts(token: string): Promise<boolean> {
		if (!this.provider) return false;
		const provider = await this.provider;
		const found = await provider.AccessToken.find(token);
		return Boolean(found?.isValid && found.clientId === OAUTH_CLIENT.clientId);
	}

	/** Ends every access token. Refresh tokens go on working. */
	expire() {
		this.store.drop((key) => key.startsWith('AccessToken:'));
	}

	/** Ends everything: access and refresh tokens, consents, and who is signed in. */
	revoke() {
		this.store.drop(() => true);
	}
}

/** Which scopes the real service wants is unknown: asking for none gets the usual ones here. */
function withScope(path: string): string {
	const isAuthorization = path.startsWith(`${OIDC_PATH}/auth?`);
	return isAuthorization && !/[?&]scope=[^&]/.test(path)
		? `${path.replace(/&scope=(?=&|$)/, '')}&scope=openid+offline_access`
		: path;
}
