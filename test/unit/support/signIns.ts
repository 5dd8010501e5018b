import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Scheme } from '../../../nodes/service/http/connection';

/** Credentials as a user of the sandbox would enter them; OAuth2 is not connected yet. */
export function signIn(scheme: Scheme): ICredentialDataDecryptedObject {
	const baseUrl = sandbox.url;
	const companyProfileId = identities.PROFILE_ID;
	switch (scheme) {
		case 'apiToken':
			return { baseUrl, companyProfileId, apiToken: identities.API_TOKEN };
		case 'serviceAccount':
			return { baseUrl, companyProfileId, ...identities.SERVICE_ACCOUNT, sessionKey: '' };
		case 'oAuth2':
			return {
				baseUrl,
				companyProfileId,
				...identities.OAUTH_CLIENT,
				authUrl: `${sandbox.url}/oidc/auth`,
				accessTokenUrl: `${sandbox.url}/oidc/token`,
				scope: 'openid offline_access',
				grantType: 'authorizationCode',
			};
	}
}

const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';

/** OAuth2 as a person connects it in a browser: signs in, consents, and n8n fetches the tokens. */
export async function connectedOAuth2(): Promise<ICredentialDataDecryptedObject> {
	const visit = browser();
	const { clientId, clientSecret } = identities.OAUTH_CLIENT;
	const { email, password } = identities.OAUTH_USER;
	const wish = new URLSearchParams({
		client_id: clientId,
		redirect_uri: CALLBACK,
		response_type: 'code',
		scope: 'openid offline_access',
		prompt: 'consent',
	});
	const form = await visit(`${sandbox.url}/oidc/auth?${wish}`);
	const consent = await visit(form, { email, password });
	const back = new URL(await visit(consent, { action: 'allow' }));
	const answer = await fetch(`${sandbox.url}/oidc/token`, {
		method: 'POST',
		headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
		body: new URLSearchParams({
			grant_type: 'authorization_code',
			code: back.searchParams.get('code')!,
			redirect_uri: CALLBACK,
		}),
	});
	return { ...signIn('oAuth2'), oauthTokenData: (await answer.json()) as never };
}

/** A browser of few words: follows redirects, keeps cookies, and tells where it ended. */
function browser() {
	const cookies = new Map<string, string>();
	return async function visit(url: string, form?: Record<string, string>): Promise<string> {
		if (url.startsWith(CALLBACK)) return url;
		const response = await fetch(url, {
			redirect: 'manual',
			method: form ? 'POST' : 'GET',
			headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
			body: form && new URLSearchParams(form),
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
			cookies.set(name, value);
		}
		const next = response.headers.get('location');
		return next ? await visit(new URL(next, url).href) : url;
	};
}
