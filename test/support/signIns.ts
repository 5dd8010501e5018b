import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Scheme } from '../../nodes/transport/credential';

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

/** OAuth2 as a person connects it in a browser: the person signs in and consents, and n8n fetches the tokens. */
export async function connectedOAuth2(): Promise<ICredentialDataDecryptedObject> {
	const visit = openBrowser(CALLBACK);
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
	const consent = await visit(form.url, { email, password });
	const back = new URL((await visit(consent.url, { action: 'allow' })).url);
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
