import { parseBaseUrl, secretsOf } from '../../../nodes/transport/credential';

/** What a run takes from a credential: the address, and what must never be shown. */

describe('the Base URL', () => {
	it.each([
		['https://crm.example///', 'https://crm.example'],
		['\u00a0https://CRM.example:443/ ', 'https://crm.example'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['https://crm.example/gateway/crm/', 'https://crm.example/gateway/crm'],
		['crm.example:8443/x', 'https://crm.example:8443/x'],
		['https://crm.example/app/#/deals?x=1', 'https://crm.example/app'],
		['https://crm.example/deals?id=7#notes', 'https://crm.example/deals'],
	])('%p is %p', (entered, address) => {
		expect(parseBaseUrl(entered)).toBe(address);
	});

	it.each([[''], [undefined], ['ftp://crm.example'], ['javascript:alert(1)'], ['https://']])(
		'%p is not a web address',
		(entered) => {
			expect(() => parseBaseUrl(entered)).toThrow("The credential's Base URL is not a web address");
		},
	);

	it.each([['https://someone@crm.example'], ['https://:something@crm.example']])(
		'%p is refused without repeating what may be a password',
		(entered) => {
			expect(() => parseBaseUrl(entered)).toThrow(
				expect.objectContaining({
					message: expect.stringContaining('contains more than an address'),
					description: expect.not.stringMatching(/someone|something/),
				}),
			);
		},
	);
});

it('secrets are those of each scheme, without blanks, which a service may not send back', () => {
	expect(secretsOf({ baseUrl: 'https://crm.example', apiToken: ' Bearer a\n' })).toEqual(['a']);
	expect(secretsOf({ email: 'e', ['password']: 'p' })).toEqual(['p']);
	const oauthTokenData = { access_token: 'x', refresh_token: 'r', expires_in: 5 };
	expect(secretsOf({ clientSecret: 'c', oauthTokenData } as never)).toEqual(['c', 'x', 'r']);
	expect(secretsOf({ clientSecret: 'c', oauthTokenData: undefined } as never)).toEqual(['c']);
});
