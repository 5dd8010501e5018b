import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accountOf } from '../../../nodes/transport/account';
import type { Scheme } from '../../../nodes/transport/credential';
import { Remembered } from '../../../nodes/utils/remembered';

const BASE = 'https://crm.example.com';
const CLIENT = { clientId: 'client', clientSecret: 'of the client' };

const jwtOf = (claims: object) =>
	['{}', JSON.stringify(claims), 'signature']
		.map((part) => Buffer.from(part).toString('base64url'))
		.join('.');

const connectedAs = (access_token: string) => ({ ...CLIENT, oauthTokenData: { access_token } });

const keyOf = (scheme: Scheme, credential: ICredentialDataDecryptedObject, id = 'credential 1') =>
	accountOf(scheme, BASE, credential, id).key;

it.each<[string, Scheme, ICredentialDataDecryptedObject, ICredentialDataDecryptedObject]>([
	['a pasted "Bearer "', 'apiToken', { apiToken: 'abc' }, { apiToken: ' Bearer abc ' }],
	[
		'a renewed access token of one user',
		'oAuth2',
		connectedAs(jwtOf({ sub: 'an', exp: 1 })),
		connectedAs(jwtOf({ sub: 'an', exp: 2 })),
	],
	['a renewed access token without a name', 'oAuth2', connectedAs('a'), connectedAs('b')],
	[
		'another session',
		'serviceAccount',
		{ email: 'name', password: 'secret', sessionKey: 'a' },
		{ email: 'name', password: 'secret', sessionKey: 'b' },
	],
])('an account stays the same with %s', (_, scheme, one, other) => {
	expect(keyOf(scheme, one)).toBe(keyOf(scheme, other));
});

it.each<[string, Scheme, ICredentialDataDecryptedObject, ICredentialDataDecryptedObject]>([
	['token', 'apiToken', { apiToken: 'abc' }, { apiToken: 'abd' }],
	[
		'password',
		'serviceAccount',
		{ email: 'name', password: 'secret' },
		{ email: 'name', password: 'Secret' },
	],
	[
		'name',
		'serviceAccount',
		{ email: 'name', password: 'secret' },
		{ email: 'name 2', password: 'secret' },
	],
	[
		'user of the access token',
		'oAuth2',
		connectedAs(jwtOf({ sub: 'an' })),
		connectedAs(jwtOf({ sub: 'jan' })),
	],
	[
		'client secret',
		'oAuth2',
		connectedAs('a'),
		{ ...connectedAs('a'), clientSecret: 'another one' },
	],
])('another %s is another account', (_, scheme, one, other) => {
	expect(keyOf(scheme, one)).not.toBe(keyOf(scheme, other));
});

it('two OAuth2 credentials are two accounts, as are two addresses', () => {
	expect(keyOf('oAuth2', connectedAs('a'), '1')).not.toBe(keyOf('oAuth2', connectedAs('a'), '2'));
	const token = { apiToken: 'abc' };
	expect(accountOf('apiToken', `${BASE}/b`, token)).not.toEqual(accountOf('apiToken', BASE, token));
});

it.each([
	['a JWT with a subject', connectedAs(jwtOf({ sub: 'an' })), true],
	['a JWT without one', connectedAs(jwtOf({})), false],
	['an opaque token', connectedAs('a.b.c'), false],
	['no token', CLIENT, false],
])('an account with %s names its user: %#', (_, credential, namesUser) => {
	expect(accountOf('oAuth2', BASE, credential, '1').namesUser).toBe(namesUser);
});

it('the key contains no secret', () => {
	const key = keyOf('serviceAccount', { email: 'the-name', password: 'the-secret' });
	expect(key).not.toMatch(/the-(name|secret)/);
});

describe('what is remembered', () => {
	afterEach(() => jest.restoreAllMocks());

	it('is bounded, and the least recently used goes first', () => {
		const memory = new Remembered<number>(2);
		memory.set('a', 1);
		memory.set('b', 2);
		memory.get('a');
		memory.set('c', 3);
		expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual([1, undefined, 3]);
	});

	it('is forgotten after its age, however often it was used', () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(0);
		const memory = new Remembered<number>(2, 1000);
		memory.set('a', 1);
		now.mockReturnValue(1000);
		expect(memory.get('a')).toBe(1);
		now.mockReturnValue(1001);
		expect(memory.get('a')).toBeUndefined();
	});
});
