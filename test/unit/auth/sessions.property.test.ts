import fc from 'fast-check';

import { connect } from '../../../nodes/auth/authenticator';
import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/requestOptions';
import { runs } from '../../support/runs';
import { type Reply, scriptedEngine } from '../../support/scriptedEngine';

/**
 * A service account over a long life, against a service that keeps books: sessions that end by time,
 * by number of calls, by a login elsewhere; clocks that differ; refusals that are about the request;
 * logins that fail; parallel requests; other processes.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What a login is answered with, and how long the next one waits (docs/signing-in.md). */
const LOGINS: Record<string, { reply?: Reply; held: number }> = {
	SUCCESS: { held: 0 },
	FAILED: {
		reply: { statusCode: 200, body: { type: 'FAILED', attemptsLeft: 4 } },
		held: 24 * HOUR,
	},
	'403 JSON': { reply: { statusCode: 403, body: { message: 'no' } }, held: 24 * HOUR },
	'two-factor': { reply: { statusCode: 200, body: { should_check_two_factor: true } }, held: HOUR },
	'403 page': { reply: { statusCode: 403, body: '<h1>Blocked</h1>' }, held: 30 * SECOND },
	'403 text': { reply: { statusCode: 403, body: 'Forbidden' }, held: 30 * SECOND },
	404: { reply: { statusCode: 404, body: { message: 'no route' } }, held: 30 * SECOND },
	page: { reply: { statusCode: 200, body: '<h1>Maintenance</h1>' }, held: 30 * SECOND },
	500: { reply: { statusCode: 500 }, held: 30 * SECOND },
	503: { reply: { statusCode: 503 }, held: 0 },
	lost: { held: 0 },
};

const ENDS: Record<string, Reply> = {
	401: { statusCode: 401, body: { message: 'no' } },
	403: { statusCode: 403, body: { message: 'no' } },
	400: { statusCode: 400, body: { message: 'no' } },
	page: { statusCode: 200, body: '<h1>Log in</h1>' },
	words: { statusCode: 200, body: { type: 'FAILED', message: 'expired' } },
};
/** The two ends that are renewed; the others are an error. */
const isToldPlainly = (end: string) => end === '401' || end === '403';

interface Kind {
	end: string;
	token: 'opaque' | 'exp' | 'iat and exp';
	lifeMs: number;
	calls: number;
	/** How far the service's clock is ahead of ours. */
	aheadMs: number;
	single: boolean;
}

const kind: fc.Arbitrary<Kind> = fc.record({
	end: fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom('401', '403') },
		fc.constantFrom(...Object.keys(ENDS)),
	),
	token: fc.constantFrom('opaque', 'exp', 'iat and exp'),
	lifeMs: fc.constantFrom(15 * MINUTE, 2 * HOUR, 24 * HOUR),
	calls: fc.constantFrom(Infinity, Infinity, 12, 30),
	aheadMs: fc.constantFrom(0, 0, 40 * MINUTE, -40 * MINUTE, 30 * HOUR, -30 * HOUR),
	single: fc.boolean(),
});

interface Step {
	wait: number;
	/** What happens before the run. */
	event: 'nothing' | 'the session ends' | 'another process logs in' | 'another secret';
	login: string;
	rows: number;
	kind: Route['kind'];
	/** Which of the rows ask for what is forbidden: every one whose number can be divided by it. */
	forbidden: number;
	/** Takes no session at all. */
	isDeaf: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
	wait: fc.constantFrom(0, SECOND, 31 * SECOND, 6 * MINUTE, 20 * MINUTE, 61 * MINUTE, 25 * HOUR),
	event: fc.constantFrom(
		'nothing',
		'nothing',
		'the session ends',
		'another process logs in',
		'another secret',
	),
	login: fc.oneof(
		{ weight: 5, arbitrary: fc.constant('SUCCESS') },
		{ weight: 2, arbitrary: fc.constantFrom(...Object.keys(LOGINS)) },
	),
	rows: fc.integer({ min: 1, max: 6 }),
	kind: fc.constantFrom('read', 'write'),
	forbidden: fc.oneof({ weight: 4, arbitrary: fc.constant(Infinity) }, fc.constantFrom(1, 2)),
	isDeaf: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Session {
	since: number;
	calls: number;
	/** It was given to the process under test. */
	isOurs: boolean;
	/** By 401 or 403, and by 401. */
	isRefused: boolean;
	isPlainlyRefused: boolean;
	isClosed: boolean;
}

class Service {
	sessions = new Map<string, Session>();
	login = 'SUCCESS';
	isDeaf = false;
	/** Of the process under test. */
	logins: Array<{ at: number; stored: string; wasNeedless: boolean }> = [];
	loginsUnderWay = 0;
	/** Of each request, how often it was sent, and answered with a status of success. */
	sends = new Map<string, { sent: number; done: number }>();
	wrongs: string[] = [];

	constructor(
		readonly name: string,
		readonly kind: Kind,
		readonly stored: () => string,
	) {}

	isOpen(key: string): boolean {
		const session = this.sessions.get(key);
		if (!session || session.isClosed) return false;
		return session.calls < this.kind.calls && Date.now() - session.since < this.kind.lifeMs;
	}

	/** By a clock that is ahead of the service's, of a session whose beginning on that clock is not known. */
	seemsOver(key: string): boolean {
		const { since, isOurs } = this.sessions.get(key)!;
		const { token, lifeMs, aheadMs } = this.kind;
		const knowsItsTime = token === 'opaque' || (token === 'iat and exp' && isOurs);
		const exp = since + aheadMs + lifeMs;
		return !knowsItsTime && since < exp && exp <= Date.now();
	}

	start(isOurs: boolean): string {
		if (this.kind.single) for (const one of this.sessions.values()) one.isClosed = true;
		const since = Date.now();
		const { token, lifeMs, aheadMs } = this.kind;
		const number = this.sessions.size;
		const iat = (since + aheadMs) / SECOND;
		const exp = iat + lifeMs / SECOND;
		const said = { opaque: {}, exp: { exp }, 'iat and exp': { iat, exp } }[token];
		const key = `h.${part({ name: this.name, number, ...said })}.s`;
		const session = {
			since,
			calls: 0,
			isOurs,
			isRefused: false,
			isPlainlyRefused: false,
			isClosed: false,
		};
		this.sessions.set(key, session);
		return key;
	}

	answer = async (asked: { url: string; headers?: object; qs?: object }) => {
		if (asked.url.endsWith('/login-api')) return await this.logIn();
		const { id } = asked.qs as { id: string };
		const entry = { sent: 0, done: 0, ...this.sends.get(id) };
		this.sends.set(id, entry);
		entry.sent++;
		const key = (asked.headers as Record<string, string>)['X-AUTHORIZATION']!;
		const session = this.sessions.get(key)!;
		const { token, lifeMs } = this.kind;
		const knowsItsTime = token === 'iat and exp' && session.isOurs;
		if (knowsItsTime && Date.now() - session.since >= lifeMs)
			this.wrongs.push('sent past its time');
		await turns(entry.sent);
		const reply =
			this.isDeaf || !this.isOpen(key) ? ENDS[this.isDeaf ? 401 : this.kind.end]! : undefined;
		if (reply === undefined) session.calls++;
		const answer =
			reply ??
			(asked.url.endsWith('/forbidden')
				? { statusCode: 403, body: { message: 'not for you' } }
				: { statusCode: 200, body: { id: 1 } });
		if (answer.statusCode === 401) session.isPlainlyRefused = true;
		if (answer.statusCode === 401 || answer.statusCode === 403) session.isRefused = true;
		if (answer.statusCode < 300) entry.done++;
		return answer;
	};

	private async logIn(): Promise<Reply> {
		const stored = this.stored();
		const isRefused = this.sessions.get(stored)?.isPlainlyRefused === true;
		// A login that failed may be tried again for the same session.
		const isFirst = this.logins.every((login) => login.stored !== stored);
		const wasNeedless = isFirst && this.isOpen(stored) && !isRefused && !this.seemsOver(stored);
		this.logins.push({ at: Date.now(), stored, wasNeedless });
		if (++this.loginsUnderWay > 1) this.wrongs.push('two logins at once');
		await turns(3);
		this.loginsUnderWay--;
		if (this.login === 'lost') throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
		const { reply } = LOGINS[this.login]!;
		return reply ?? { statusCode: 200, body: { type: 'SUCCESS', sessionKey: this.start(true) } };
	}
}

const turns = async (many: number) => {
	for (let n = 0; n < many; n++) await Promise.resolve();
};

let lives = 0;

beforeEach(() =>
	jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['queueMicrotask', 'nextTick'] }),
);
afterEach(() => jest.useRealTimers());

it('one login for each end, none that is held, and the run goes on', async () => {
	await fc.assert(
		fc.asyncProperty(kind, fc.array(step, { minLength: 1, maxLength: 10 }), async (drawn, life) => {
			const service = new Service(`life ${++lives}`, drawn, () => credential.sessionKey);
			const credential = {
				baseUrl: 'https://crm.example',
				loginPath: '/login-api',
				email: service.name,
				['password']: 'secret',
				sessionHeader: 'raw',
				companyProfileId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
				sessionKey: '',
				sessionAccount: '',
			};
			const context = scriptedEngine(credential, service.answer as never);
			const heldUntil = new Map<string, number>();
			/** Since when there may be doubt about a session that was refused before it was taken. */
			let doubtedAt = -Infinity;
			for (const [n, now] of life.entries()) {
				jest.setSystemTime(Date.now() + now.wait);
				if (now.event === 'the session ends') {
					for (const one of service.sessions.values()) one.isClosed = true;
				}
				if (now.event === 'another process logs in' && credential.sessionAccount !== '') {
					credential.sessionKey = service.start(false);
				}
				if (now.event === 'another secret') credential['password'] = `secret ${n}`;
				Object.assign(service, { login: now.login, isDeaf: now.isDeaf });
				service.sends.clear();
				const before = service.logins.length;
				const { sessionKey: stored, password } = credential;
				const left = drawn.calls - (service.sessions.get(stored)?.calls ?? 0);
				const wasRefused = service.sessions.get(stored)?.isRefused;
				const isGood =
					service.isOpen(stored) &&
					!service.seemsOver(stored) &&
					!wasRefused &&
					left >= now.rows &&
					!now.isDeaf;
				const knownEnd = isToldPlainly(drawn.end);

				const connection = await connect(context, 'serviceAccount', { maxAttempts: 1 });
				const isForbidden = (row: number) => (row + 1) % now.forbidden === 0;
				const outcomes = await Promise.allSettled(
					Array.from({ length: now.rows }, async (_, row) => {
						const path = isForbidden(row) ? '/forbidden' : '/free';
						const route: Route = {
							method: 'GET',
							path,
							kind: now.kind,
							purpose: 'try',
							subject: 'the thing',
						};
						return await requestJson(connection, route, { query: { id: `${n} ${row}` } });
					}),
				);
				const logins = service.logins.slice(before);
				const held = (heldUntil.get(password) ?? 0) > Date.now();
				const free = outcomes.filter((_, row) => !isForbidden(row));
				const went = free.every(({ status }) => status === 'fulfilled');

				expect(service.wrongs).toEqual([]);
				for (const { sent, done } of service.sends.values()) {
					expect(sent).toBeLessThanOrEqual(4);
					// A write ends with its first answer of success, be it a lie.
					if (now.kind === 'write') expect(done).toBeLessThanOrEqual(1);
				}
				if (held) expect(logins).toEqual([]);
				// What judged nobody may be tried again at once, by the next row.
				if (LOGINS[now.login]!.held > 0 || now.login === 'SUCCESS') {
					const ends = drawn.calls === Infinity ? 1 : 2;
					expect(logins.length).toBeLessThanOrEqual(now.forbidden === Infinity ? ends : ends + 1);
				}
				const isSure = Date.now() - doubtedAt >= HOUR;
				// A good session is used, without a login where nothing is forbidden.
				if (isGood) expect(went).toBe(true);
				if (isGood && isSure && now.forbidden === Infinity) expect(logins).toEqual([]);
				// Where a login is possible, an end that is told plainly does not end the run.
				const maySignIn = now.login === 'SUCCESS' && !held && !now.isDeaf;
				if (maySignIn && knownEnd && isSure) expect(went).toBe(true);

				if (logins.length > 0 && now.login !== 'SUCCESS') {
					heldUntil.set(password, Date.now() + LOGINS[now.login]!.held);
				}
				const mayHave403 = now.forbidden < Infinity || drawn.end === '403';
				if (!went || (mayHave403 && logins.length > 0)) doubtedAt = Date.now();
			}
			const needless = service.logins.filter(({ wasNeedless }) => wasNeedless);
			for (const [n, { at }] of needless.entries()) {
				if (n > 0) expect(at - needless[n - 1]!.at).toBeGreaterThanOrEqual(HOUR);
			}
		}),
		runs(300),
	);
});
