import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { connect } from '../../../nodes/auth/authenticator';
import type { Account } from '../../../nodes/auth/login';
import { claims, loginForTest, sessionHeaders } from '../../../nodes/auth/serviceAccount';
import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/requestOptions';
import { type Reply, scriptedEngine } from '../../support/scriptedEngine';

/** When a session is sent, and when a refusal is followed by another login, one case after the other. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() =>
	jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['nextTick', 'queueMicrotask'] }),
);
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

const read = (path = '/read'): Route => ({
	method: 'GET',
	path,
	kind: 'read',
	purpose: 'read',
	subject: 'the thing',
});
const WRITE: Route = {
	method: 'PUT',
	path: '/write',
	kind: 'write',
	purpose: 'write',
	subject: 'the thing',
};

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (told: unknown) => `h.${part(told)}.s`;

const good: Reply = { statusCode: 200, body: { id: 1 } };
const refused = (statusCode: number): Reply => ({ statusCode, body: { message: 'no' } });

let accounts = 0;

/** An account and its service, which counts its logins and answers requests as it is told. */
function newAccount() {
	const service = {
		logins: 0,
		sent: [] as string[],
		/** What a session that is given now says of itself. */
		claims: () => ({}) as object,
		/** What is written before a session that is given. */
		before: '',
		answer: (() => good) as (session: string, path: string) => Reply,
	};
	const name = `account ${++accounts}`;
	const credential: ICredentialDataDecryptedObject = {
		baseUrl: 'https://crm.example',
		loginPath: '/login-api',
		email: name,
		['password']: 'secret',
		sessionHeader: 'raw',
		companyProfileId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
		sessionKey: '',
		sessionAccount: '',
	};
	const context = scriptedEngine(credential, async ({ url, headers }) => {
		const path = new URL(url).pathname;
		if (path === '/login-api') {
			const session = jwt({ name, number: ++service.logins, ...service.claims() });
			return { statusCode: 200, body: { type: 'SUCCESS', sessionKey: service.before + session } };
		}
		const session = String((headers as Record<string, unknown>)['X-AUTHORIZATION']);
		if (service.sent.push(session) > 50) throw new Error('No end in sight');
		return service.answer(session, path);
	});
	const request = async (route: Route = read()) =>
		await requestJson(await connect(context, 'serviceAccount', { maxAttempts: 1 }), route);
	/** A session that a Test of the credential is given. */
	const pressTest = async (sessionKey: string) =>
		await loginForTest(credential as unknown as Account, async () => ({
			statusCode: 200,
			body: JSON.stringify({ type: 'SUCCESS', sessionKey }),
		}));
	return { service, credential, request, pressTest };
}

/** An account whose session the service has taken, some time ago. */
async function settled() {
	const at = newAccount();
	await at.request();
	wait(10 * MINUTE);
	at.service.sent.length = 0;
	return at;
}

const refuseFirst = ({ service }: ReturnType<typeof newAccount>, status: number) => {
	service.answer = (session) => (session === service.sent[0] ? refused(status) : good);
};

describe.each([401, 403])('a %i', (status) => {
	it('ends a session that was taken before, for all requests under way', async () => {
		const at = await settled();
		refuseFirst(at, status);
		await Promise.all(Array.from({ length: 5 }, async () => await at.request(WRITE)));
		expect(at.service.logins).toBe(2);
		expect(at.service.sent).toHaveLength(10);
	});

	it('ends a session that was taken a moment ago', async () => {
		const at = newAccount();
		await at.request();
		refuseFirst(at, status);
		await at.request();
		expect(at.service.logins).toBe(2);
	});

	it('on a session that was never taken asks for no other one until five minutes have passed', async () => {
		const { service, request } = newAccount();
		service.answer = () => refused(status);
		for (let n = 0; n < 4; n++) await expect(request()).rejects.toThrow(String(status));
		expect(service.logins).toBe(1);
		expect(service.sent).toHaveLength(4);
		wait(5 * MINUTE);
		await expect(request()).rejects.toThrow(String(status));
		expect(service.logins).toBe(2);
	});

	it('on a session that another process has replaced meanwhile: that newer one is tried', async () => {
		const { service, request, credential } = newAccount();
		const newer = `of another process ${accounts}`;
		service.answer = (session) => {
			if (session === newer) return good;
			credential.sessionKey = newer;
			return refused(status);
		};
		await request();
		expect(service.sent).toHaveLength(2);
		expect(service.logins).toBe(1);
	});

	it('on a session that a Test has replaced meanwhile: the newer one is sent in its place', async () => {
		const { service, request, pressTest } = newAccount();
		const taken = `given to the Test ${accounts}`;
		service.answer = (session) => (session === taken ? good : refused(status));
		await expect(request()).rejects.toThrow(String(status));
		await pressTest(taken);
		await request();
		expect(service.sent.slice(1)).toEqual([taken]);
		expect(service.logins).toBe(1);
	});

	it('on what a Test left over long ago as well: there is a login after all', async () => {
		const { service, request, credential, pressTest } = await settled();
		const ended = [credential.sessionKey, `left over ${accounts}`];
		await pressTest(`left over ${accounts}`);
		wait(24 * HOUR);
		service.answer = (session) => (ended.includes(session) ? refused(status) : good);
		await request();
		expect(service.logins).toBe(2);
	});

	it.each(['raw', 'bearer'])(
		'ends a session that is given with "Bearer " before it, sent %s',
		async (sessionHeader) => {
			const at = newAccount();
			Object.assign(at.credential, { sessionHeader });
			at.service.before = 'Bearer ';
			await at.request();
			refuseFirst(at, status);
			await at.request();
			expect(at.service.sent).toHaveLength(3);
			at.service.answer = () => refused(401);
			for (let n = 0; n < 2; n++) await expect(at.request()).rejects.toThrow('401');
			expect(at.service.logins).toBe(3);
		},
	);
});

it('403s cause one login an hour, whatever was asked and with whichever secret', async () => {
	const { service, request, credential } = await settled();
	service.answer = (_session, path) => (path === '/read' ? good : refused(403));
	const ask = async (path: string) => {
		await expect(request(read(path))).rejects.toThrow('403');
		await request();
	};
	await ask('/forbidden');
	expect(service.logins).toBe(2);
	credential['password'] = 'another';
	await ask('/another');
	wait(HOUR - 1);
	await ask('/forbidden');
	expect(service.logins).toBe(2);
	wait(1);
	await ask('/forbidden');
	expect(service.logins).toBe(3);
});

it('a session that ended while n8n took it up was not sent: the request is tried with the next', async () => {
	const context = scriptedEngine({ baseUrl: 'https://crm.example' }, async () => good);
	const { authenticator } = await connect(context, 'serviceAccount');
	const { renewAfter } = authenticator.forRequest();
	expect(await renewAfter({ status: 401, headers: {}, body: '' })).toBe('renewed');
});

it('one request ends no more than four sessions', async () => {
	const { service, request } = await settled();
	service.answer = () => {
		wait(6 * MINUTE);
		return refused(401);
	};
	await expect(request()).rejects.toThrow('401');
	expect(service.sent).toHaveLength(4);
	expect(service.logins).toBe(4);
});

it.each<[string, Reply]>([
	...[300, 302, 400, 404, 409, 419, 422, 440, 500].map(
		(status) => [String(status), refused(status)] as [string, Reply],
	),
	['a web page', { statusCode: 200, body: '<h1>Log in</h1>' }],
	['a 200 in words', { statusCode: 200, body: { type: 'FAILED' } }],
])('%s is an error, renews nothing, and is sent once', async (_what, reply) => {
	const { service, request } = await settled();
	service.answer = () => reply;
	await expect(request(WRITE)).rejects.toThrow();
	expect(service.sent).toHaveLength(1);
	service.answer = () => good;
	await request();
	expect(service.logins).toBe(1);
});

it('a session whose end is told by a web page is replaced when Test is pressed', async () => {
	const { service, request, pressTest } = await settled();
	const taken = `given to the Test ${accounts}`;
	service.answer = (session) =>
		session === taken ? good : { statusCode: 200, body: '<h1>Log in</h1>' };
	await expect(request()).rejects.toThrow();
	await pressTest(taken);
	await request();
	expect(service.sent.at(-1)).toBe(taken);
	expect(service.logins).toBe(1);
});

it('a session that Test is given once more goes on', async () => {
	const { service, credential, request, pressTest } = await settled();
	await pressTest(`Bearer ${String(credential.sessionKey)}`);
	await request();
	expect(service.sent).toEqual([credential.sessionKey]);
	expect(service.logins).toBe(1);
});

it.each<[string, Reply]>([
	['a 404', refused(404)],
	['a web page', { statusCode: 200, body: '<h1>Log in</h1>' }],
])('%s does not prove a session: no login after each', async (_what, reply) => {
	const { service, request } = newAccount();
	service.answer = (_session, path) => (path === '/other' ? reply : refused(401));
	for (let row = 0; row < 5; row++) {
		await expect(request(read('/other'))).rejects.toThrow();
		await expect(request()).rejects.toThrow('401');
	}
	expect(service.logins).toBe(1);
	expect(service.sent).toHaveLength(10);
});

describe('a session that says how long it lasts', () => {
	const LIFE = 15 * MINUTE;
	const inSeconds = (ahead: number) => {
		const iat = (Date.now() + ahead) / 1000;
		return { iat, exp: iat + LIFE / 1000 };
	};
	const inMs = (ahead: number) => ({ iat: Date.now() + ahead, exp: Date.now() + ahead + LIFE });
	const endAlone = (ahead: number) => ({ exp: inSeconds(ahead).exp });

	it.each([
		['begin and end', 0, inSeconds],
		['begin and end in milliseconds', 0, inMs],
		['begin and end by a clock that is behind', -HOUR, inSeconds],
		['begin and end by a clock that is ahead', HOUR, inSeconds],
		['its end alone', 0, endAlone],
		['its end, and a begin that is none', 0, (ahead: number) => ({ ...endAlone(ahead), iat: '1' })],
		['its end, and a later begin', 0, (ahead: number) => ({ ...endAlone(ahead), iat: 9e9 })],
	])(
		'%s (clock %i ms ahead) is not sent any more from that moment on',
		async (_what, ahead, told) => {
			const { service, request } = newAccount();
			service.claims = () => told(ahead);
			await request();
			wait(LIFE - 1);
			await request();
			expect(service.logins).toBe(1);
			wait(1);
			await Promise.all([request(), request()]);
			expect(service.logins).toBe(2);
			expect(new Set(service.sent.slice(0, 2)).has(service.sent[2]!)).toBe(false);
			expect(service.sent).toHaveLength(4);
		},
	);

	it('and was over before it came, by our clock, is sent until it is refused', async () => {
		const at = newAccount();
		at.service.claims = () => endAlone(-HOUR);
		for (let hour = 0; hour < 3; hour++) {
			await at.request();
			wait(HOUR);
		}
		expect(at.service.logins).toBe(1);
		refuseFirst(at, 401);
		await at.request();
		expect(at.service.logins).toBe(2);
	});

	it('and that another process stored is tried once, though its end has passed', async () => {
		const { service, request, credential } = await settled();
		credential.sessionKey = jwt({ ...inSeconds(-HOUR), of: accounts });
		await request();
		expect(service.sent).toEqual([credential.sessionKey]);
		expect(service.logins).toBe(1);
	});

	it('and was never sent within its time is not sent after it', async () => {
		const { service, request, credential, pressTest } = await settled();
		const newer = jwt({ ...inSeconds(0), of: accounts });
		await pressTest(newer);
		wait(LIFE);
		credential.sessionKey = newer;
		await request();
		expect(service.sent).not.toContain(newer);
		expect(service.logins).toBe(2);
	});
});

it.each([
	['no JWT', 'abc'],
	['nothing', ''],
	['dots alone', '..'],
	['a middle that is no JSON', 'a.!!!.c'],
	['claims that are none', jwt(null)],
	['claims that are a list', jwt([{ exp: 1 }])],
])('a session of %s says nothing of itself', (_what, session) => {
	expect(claims(session)).toEqual({});
});

it('claims are read from the alphabet of sessions', () => {
	expect(claims(jwt({ sub: '???>>>ÿÿÿ~~~' }))).toEqual({ sub: '???>>>ÿÿÿ~~~' });
});

it.each([{ exp: '1' }, { exp: null }, { sub: 'account' }])(
	'a session that says %j never seems over',
	async (told) => {
		const { service, request } = newAccount();
		service.claims = () => told;
		await request();
		wait(1000 * HOUR);
		await request();
		expect(service.logins).toBe(1);
	},
);

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
