import type { IHttpRequestOptions } from 'n8n-workflow';
import fc from 'fast-check';

import { createContact } from '../../../nodes/api/contacts';
import type { Connection } from '../../../nodes/transport/connection';
import type { ServiceError } from '../../../nodes/transport/errors';
import { MANUAL_RUN, RateLimiter } from '../../../nodes/transport/rateLimiter';
import { requestJson } from '../../../nodes/transport/request';
import { nap } from '../../support/nodeJs.cjs';
import { runs } from '../../support/runs';
import { fault, json, script, type Scripted } from '../../support/scripted';

// n8n's own sleeps by the real clock, which all test files of a worker share.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.requireActual<{ nap: unknown }>('../../support/nodeJs.cjs').nap,
}));

/** Runs of several minutes against a service that limits its requests or breaks down, with fake timers. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => void jest.useFakeTimers({ advanceTimers: false }));
afterEach(() => void jest.useRealTimers());

type Act = (connection: Connection, row: string) => Promise<unknown>;

interface Request {
	row: string;
	/** Counted from 1. */
	count: number;
	/** Milliseconds since the run began. */
	atMs: number;
}

const TOOK_MS = 20;

const rowsOf = (many: number) => Array.from({ length: many }, (_, n) => `row ${n}`);

/** A run that does something for each row, several at a time, with one limiter. */
async function run(
	service: (request: Request) => Scripted,
	many: number,
	{ concurrency = 5, act = create, isByHand = false, onResponse = undefined as never } = {},
) {
	const start = Date.now();
	const asked: IHttpRequestOptions[] = [];
	const answer = async () => {
		const { body, qs } = (asked[asked.length] = sent.at(-1)!);
		const row = /row \d+/.exec(`${String(body)} ${JSON.stringify(qs)}`)?.[0] ?? '';
		const reply = service({ row, count: asked.length, atMs: Date.now() - start });
		await nap(TOOK_MS);
		if (reply instanceof Error) throw reply;
		return (typeof reply === 'function' ? await reply() : reply) as { statusCode: number };
	};
	const { connection, sent } = await script(Array(5000).fill(answer) as Scripted[], { onResponse });
	const retry = {
		...connection.retry,
		limiter: new RateLimiter(isByHand ? MANUAL_RUN : undefined),
	};
	const done: string[] = [];
	const failed: ServiceError[] = [];
	const left = rowsOf(many);
	const worker = async () => {
		for (let row = left.shift(); row !== undefined; row = left.shift()) {
			const acted = act({ ...connection, retry }, row).then(() => row!);
			await acted.then(
				(name) => done.push(name),
				(error) => failed.push(error),
			);
		}
	};
	let tookMs: number | undefined;
	const workers = Array.from({ length: concurrency }, worker);
	void Promise.all(workers).finally(() => (tookMs = Date.now() - start));
	for (let n = 0; tookMs === undefined && n < 20_000; n++) {
		await jest.advanceTimersByTimeAsync(SECOND);
	}
	return {
		asked,
		tookMs: tookMs ?? Infinity,
		done,
		open: failed.filter(({ mayHaveHappened }) => mayHaveHappened),
		refused: failed.filter(({ mayHaveHappened }) => !mayHaveHappened),
	};
}

const create: Act = async (connection, row) =>
	await createContact(connection, {
		personalInfos: [{ name: 'Voornaam', value: row }],
		timestamp: 1,
		audienceId: 'a',
		contactType: 'CONSUMER',
	});

const READ = {
	method: 'GET',
	path: '/things',
	kind: 'read',
	purpose: 'get the thing',
	subject: 'the thing',
} as const;
const read: Act = async (connection, row) =>
	await requestJson(connection, READ, { query: { row } });

const BREAKS: Record<string, Scripted> = {
	503: json({ message: 'Maintenance' }, 503),
	'522 of Cloudflare': { statusCode: 522, body: 'error code: 522' },
	reset: fault({ code: 'ECONNRESET' }),
	refused: fault({ code: 'ECONNREFUSED' }),
};
const OK = json({ id: 1 });

/** This many writes meet an outage of a minute or two: those under way, then one for each backoff. */
const MOST_RISKED = 25;

it.each(Object.keys(BREAKS))(
	'an outage of a minute (%s) meets few rows of an import; the rest is created, each row once',
	async (kind) => {
		const created: string[] = [];
		const { done, open, refused } = await run(({ row, atMs }) => {
			const isDown = atMs > 100 && atMs < MINUTE;
			if (!isDown) created.push(row);
			return isDown ? BREAKS[kind] : OK;
		}, 200);
		expect(refused).toEqual([]);
		expect(open.length).toBeLessThanOrEqual(kind === 'refused' ? 0 : MOST_RISKED);
		expect(done).toHaveLength(200 - open.length);
		expect(done.sort()).toEqual(created.sort());
	},
);

it.each(Object.keys(BREAKS))(
	'a service that stays down (%s): after two minutes the rows left are not sent, and say so',
	async (kind) => {
		const { open, refused, tookMs } = await run(() => BREAKS[kind], 200);
		expect(Math.abs(tookMs - 2 * MINUTE)).toBeLessThan(0.2 * MINUTE);
		expect(open.length).toBeLessThanOrEqual(kind === 'refused' ? 0 : MOST_RISKED);
		expect(open.length + refused.length).toBe(200);
		const unsent = refused.filter(({ message }) => message.endsWith('; it was not sent'));
		expect(unsent.length).toBeGreaterThanOrEqual(200 - MOST_RISKED);
		expect(unsent[0].description).toContain('No answer for 2 minutes.');
		expect(`${unsent[0].message} ${unsent[0].description}`).not.toContain('may have been');
	},
);

it('a read outlasts an outage of a minute', async () => {
	const service = ({ atMs }: Request) => (atMs < MINUTE ? BREAKS[503] : OK);
	expect((await run(service, 1, { act: read })).done).toHaveLength(1);
});

describe('in a run by hand', () => {
	it.each<[what: string, ms: number, margin: number, service: (request: Request) => Scripted]>([
		['has not answered once', 20 * SECOND, 2 * SECOND, () => BREAKS.refused],
		['answered before', 2 * MINUTE, 18 * SECOND, ({ count }) => (count === 1 ? OK : BREAKS[503])],
		['limits requests, which is an answer', 10 * MINUTE, 18 * SECOND, () => json({}, 429)],
	])('a service that %s is waited for %i ms', async (_, ms, margin, service) => {
		const { tookMs } = await run(service, 10, { isByHand: true, act: read });
		expect(Math.abs(tookMs - ms)).toBeLessThan(margin);
	});

	it('no request takes longer than that before the first answer', async () => {
		const { asked } = await run(() => OK, 3, { isByHand: true, concurrency: 1 });
		expect(asked.map(({ timeout }) => timeout)).toEqual([20 * SECOND, MINUTE, MINUTE]);
	});
});

it('a limit that lets nothing through is waited for ten minutes; then nothing is sent', async () => {
	const { open, refused, tookMs } = await run(() => json({}, 429), 50);
	expect(Math.abs(tookMs - 10 * MINUTE)).toBeLessThan(0.5 * MINUTE);
	expect(open).toEqual([]);
	expect(refused).toHaveLength(50);
	const unsent = refused.find(({ message }) => message.endsWith('it was not sent'));
	expect(unsent?.status).toBe(429);
});

it('a wait that is longer than the time left is not begun', async () => {
	const { refused, tookMs } = await run(() => json({}, 429, { 'Retry-After': '601' }), 50);
	expect(refused).toHaveLength(50);
	expect(tookMs).toBeLessThanOrEqual(SECOND);
});

it('all rows respect a limit with a wait, and each is created once', async () => {
	const property = fc.asyncProperty(
		fc.integer({ min: 1, max: 80 }),
		fc.integer({ min: 1, max: 20 }),
		fc.integer({ min: 1, max: 30 }),
		fc.integer({ min: SECOND, max: 3 * MINUTE }),
		fc.constantFrom('Retry-After', 'RateLimit-Reset', 'X-RateLimit-Reset'),
		async (many, concurrency, limit, windowMs, header) => {
			const created: string[] = [];
			let used = 0;
			let endsAt = 0;
			const service = ({ row, atMs }: Request) => {
				if (atMs >= endsAt) [used, endsAt] = [0, atMs + windowMs];
				const seconds = String(Math.ceil((endsAt - atMs) / SECOND));
				if (++used > limit) return json({}, 429, { [header]: seconds });
				created.push(row);
				return OK;
			};
			const { asked } = await run(service, many, { concurrency });
			expect(created.sort()).toEqual(rowsOf(many).sort());
			expect(asked.length).toBeLessThan(many + (many / limit + 1) * (concurrency + 1));
		},
	);
	await fc.assert(property, runs(30));
});

it('one record that always fails is given up, and hardly delays the others', async () => {
	const service = ({ row }: Request) => (row === 'row 3' ? BREAKS[503] : OK);
	const { done, refused, tookMs } = await run(service, 4000, { act: read });
	expect(done).toHaveLength(3999);
	expect(refused).toMatchObject([{ status: 503 }]);
	expect(tookMs).toBeLessThan(MINUTE);
});

it('a login that nobody judged holds back the run, whose writes are sent once it works', async () => {
	let sends = 0;
	const later = { code: '', message: 'down', signIn: 'later', retryAfterMs: 30 * SECOND };
	const judge = async () => (++sends <= 5 ? later : 'kept');
	const { done, tookMs } = await run(() => OK, 20, { onResponse: judge as never });
	expect(done).toHaveLength(20);
	expect(Math.abs(tookMs - 35 * SECOND)).toBeLessThan(5 * SECOND);
});
