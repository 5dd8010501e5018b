import fc from 'fast-check';

import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/requestOptions';
import { connect } from '../../../nodes/auth/connect';
import { runs } from '../../support/runs';
import { type Reply, scriptedEngine } from '../../support/scriptedEngine';

/**
 * Sessions over a long life, against a service that keeps books: ends told in any way, refusals that
 * are about the request, logins that fail, parallel requests, time passing.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const READ: Route = { method: 'GET', path: '/read', kind: 'read', purpose: 'read' };
const WRITE: Route = { method: 'PUT', path: '/write', kind: 'write', purpose: 'write' };

const ENDS = [401, 403, 400, 'redirect', 'failed200'] as const;
type End = (typeof ENDS)[number];
const LOGINS = ['SUCCESS', 'FAILED', '500', '503', 'lost'] as const;
type Login = (typeof LOGINS)[number];
/** So long each kind of answer holds the next login back (docs/signing-in.md, "A refused login"). */
const HELD: Record<Login, number> = {
	SUCCESS: 0,
	FAILED: 24 * HOUR,
	500: MINUTE / 2,
	503: 0,
	lost: 0,
};

const refusalOf = (end: End): Reply => {
	if (end === 'redirect') return { statusCode: 302, headers: { location: '/log-in' } };
	if (end === 'failed200') return { statusCode: 200, body: { type: 'FAILED' } };
	return { statusCode: end, body: { message: 'no' } };
};

class Service {
	end: End = 401;
	login: Login = 'SUCCESS';
	/** Sessions that are open. */
	open = new Set<string>();
	/** Sessions that were refused though they were open. */
	refused = new Set<string>();
	/** Whether the next requests are refused for what they ask. */
	forbids = false;
	/** Takes no session at all, with 401. */
	isDeaf = false;
	logins = 0;
	loginsAtOnce = 0;
	mostLoginsAtOnce = 0;
	given = 0;
	/** Of each request, how often it was sent, and answered with a status of success. */
	sends = new Map<string, { sent: number; done: number }>();

	answer = async ({ url, headers, qs }: { url: string; headers?: object; qs?: object }) => {
		if (url.endsWith('/log-in')) return { statusCode: 200, body: '<h1>Log in</h1>' };
		if (url.endsWith('/login-api')) return await this.logIn();
		const entry = { sent: 0, done: 0, ...this.sends.get((qs as { id: string }).id) };
		this.sends.set((qs as { id: string }).id, entry);
		entry.sent++;
		const session = (headers as Record<string, string>)['X-AUTHORIZATION'];
		await turns(entry.sent);
		if (this.isDeaf || this.forbids) this.refused.add(session);
		if (this.isDeaf) return refusalOf(401);
		if (!this.open.has(session)) {
			const refusal = refusalOf(this.end);
			if (refusal.statusCode < 300) entry.done++;
			return refusal;
		}
		if (this.forbids) return refusalOf(403);
		entry.done++;
		return { statusCode: 200, body: { id: 1 } };
	};

	private async logIn(): Promise<Reply> {
		this.logins++;
		this.mostLoginsAtOnce = Math.max(this.mostLoginsAtOnce, ++this.loginsAtOnce);
		await turns(3);
		this.loginsAtOnce--;
		if (this.login === 'lost') throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
		if (this.login === '500' || this.login === '503') return { statusCode: Number(this.login) };
		if (this.login === 'FAILED') return { statusCode: 200, body: { type: 'FAILED' } };
		const sessionKey = `${this.name} ${++this.given}`;
		this.open.add(sessionKey);
		return { statusCode: 200, body: { type: 'SUCCESS', sessionKey } };
	}

	constructor(readonly name: string) {}
}

const turns = async (many: number) => {
	for (let n = 0; n < many; n++) await Promise.resolve();
};

interface Step {
	rows: number;
	writes: boolean;
	ends: boolean;
	end: End;
	login: Login;
	forbids: boolean;
	isDeaf: boolean;
	minutes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
	rows: fc.integer({ min: 1, max: 6 }),
	writes: fc.boolean(),
	ends: fc.boolean(),
	end: fc.constantFrom(...ENDS),
	login: fc.oneof(
		{ weight: 3, arbitrary: fc.constant('SUCCESS' as const) },
		fc.constantFrom(...LOGINS),
	),
	forbids: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
	isDeaf: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
	minutes: fc.constantFrom(0, 1, 6, 61, 25 * 60),
});

let lives = 0;

beforeEach(() =>
	jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['queueMicrotask', 'nextTick'] }),
);
afterEach(() => jest.useRealTimers());

it('one login for an ended session, no write after a success, no login while one is held back', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (life) => {
			const service = new Service(`life ${++lives}`);
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
			let heldUntil = 0;
			let failedAt = -Infinity;
			for (const [n, now] of life.entries()) {
				jest.setSystemTime(Date.now() + now.minutes * MINUTE);
				if (now.ends) service.open.clear();
				const { end, login, forbids, isDeaf } = now;
				Object.assign(service, { end, login, forbids, isDeaf, logins: 0 });
				const wasEmpty = credential.sessionKey === '';
				const isOpen = service.open.has(credential.sessionKey);
				const wasRefused = service.refused.has(credential.sessionKey);
				const route = now.writes ? WRITE : READ;

				const connection = await connect(context, 'serviceAccount');
				const outcomes = await Promise.allSettled(
					Array.from(
						{ length: now.rows },
						async (_, row) =>
							await requestJson(connection, route, { query: { id: `${n} ${row}` } }),
					),
				);

				for (const { sent, done } of service.sends.values()) {
					expect(sent).toBeLessThanOrEqual(4);
					// A write ends with its first answer of success, be it a lie.
					if (now.writes) expect(done).toBeLessThanOrEqual(1);
				}
				service.sends.clear();
				const held = Date.now() < heldUntil;
				if (held) expect(service.logins).toBe(0);
				const isQuiet = isOpen && !wasRefused && !forbids && !isDeaf;
				if (isQuiet) expect(service.logins).toBe(0);
				// Those who ask while one is under way share it. What was no verdict may be tried again.
				expect(service.logins).toBeLessThanOrEqual(
					HELD[login] > 0 || login === 'SUCCESS' ? 1 : now.rows,
				);
				expect(service.mostLoginsAtOnce).toBeLessThanOrEqual(1);

				const succeeded = outcomes.every(({ status }) => status === 'fulfilled');
				if (isQuiet) expect(succeeded).toBe(true);
				const isMended = login === 'SUCCESS' && !held && !forbids && !isDeaf;
				const doubted = end === 401 ? 5 * MINUTE : HOUR;
				const isCertain = wasEmpty || Date.now() - failedAt >= doubted;
				const isOpenQuestion = end === 'failed200' && now.writes;
				if (isMended && isCertain && !isOpenQuestion) expect(succeeded).toBe(true);

				if (service.logins > 0 && login !== 'SUCCESS') heldUntil = Date.now() + HELD[login];
				// A session that was refused before it was ever taken speaks against another for a while.
				if (!succeeded) failedAt = Date.now();
			}
		}),
		runs(150),
	);
});
