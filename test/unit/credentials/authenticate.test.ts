import type { IHttpRequestOptions } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';
import { toStore } from '../../../nodes/auth/serviceAccount';

/** What each credential adds to a request. */

const request = (): IHttpRequestOptions => ({ url: '/', headers: { Accept: 'text/plain' } });

it.each(['a token', 'Bearer a token', ' a token\n', 'bearer  a token '])(
	'the API token %j is sent as Authorization, without blanks and a pasted word',
	async (apiToken) => {
		const { headers } = await new SalesCrmApi().authenticate({ apiToken }, request());
		expect(headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer a token' });
	},
);

it.each([
	{ baseUrl: 'https://other.example' },
	{ email: 'other' },
	{ ['password']: 'other' },
	{ sessionKey: 'a session without its account' },
])('a session is not sent for another account: %j', async (other) => {
	const account = {
		baseUrl: 'https://crm.example',
		email: 'account',
		['password']: 'secret',
		sessionKey: '',
	};
	const credential = { ...account, sessionKey: toStore(account, 'the session') };
	const { authenticate } = new SalesCrmServiceAccountApi();
	const { headers } = await authenticate(credential, request());
	expect(headers).toHaveProperty('X-AUTHORIZATION', 'the session');
	const refusal = { response: { status: 401 } };
	await expect(authenticate({ ...credential, ...other }, request())).rejects.toMatchObject(refusal);
});
