import fc from 'fast-check';

import { hasExpired, sessionHeaders } from '../../../nodes/auth/session';
import { runs } from '../../support/runs';

/** What a session says of itself, and how it is sent. */

const NOW = 1_800_000_000_000;

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown) => `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmVk`;

describe('a session with an end', () => {
	it.each([
		['a second from now', NOW + 1000, false],
		['this very moment', NOW, true],
		['a second ago', NOW - 1000, true],
	])('%s, in seconds or milliseconds', (_when, end, expired) => {
		expect(hasExpired(jwt({ exp: end / 1000 }))).toBe(expired);
		expect(hasExpired(jwt({ exp: end }))).toBe(expired);
	});

	it('is over from that end on, whatever else it claims', () => {
		const YEARS = 50 * 365 * 86_400;
		const end = fc.integer({ min: NOW / 1000 - YEARS, max: NOW / 1000 + YEARS });
		// Characters that base64 writes as + and / in its usual alphabet, as _ and - in a session's.
		const name = fc.string({ unit: fc.constantFrom('?', '>', 'ÿ', '~', 'a') });
		fc.assert(
			fc.property(end, fc.constantFrom(1, 1000), name, (seconds, unit, sub) => {
				const session = jwt({ sub, iat: 1, exp: seconds * unit });
				expect(hasExpired(session)).toBe(seconds * 1000 <= NOW);
			}),
			runs(100),
		);
	});
});

it.each([
	['no JWT', 'abc'],
	['nothing', ''],
	['dots alone', '../service'],
	['a middle that is no JSON', 'a.!!!.c'],
	['claims that are none', jwt(null)],
	['claims that are a list', jwt([{ exp: 1 }])],
	['no end', jwt({ sub: 'account' })],
	['an end that is no number', jwt({ exp: '1' })],
	['an end of null', jwt({ exp: null })],
])('a session of %s never says that it is over', (_what, session) => {
	expect(hasExpired(session)).toBe(false);
});

it.each([
	[{ sessionHeader: 'raw' }, 'the session', 'the session'],
	[{ sessionHeader: 'raw' }, 'Bearer session', 'Bearer session'],
	[{ sessionHeader: 'bearer' }, 'the session', 'Bearer the session'],
	[{ sessionHeader: 'bearer' }, 'Bearer session', 'Bearer session'],
	[{}, 'the session', 'the session'],
	[{ sessionHeader: 'raw' }, undefined, ''],
])('sent with %j: %p goes out as %p', (credential, session, value) => {
	expect(sessionHeaders(credential, session)).toEqual({ 'X-AUTHORIZATION': value });
});
