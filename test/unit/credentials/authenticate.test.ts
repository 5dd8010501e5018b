import type { IHttpRequestOptions } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmOAuth2Api } from '../../../credentials/SalesCrmOAuth2Api.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';
import { onSessionResponse, toStore } from '../../../nodes/auth/serviceAccount';

/** What each credential adds to a request. */

const request = (): IHttpRequestOptions => ({ url: '/', headers: { Accept: 'text/plain' } });

it.each(['a token', 'Bearer a token', ' a token\n', 'bearer  a token '])(
	'the API token %j is sent as Authorization, without blanks and a pasted word',
	async (apiToken) => {
		const { headers } = await new SalesCrmApi().authenticate({ apiToken }, request());
		expect(headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer a token' });
	},
);

it('by default, OAuth2 asks for access that n8n can refresh', () => {
	const { properties } = new SalesCrmOAuth2Api();
	const defaults = Object.fromEntries(properties.map((field) => [field.name, field.default]));
	const refreshable = { scope: 'openid offline_access', authQueryParameters: 'prompt=consent' };
	expect(defaults).toMatchObject({ grantType: 'authorizationCode', ...refreshable });
});

describe('the session', () => {
	const account = {
		baseUrl: 'https://crm.example',
		email: 'account',
		['password']: 'secret',
		sessionKey: '',
	};
	const send = async (session: string, more: object = {}, options = request()) => {
		const credential = { ...account, sessionKey: toStore(account, session), ...more };
		return await new SalesCrmServiceAccountApi().authenticate(credential, options);
	};
	const refusal = { response: { status: 401 } };

	it.each([request(), { url: '/' }])('is sent in X-AUTHORIZATION, with %j', async (options) => {
		const headers = { ...options.headers, 'X-AUTHORIZATION': 'Bearer the session' };
		expect((await send('Bearer the session', {}, options)).headers).toEqual(headers);
	});

	it.each([
		{ baseUrl: 'https://other.example' },
		{ email: 'other' },
		{ ['password']: 'other' },
		{ sessionKey: '' },
		{ sessionKey: 'a session without its account' },
	])('is not sent for another account: %j', async (more) => {
		await expect(send('the session', more)).rejects.toMatchObject(refusal);
	});

	it('is not sent once it has ended', async () => {
		const refused = { status: 401, headers: {}, body: '', sentWith: 'an ended session' };
		await onSessionResponse(account)(refused, 1);
		await expect(send('an ended session')).rejects.toMatchObject(refusal);
	});
});
