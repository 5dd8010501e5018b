import {
	checkProfileOfWrite,
	type Connection,
	forProfile,
} from '../../../nodes/transport/connection';
import { parseBaseUrl, secretsOf } from '../../../nodes/transport/credential';
import { uuid } from '../../support/uuid';

/** What a run takes from a credential: the address, the profile, and what must never be shown. */

describe('the Base URL', () => {
	it.each([
		['https://crm.example///', 'https://crm.example'],
		['https://crm.example/gateway/crm/', 'https://crm.example/gateway/crm'],
		['crm.example:8443/x', 'https://crm.example:8443/x'],
		['https://crm.example/app/#/deals?x=1', 'https://crm.example/app'],
	])('%p is %p', (entered, address) => {
		expect(parseBaseUrl(entered)).toBe(address);
	});

	const tooLong = `crm.example/${'a'.repeat(2_000)}`;
	it.each([[''], ['ftp://crm.example'], [tooLong]])('%p is not a web address', (entered) => {
		expect(() => parseBaseUrl(entered)).toThrow("The credential's Base URL is not a web address");
	});

	it('with a user is refused without repeating what may be a password', () => {
		expect(() => parseBaseUrl('https://:something@crm.example')).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('contains more than an address'),
				description: expect.not.stringContaining('something'),
			}),
		);
	});
});

it('secrets are those of each scheme, without blanks, which a service may not send back', () => {
	expect(secretsOf({ baseUrl: 'https://crm.example', apiToken: ' Bearer a\n' })).toEqual(['a']);
	expect(secretsOf({ email: 'e', ['password']: 'p' })).toEqual(['e', 'p']);
	const oauthTokenData = { access_token: 'x', refresh_token: 'r', expires_in: 5 };
	expect(secretsOf({ clientSecret: 'c', oauthTokenData } as never)).toEqual(['c', 'x', 'r']);
	expect(secretsOf({ clientSecret: 'c', oauthTokenData: undefined } as never)).toEqual(['c']);
});

it('a write needs a named profile, except with a token, which is pinned to one', () => {
	for (const scheme of ['oAuth2', 'serviceAccount'] as const) {
		const connection = { scheme } as Connection;
		expect(() => checkProfileOfWrite(connection)).toThrow('No company profile is set');
		checkProfileOfWrite(forProfile(connection, uuid(0xb2)));
	}
	checkProfileOfWrite({ scheme: 'apiToken' } as Connection);
});
