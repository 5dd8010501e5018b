import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { openBrowser } from '../oidc/browser.mts';
import { control, sandbox } from './support.mts';

const CALLBACK = 'http://127.0.0.1:5999/rest/oauth2-credential/callback';
const BASIC = Buffer.from(`${who.OAUTH_CLIENT.clientId}:${who.OAUTH_CLIENT.clientSecret}`);

async function config() {
	return (await (
		await fetch(`${sandbox.url}/oidc/.well-known/openid-configuration`)
	).json()) as any;
}

async function authorize(scope: string) {
	const visit = openBrowser(CALLBACK);
	const query = new URLSearchParams({
		client_id: who.OAUTH_CLIENT.clientId,
		redirect_uri: CALLBACK,
		response_type: 'code',
		state: 'xyz',
		...(scope && { scope }),
	});
	const { authorization_endpoint } = await config();
	const signIn = await visit(`${authorization_endpoint}?${query}`);
	const { email, password } = who.OAUTH_USER;
	const refused = await visit(signIn.url, { email, password: 'wrong' });
	assert.match(refused.page, /password is wrong/);
	const consent = await visit(signIn.url, { email, password });
	assert.match(consent.page, /Let n8n in\?/);
	const back = new URL((await visit(consent.url, { action: 'allow' })).url);
	assert.equal(back.searchParams.get('state'), 'xyz');
	return back.searchParams.get('code')!;
}

async function ask(endpoint: string, form: Record<string, string>) {
	const response = await fetch((await config())[endpoint], {
		method: 'POST',
		headers: { Authorization: `Basic ${BASIC.toString('base64')}` },
		body: new URLSearchParams(form),
	});
	const text = await response.text();
	return { status: response.status, ...(text ? JSON.parse(text) : {}) };
}
const exchange = (code: string) =>
	ask('token_endpoint', { grant_type: 'authorization_code', code, redirect_uri: CALLBACK });

const use = async (token: string) => {
	const url = `${sandbox.url}/api/v1/quotations?company_profile_id=${who.PROFILE_ID}`;
	return (await fetch(url, { headers: { Authorization: `Bearer ${token}` } })).status;
};

test('sign in, consent, use, expire, refresh, revoke', async () => {
	const tokens = await exchange(await authorize('openid offline_access'));
	assert.equal(tokens.expires_in, 300);
	assert.equal(await use(tokens.access_token), 200);
	await control('/oauth/expire');
	assert.equal(await use(tokens.access_token), 401);
	const { refresh_token } = tokens;
	const renewed = await ask('token_endpoint', { grant_type: 'refresh_token', refresh_token });
	assert.equal(await use(renewed.access_token), 200);
	await control('/oauth/revoke');
	const refused = await ask('token_endpoint', { grant_type: 'refresh_token', refresh_token });
	assert.equal(refused.error, 'invalid_grant');
	assert.deepEqual(
		sandbox.log.tokens.map(({ grant, given }) => [grant, given]),
		[
			['authorization_code', true],
			['refresh_token', true],
			['refresh_token', false],
		],
	);
});

test('no scope at all still gives a refresh token; access tokens live as long as told', async () => {
	// Whole seconds are counted, so that it lives for one to two.
	sandbox.switches.accessTokenTtlSeconds = 2;
	const tokens = await exchange(await authorize(''));
	assert.ok(tokens.refresh_token);
	assert.equal(tokens.expires_in, 2);
	assert.equal(await use(tokens.access_token), 200);
	await new Promise((done) => setTimeout(done, 2100));
	assert.equal(await use(tokens.access_token), 401);
});

test('only the callback of n8n on this machine is accepted', async () => {
	const query = new URLSearchParams({
		client_id: who.OAUTH_CLIENT.clientId,
		redirect_uri: 'https://elsewhere.example/rest/oauth2-credential/callback',
		response_type: 'code',
	});
	const { authorization_endpoint } = await config();
	const response = await fetch(`${authorization_endpoint}?${query}`, { redirect: 'manual' });
	assert.equal(response.status, 400);
	assert.match(await response.text(), /Sign-in failed/);
});
