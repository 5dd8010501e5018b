import { generateKeyPairSync, randomBytes } from 'node:crypto';
// @ts-expect-error the library ships no types
import Provider from 'oidc-provider';
import { OAUTH_CLIENT, OAUTH_USER } from '../identities.mts';
import { page } from './pages.mts';
import { adapterFor, type Store } from './store.mts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** n8n's callback, on whatever port it runs on this machine. */
const N8N_CALLBACK =
	/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/rest\/oauth2-credential\/callback$/;

/** A real OpenID provider with one client, n8n, and one user. */
export function makeProvider(issuer: string, store: Store) {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const provider = new Provider(issuer, {
		adapter: adapterFor(store),
		clients: [
			{
				client_id: OAUTH_CLIENT.clientId,
				client_secret: OAUTH_CLIENT.clientSecret,
				client_name: 'n8n',
				redirect_uris: ['http://localhost:5678/rest/oauth2-credential/callback'],
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				id_token_signed_response_alg: 'ES256',
			},
		],
		jwks: {
			keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'sandbox' }],
		},
		cookies: { keys: [randomBytes(16).toString('hex')] },
		scopes: ['openid', 'offline_access', 'profile', 'email'],
		claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
		features: {
			devInteractions: { enabled: false },
		},
		pkce: { required: () => false },
		ttl: {
			AccessToken: () => 300,
			AuthorizationCode: 60,
			IdToken: HOUR,
			Interaction: HOUR,
			RefreshToken: 14 * DAY,
			Grant: 14 * DAY,
			Session: DAY,
		},
		// A client without scopes also gets a refresh token: it is not known which scopes the real
		// service wants, and without such a token nobody could try what happens on expiry.
		issueRefreshToken: () => true,
		expiresWithSession: () => false,
		interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
		findAccount: (_: unknown, accountId: string) =>
			accountId === OAUTH_USER.email && {
				accountId,
				claims: () => ({ sub: accountId, email: accountId, name: OAUTH_USER.name }),
			},
		renderError: (ctx: any, out: { error: string; error_description?: string }) => {
			ctx.type = 'html';
			ctx.body = page('Sign-in failed', [out.error, out.error_description ?? '']);
		},
	});
	provider.Client.prototype.redirectUriAllowed = (uri: string) => N8N_CALLBACK.test(uri);
	return provider;
}
