import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/requestOptions';
import { type Account, signInAnew } from '../../../nodes/auth/login';
import { connect } from '../../../nodes/auth/connect';
import { type Reply, scriptedEngine } from '../../support/scriptedEngine';

/** When a refused request makes a service account sign in again, one case after the other. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = 1_800_000_000_000;

beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

const read = (path = '/read'): Route => ({ method: 'GET', path, kind: 'read', purpose: 'read' });
const WRITE: Route = { method: 'PUT', path: '/write', kind: 'write', purpose: 'write' };

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const good: Reply = { statusCode: 200, body: { id: 1 } };
const refused = (statusCode: number): Reply => ({ statusCode, body: { message: 'no' } });

let accounts = 0;

/** An account and its service, which counts its logins and answers requests as it is told. */
function account() {
	const service = {
		logins: 0,
		sent: [] as string[],
		/** More requests than the test has reason for. */
		limit: 50,
		/** How long a session says that it lives; nothing where it does not say. */
		lives: undefined as number | undefined,
		/** What it writes before a session when it gives one. */
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
			const exp = service.lives === undefined ? undefined : (Date.now() + service.lives) / 1000;
			const session = `h.${part({ name, exp, number: ++service.logins })}.s`;
			return { statusCode: 200, body: { type: 'SUCCESS', sessionKey: service.before + session } };
		}
		const session = String((headers as Record<string, unknown>)['X-AUTHORIZATION']);
		if (service.sent.push(session) > service.limit) throw new Error('No end in sight');
		return service.answer(session, path);
	});
	const run = async () => {
		const connection = await connect(context, 'serviceAccount', { maxAttempts: 1 });
		return async (route: Route = read()) => await requestJson(connection, route);
	};
	return { service, credential, run };
}

/** An account whose session the service has taken, some time ago. */
async function settled() {
	const at = account();
	await (
		await at.run()
	)();
	wait(10 * MINUTE);
	at.service.sent.length = 0;
	return at;
}

describe('403', () => {
	it('on a session that this run has used with success is about the request', async () => {
		const { service, run } = await settled();
		const request = await run();
		await request();
		service.answer = () => refused(403);
		await expect(request()).rejects.toThrow('403');
		expect(service.logins).toBe(1);
		expect(service.sent).toHaveLength(2);
	});

	it('on a session that was taken long ago ends it for all requests under way', async () => {
		const { service, run } = await settled();
		service.answer = (session) => (session === service.sent[0] ? refused(403) : good);
		const request = await run();
		await Promise.all(Array.from({ length: 5 }, async () => await request()));
		expect(service.logins).toBe(2);
		expect(service.sent).toHaveLength(10);
	});

	it('on a session that says that its time is over is not, though it was taken a moment ago', async () => {
		const at = account();
		at.service.lives = 15 * MINUTE;
		const request = await at.run();
		await request();
		wait(15 * MINUTE);
		at.service.answer = (session) => (session === at.service.sent[0] ? refused(403) : good);
		await request();
		expect(at.service.logins).toBe(2);
	});

	it('renews once a run, however many requests meet it', async () => {
		const { service, run } = await settled();
		const first = () => service.sent[0];
		service.answer = (session, path) =>
			session === first() || path === '/forbidden' ? refused(403) : good;
		const request = await run();
		await request();
		expect(service.logins).toBe(2);
		await expect(request(read('/forbidden'))).rejects.toThrow('403');
		wait(6 * MINUTE);
		await expect(request(read('/forbidden'))).rejects.toThrow('403');
		expect(service.logins).toBe(2);
	});

	it('renews once a run, also where nothing was ever taken in it', async () => {
		const { service, run } = await settled();
		service.answer = () => refused(403);
		const request = await run();
		await expect(request()).rejects.toThrow('403');
		wait(6 * MINUTE);
		await expect(request(read('/another'))).rejects.toThrow('403');
		expect(service.logins).toBe(2);
		expect(service.sent).toHaveLength(3);
	});

	it('that a new session met as well is about that request, for an hour and for that one alone', async () => {
		const { service, run } = await settled();
		service.answer = (_session, path) => (path === '/read' ? good : refused(403));
		const forbidden = async (path: string) =>
			await expect((await run())(read(path))).rejects.toThrow('403');
		await forbidden('/forbidden');
		expect(service.logins).toBe(2);
		wait(6 * MINUTE);
		await forbidden('/forbidden');
		expect(service.logins).toBe(2);
		await forbidden('/another');
		expect(service.logins).toBe(3);
		wait(HOUR - 6 * MINUTE - 1);
		await forbidden('/forbidden');
		expect(service.logins).toBe(3);
		wait(1);
		await forbidden('/forbidden');
		expect(service.logins).toBe(4);
	});
});

describe('401', () => {
	it('ends a session, whenever it was taken last', async () => {
		const { service, run } = await settled();
		const request = await run();
		await request();
		const [first] = service.sent;
		service.answer = (session) => (session === first ? refused(401) : good);
		await request();
		expect(service.logins).toBe(2);
		expect(service.sent).toEqual([first, first, service.sent[2]]);
	});

	it('on a session that was never taken asks for no other one until five minutes have passed', async () => {
		const { service, run } = account();
		service.answer = () => refused(401);
		const request = await run();
		for (let n = 0; n < 4; n++) await expect(request()).rejects.toThrow('401');
		expect(service.logins).toBe(1);
		expect(service.sent).toHaveLength(4);
		wait(5 * MINUTE);
		await expect(request()).rejects.toThrow('401');
		expect(service.logins).toBe(2);
	});

	it('of one request ends no more than four sessions', async () => {
		const { service, run } = await settled();
		service.answer = () => {
			wait(6 * MINUTE);
			return refused(401);
		};
		await expect((await run())()).rejects.toThrow('401');
		expect(service.sent).toHaveLength(4);
		expect(service.logins).toBe(4);
	});

	it('on a session that another process has replaced meanwhile: that newer one is tried', async () => {
		const { service, run, credential } = account();
		const newer = `of another process ${accounts}`;
		service.answer = (session) => {
			if (session === newer) return good;
			credential.sessionKey = newer;
			return refused(401);
		};
		await (
			await run()
		)();
		expect(service.sent).toHaveLength(2);
		expect(service.logins).toBe(1);
	});
});

it('a newer session that a Test of the credential was given is tried before a login', async () => {
	const { service, run, credential } = account();
	const taken = 'given to the Test ';
	service.answer = (session) => (session.startsWith(taken) ? good : refused(401));
	const request = await run();
	await expect(request()).rejects.toThrow('401');
	const sessionKey = `${taken}${accounts}`;
	await signInAnew(credential as unknown as Account, async () => ({
		statusCode: 200,
		body: JSON.stringify({ type: 'SUCCESS', sessionKey }),
	}));
	await request();
	expect(service.sent.slice(1)).toEqual([service.sent[0], sessionKey]);
	expect(service.logins).toBe(1);
});

it('a session left over from a Test long ago is not what takes the place of one that has ended', async () => {
	const { service, run, credential } = await settled();
	const forgotten = `left over ${accounts}`;
	await signInAnew(credential as unknown as Account, async () => ({
		statusCode: 200,
		body: JSON.stringify({ type: 'SUCCESS', sessionKey: forgotten }),
	}));
	wait(24 * HOUR);
	const ended = [credential.sessionKey, forgotten];
	service.answer = (session) => (ended.includes(session) ? refused(403) : good);
	expect(await (await run())()).toEqual({ id: 1 });
	expect(service.logins).toBe(2);
});

it.each(['raw', 'bearer'])(
	'a session that the service gives with "Bearer " before it is renewed as well, sent %s',
	async (sessionHeader) => {
		const { service, run, credential } = account();
		Object.assign(credential, { sessionHeader });
		service.before = 'Bearer ';
		const request = await run();
		await request();
		const [first] = service.sent;
		service.answer = (session) => (session === first ? refused(401) : good);
		await request();
		expect(service.sent).toHaveLength(3);
		expect(service.logins).toBe(2);
		service.answer = () => refused(401);
		await expect(request()).rejects.toThrow('401');
		await expect(request()).rejects.toThrow('401');
		expect(service.logins).toBe(3);
		expect(service.sent).toHaveLength(6);
	},
);

it('a session that the service takes beyond its own end stays', async () => {
	const { service, run } = account();
	service.lives = 15 * MINUTE;
	const request = await run();
	await request();
	wait(16 * MINUTE);
	await request();
	expect(service.sent).toHaveLength(2);
	expect(service.logins).toBe(1);
});

it('of very many refusals that were in vain the oldest is forgotten', async () => {
	const { service, run } = account();
	service.limit = 2000;
	service.answer = () => refused(403);
	const forbidden = async (request: Awaited<ReturnType<typeof run>>, place: number) =>
		await request(read(`/forbidden/${place}`)).catch(() => undefined);
	const first = await run();
	for (let place = 0; place <= 1000; place++) await forbidden(first, place);
	wait(6 * MINUTE);
	const later = await run();
	await forbidden(later, 1);
	expect(service.logins).toBe(1);
	await forbidden(later, 0);
	expect(service.logins).toBe(2);
});

describe('an answer of success that speaks of failure', () => {
	const lie: Reply = { statusCode: 200, body: { type: 'FAILED' } };

	it('to a read: signed in again, and read', async () => {
		const { service, run } = await settled();
		service.answer = (session) => (session === service.sent[0] ? lie : good);
		expect(await (await run())()).toEqual({ id: 1 });
		expect(service.sent).toHaveLength(2);
		expect(service.logins).toBe(2);
	});

	it.each([300, 400, 401, 403, 419, 440])(
		'is none with %i: a write is sent again',
		async (status) => {
			const { service, run } = await settled();
			service.answer = (session) => (session === service.sent[0] ? refused(status) : good);
			expect(await (await run())(WRITE)).toEqual({ id: 1 });
			expect(service.sent).toHaveLength(2);
		},
	);

	it('to a write: not sent again, but the next one has a new session', async () => {
		const { service, run } = await settled();
		service.answer = (session) => (session === service.sent[0] ? lie : good);
		const request = await run();
		await expect(request(WRITE)).rejects.toThrow('it may have been carried out');
		expect(service.sent).toHaveLength(1);
		expect(await request(WRITE)).toEqual({ id: 1 });
		expect(service.sent).toHaveLength(2);
		expect(service.logins).toBe(2);
	});
});

it('a 404 proves nothing of a session, for it may come before anybody looks at that: no login after each', async () => {
	const { service, run } = account();
	service.answer = (_session, path) => refused(path === '/gone' ? 404 : 401);
	const request = await run();
	for (let row = 0; row < 5; row++) {
		await expect(request(read('/gone'))).rejects.toThrow('404');
		await expect(request()).rejects.toThrow('401');
	}
	expect(service.logins).toBe(1);
	expect(service.sent).toHaveLength(10);
});

it('answers that speak of neither leave the session alone', async () => {
	const { service, run } = await settled();
	const request = await run();
	for (const status of [404, 409, 422, 500]) {
		service.answer = () => refused(status);
		await expect(request()).rejects.toThrow(String(status));
	}
	service.answer = () => good;
	await request();
	expect(service.logins).toBe(1);
	expect(new Set(service.sent).size).toBe(1);
});
