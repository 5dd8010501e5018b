import {
	credentialTypeOf,
	parseBaseUrl,
	type Scheme,
	secretsOf,
} from '../../../nodes/transport/credential';

/** What of a credential a run goes by: where it is, and what must never be shown. */

describe('the base URL', () => {
	it.each([
		['https://crm.example', 'https://crm.example'],
		['https://crm.example/', 'https://crm.example'],
		['https://crm.example///', 'https://crm.example'],
		[' https://crm.example ', 'https://crm.example'],
		['\u00a0https://crm.example\u00a0', 'https://crm.example'],
		['https://CRM.example:443/', 'https://crm.example'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['https://crm.example/gateway/crm/', 'https://crm.example/gateway/crm'],
		['crm.example', 'https://crm.example'],
		['crm.example:8443/x', 'https://crm.example:8443/x'],
		['localhost:4010', 'https://localhost:4010'],
		['https://crm.example/app/#/deals?x=1', 'https://crm.example/app'],
		['https://crm.example/deals?id=7#notes', 'https://crm.example/deals'],
		['crm.example/#/login', 'https://crm.example'],
	])('%p is %p', (entered, address) => {
		expect(parseBaseUrl(entered)).toBe(address);
	});

	it.each([[''], [undefined], ['ftp://crm.example'], ['javascript:alert(1)'], ['https://']])(
		'%p is refused: not a web address',
		(entered) => {
			expect(() => parseBaseUrl(entered)).toThrow("The credential's Base URL is not a web address");
		},
	);

	it.each([['https://someone@crm.example'], ['https://:word@crm.example']])(
		'%p is refused: more than an address',
		(entered) => {
			expect(() => parseBaseUrl(entered)).toThrow('contains more than an address');
		},
	);

	it('is not repeated with what may be a password in it', () => {
		expect(() => parseBaseUrl('https://someone:something@crm.example')).toThrow(
			expect.objectContaining({ description: expect.not.stringContaining('something') }),
		);
	});
});

describe('secrets', () => {
	it('are all that a credential holds of them, of each scheme, and no blanks', () => {
		expect(secretsOf({ baseUrl: 'https://crm.example', apiToken: 'a' })).toEqual(['a']);
		expect(secretsOf({ email: 'e', password: 'p' })).toEqual(['p']);
		const oauthTokenData = { access_token: 'x', refresh_token: 'r', expires_in: 5 };
		expect(secretsOf({ clientSecret: 'c', oauthTokenData } as never)).toEqual(['c', 'x', 'r']);
		expect(secretsOf({ clientSecret: 'c', oauthTokenData: undefined } as never)).toEqual(['c']);
	});

	it('are known without the blanks around them, which a service may not send back', () => {
		expect(secretsOf({ apiToken: ' Bearer a token\n', password: ' ' })).toEqual(['a token']);
	});
});

it('an unknown way of signing in, as an expression may give, is told', () => {
	expect(() => credentialTypeOf('basic' as Scheme)).toThrow("'Authentication' is unknown");
	expect(credentialTypeOf('oAuth2')).toBe('salesCrmOAuth2Api');
});
