import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { openBrowser } from '../oidc/browser.mts';
import { control, sandbox } from './support.mts';

const CALLBACK = 'http://127.0.0.1:5999/rest/oauth2-credential/callback';
const BASIC = Buffer.from(`${who.OAUTH_CLIENT.clientId}:${who.OAUTH_CLIENT.clientSecret}`);

async function config(): Promise<any> {
	return await (await fetch(`${sandbox.url}/oidc/.well-known/openid-configuration`)).json();
}

const authorizationUrl = async (redirect_uri: string, more: object = {}) => {
	const { clientId: client_id } = who.OAUTH_CLIENT;
	const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', ...more });
	return `${(await config()).authorization_endpoint}?${query}`;
};

async function authorize(more: object) {
	const visit = openBrowser(CALLBACK);
	const signIn = await visit(await authorizationUrl(CALLBACK, { state: 'xyz', ...more }));
	const { email, password } = who.OAUTH_USER;
	assert.match((await visit(signIn.url, { email, password: 'wrong' })).page, /password is wrong/);
	const consent = await visit(signIn.url, { email, password });
	assert.match(consent.page, /Let n8n in\?/);
	const back = new URL((await visit(consent.url, { action: 'allow' })).url);
	assert.equal(back.searchParams.get('state'), 'xyz');
	return back.searchParams.get('code')!;
}

async function tokens(form: Record<string, string>) {
	const response = await fetch((await config()).token_endpoint, {
		method: 'POST',
		headers: { Authorization: `Basic ${BASIC.toString('base64')}` },
		body: new URLSearchParams(form),
	});
	return (await response.json()) as any;
}

const use = async (token: string) => {
	const url = `${sandbox.url}/api/v1/quotations?company_profile_id=${who.PROFILE_ID}`;
	return (await fetch(url, { headers: { Authorization: `Bearer ${token}` } })).status;
};

// A client without scopes also gets a refresh token.
for (const more of [{ scope: 'openid offline_access' }, {}]) {
	test(`sign in, consent, use, expire, refresh, revoke: ${JSON.stringify(more)}`, async () => {
		const code = await authorize(more);
		const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
		const { access_token, refresh_token, expires_in } = await tokens(grant);
		assert.deepEqual([expires_in, await use(access_token)], [300, 200]);
		await control('/oauth/expire');
		assert.equal(await use(access_token), 401);
		const refresh = async () => await tokens({ grant_type: 'refresh_token', refresh_token });
		assert.equal(await use((await refresh()).access_token), 200);
		await control('/oauth/revoke');
		assert.equal((await refresh()).error, 'invalid_grant');
		assert.deepEqual(
			sandbox.log.tokens.map(({ grant: asked, given }) => `${asked} ${given}`),
			['authorization_code true', 'refresh_token true', 'refresh_token false'],
		);
	});
}

test('only the callback of n8n on this machine is accepted', async () => {
	const url = await authorizationUrl('https://elsewhere.example/rest/oauth2-credential/callback');
	const response = await fetch(url, { redirect: 'manual' });
	assert.equal(response.status, 400);
	assert.match(await response.text(), /Sign-in failed/);
});
