import type { IHttpRequestOptions } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';
import { accountOf, onSessionResponse } from '../../../nodes/auth/serviceAccount';

/** What each credential writes into a request. */

const request = (): IHttpRequestOptions => ({ url: '/', headers: { Accept: 'text/plain' } });

describe('the API token', () => {
	it('is sent as Authorization, beside the other headers', async () => {
		const options = await new SalesCrmApi().authenticate({ apiToken: 'a token' }, request());
		expect(options).toEqual({
			url: '/',
			headers: { Accept: 'text/plain', Authorization: 'Bearer a token' },
		});
	});

	it.each(['Bearer a token', ' a token\n', 'bearer  a token '])(
		'is trimmed, and a word pasted with it left out: %j',
		async (apiToken) => {
			const options = await new SalesCrmApi().authenticate({ apiToken }, request());
			expect(options.headers).toHaveProperty('Authorization', 'Bearer a token');
		},
	);

	it.each(['', ' ', 'Bearer '])('that is empty is called so: %j', async (apiToken) => {
		const sent = new SalesCrmApi().authenticate({ apiToken }, request());
		await expect(sent).rejects.toThrow('The API token is empty');
	});
});

describe('the session', () => {
	const account = {
		baseUrl: 'https://crm.example',
		loginPath: '/login-api',
		email: 'account',
		['password']: 'secret',
		sessionKey: 'the session',
	};
	const credential = { ...account, sessionAccount: accountOf(account) };
	const send = async (more: object = {}, options = request()) =>
		await new SalesCrmServiceAccountApi().authenticate({ ...credential, ...more }, options);

	it.each([
		['raw', 'the session'],
		['bearer', 'Bearer the session'],
		[undefined, 'the session'],
	])('is sent in X-AUTHORIZATION (%s)', async (sessionHeader, value) => {
		expect((await send({ sessionHeader })).headers).toEqual({
			Accept: 'text/plain',
			'X-AUTHORIZATION': value,
		});
		expect((await send({ sessionHeader }, { url: '/' })).headers).toEqual({
			'X-AUTHORIZATION': value,
		});
	});

	it.each([{ baseUrl: 'https://other.example' }, { email: 'other' }])(
		'is not sent for another account: %j',
		async (more) => {
			await expect(send(more)).rejects.toMatchObject({ response: { status: 401 } });
		},
	);

	it('is not sent once it has ended', async () => {
		const refused = { status: 401, headers: {}, body: '', sentWith: 'an ended session' };
		await onSessionResponse(account)(refused, false);
		await expect(send({ sessionKey: 'an ended session' })).rejects.toMatchObject({
			response: { status: 401 },
		});
	});
});

it('a login names the account whose session it is', async () => {
	const account = {
		baseUrl: 'https://crm.example',
		loginPath: '/login-api',
		email: 'logs in',
		['password']: 'secret',
		sessionKey: '',
	};
	const httpRequest = jest.fn(async () => ({
		statusCode: 200,
		body: '{"type":"SUCCESS","sessionKey":"new"}',
	}));
	const { preAuthentication } = new SalesCrmServiceAccountApi();
	expect(await preAuthentication.call({ helpers: { httpRequest } }, account)).toEqual({
		sessionKey: 'new',
		sessionAccount: accountOf(account),
	});
	expect(httpRequest).toHaveBeenCalledTimes(1);
});
