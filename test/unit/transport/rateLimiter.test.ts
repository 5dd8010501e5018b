import type { IHttpRequestOptions } from 'n8n-workflow';
import fc from 'fast-check';

import { createContact } from '../../../nodes/api/contacts';
import type { Connection } from '../../../nodes/transport/connection';
import type { ServiceError } from '../../../nodes/transport/errors';
import { BY_HAND, RateLimiter } from '../../../nodes/transport/rateLimiter';
import { requestJson } from '../../../nodes/transport/request';
import { nap } from '../../support/nodeJs.cjs';
import { runs } from '../../support/runs';
import { fault, json, script, type Scripted } from '../../support/scripted';

// n8n's own sleeps by the real clock, for tests share it.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: jest.requireActual<{ nap: unknown }>('../../support/nodeJs.cjs').nap,
}));

/** Runs against a service that keeps a pace or breaks down, minutes long, on a clock of their own. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => void jest.useFakeTimers({ advanceTimers: false }));
afterEach(() => void jest.useRealTimers());

type Act = (connection: Connection, row: string) => Promise<unknown>;

interface Request {
	method: string;
	row: string;
	/** Counted from 1. */
	count: number;
	/** Milliseconds since the run began. */
	atMs: number;
}

const TOOK_MS = 20;

/** A run that does something for each row, some side by side, through one pace. */
async function run(
	service: (request: Request) => Scripted,
	many: number,
	{ concurrency = 5, act = create, isByHand = false, onResponse = undefined as never } = {},
) {
	const start = Date.now();
	const asked: IHttpRequestOptions[] = [];
	const answer = async () => {
		const { method = '', body, qs } = (asked[asked.length] = sent.at(-1)!);
		const row = /row \d+/.exec(`${String(body)} ${JSON.stringify(qs)}`)?.[0] ?? '';
		const reply = service({ method, row, count: asked.length, atMs: Date.now() - start });
		await nap(TOOK_MS);
		if (reply instanceof Error) throw reply;
		return (typeof reply === 'function' ? await reply() : reply) as { statusCode: number };
	};
	const { connection, sent } = await script(Array(5000).fill(answer) as Scripted[], { onResponse });
	const retry = { ...connection.retry, limiter: new RateLimiter(isByHand ? BY_HAND : undefined) };
	const ended: Array<{ row: string; error?: ServiceError }> = [];
	const left = rowsOf(many);
	const worker = async () => {
		for (let row = left.shift(); row !== undefined; row = left.shift()) {
			const done = row;
			await act({ ...connection, retry }, row).then(
				() => ended.push({ row: done }),
				(error) => ended.push({ row: done, error }),
			);
		}
	};
	const working = Promise.all(Array.from({ length: concurrency }, worker));
	let endedAt = 0;
	void working.finally(() => (endedAt = Date.now()));
	for (let n = 0; endedAt === 0 && n < 20_000; n++) await jest.advanceTimersByTimeAsync(SECOND);
	const failed = ended.flatMap(({ error }) => error ?? []);
	return {
		asked,
		tookMs: endedAt - start,
		done: ended.filter(({ error }) => !error).map(({ row }) => row),
		open: failed.filter(({ mayHaveHappened }) => mayHaveHappened),
		refused: failed.filter(({ mayHaveHappened }) => !mayHaveHappened),
	};
}

const rowsOf = (many: number) => Array.from({ length: many }, (_, n) => `row ${n}`);

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
	502: { statusCode: 502, body: '<html>' },
	503: json({ message: 'Maintenance' }, 503),
	'522 of Cloudflare': { statusCode: 522, body: 'error code: 522' },
	reset: fault({ code: 'ECONNRESET' }),
	refused: fault({ code: 'ECONNREFUSED' }),
};
const OK = json({ id: 1 });

/** So many writes meet an outage of a minute or two: those under way, then one for each backoff. */
const MOST_RISKED = 25;

it.each(Object.keys(BREAKS))(
	'an import meets an outage of a minute (%s) with few rows, and the rest get in, each once',
	async (kind) => {
		const there: string[] = [];
		const { done, open, refused } = await run(({ row, atMs }) => {
			const isDown = atMs > 100 && atMs < MINUTE;
			if (!isDown) there.push(row);
			return isDown ? BREAKS[kind] : OK;
		}, 200);
		expect(refused).toEqual([]);
		expect(open.length).toBeLessThanOrEqual(kind === 'refused' ? 0 : MOST_RISKED);
		expect(done).toHaveLength(200 - open.length);
		expect([...done].sort()).toEqual(there.sort());
	},
);

it.each(Object.keys(BREAKS))(
	'down for good (%s): it ends after two minutes, and what was left was not sent and says so',
	async (kind) => {
		const { asked, open, refused, tookMs } = await run(() => BREAKS[kind], 200);
		expect(tookMs).toBeGreaterThan(1.8 * MINUTE);
		expect(tookMs).toBeLessThan(2.2 * MINUTE);
		expect(asked.length).toBeLessThan(40);
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

it('by hand a service that has not answered once is waited for 20 seconds', async () => {
	const { tookMs, refused } = await run(() => BREAKS.refused, 10, { isByHand: true });
	expect(tookMs).toBeGreaterThan(18 * SECOND);
	expect(tookMs).toBeLessThan(22 * SECOND);
	expect(refused).toHaveLength(10);
	for (const { description } of refused)
		expect(description).toContain('No answer within 20 seconds (a production run');
});

it.each([
	['that answered before', ({ count }: Request) => (count === 1 ? OK : BREAKS[503]), 2],
	['that limits the pace, which is an answer', () => json({}, 429), 10],
])('by hand one %s is waited for as in production', async (_, service, minutes) => {
	const { tookMs } = await run(service, 10, { isByHand: true, act: read });
	expect(tookMs).toBeGreaterThan((minutes - 0.3) * MINUTE);
	expect(tookMs).toBeLessThan((minutes + 0.3) * MINUTE);
});

it('by hand no request takes longer than that, before the first answer', async () => {
	const { asked } = await run(() => OK, 3, {
		isByHand: true,
		concurrency: 1,
	});
	expect(asked.map(({ timeout }) => timeout)).toEqual([20 * SECOND, MINUTE, MINUTE]);
});

it('a limit that lets nothing through is waited for ten minutes, and no longer', async () => {
	const { open, refused, tookMs } = await run(() => json({}, 429), 50);
	expect(tookMs).toBeGreaterThan(9.5 * MINUTE);
	expect(tookMs).toBeLessThan(10.5 * MINUTE);
	expect(open).toEqual([]);
	expect(refused).toHaveLength(50);
	const unsent = refused.find(({ message }) => message.endsWith('it was not sent'));
	expect(unsent).toMatchObject({
		message:
			'Could not create the contact: the Sales CRM is receiving too many requests (429); it was not sent',
		description: expect.stringContaining("Lower 'Concurrent Requests'"),
		status: 429,
	});
});

it('a longer wait than is left is not begun, by any row', async () => {
	const { asked, refused, tookMs } = await run(() => json({}, 429, { 'Retry-After': '601' }), 50);
	expect({ asked: asked.length, refused: refused.length }).toEqual({ asked: 5, refused: 50 });
	expect(tookMs).toBeLessThan(SECOND);
});

it('a limit with a wait is kept by all, and every row gets in, once', async () => {
	const property = fc.asyncProperty(
		fc.integer({ min: 1, max: 80 }),
		fc.integer({ min: 1, max: 20 }),
		fc.integer({ min: 1, max: 30 }),
		fc.integer({ min: SECOND, max: 3 * MINUTE }),
		fc.constantFrom('Retry-After', 'RateLimit-Reset', 'X-RateLimit-Reset'),
		async (many, concurrency, limit, windowMs, header) => {
			const there: string[] = [];
			let used = 0;
			let endsAt = 0;
			const service = ({ row, atMs }: Request) => {
				if (atMs >= endsAt) [used, endsAt] = [0, atMs + windowMs];
				const seconds = String(Math.ceil((endsAt - atMs) / SECOND));
				if (++used > limit) return json({}, 429, { [header]: seconds });
				there.push(row);
				return OK;
			};
			const { asked } = await run(service, many, { concurrency });
			expect(there.sort()).toEqual(rowsOf(many).sort());
			expect(asked.length).toBeLessThan(many + (many / limit + 1) * (concurrency + 1));
		},
	);
	await fc.assert(property, runs(30));
});

it('one thing that always fails is given up after a few tries, and hardly holds up the others', async () => {
	const { done, refused, asked, tookMs } = await run(
		({ row }) => (row === 'row 3' ? BREAKS[502] : OK),
		4000,
		{ act: read },
	);
	expect(done).toHaveLength(3999);
	expect(refused).toMatchObject([{ status: 502 }]);
	expect(asked.length).toBeLessThan(4020);
	expect(tookMs).toBeLessThan(MINUTE);
});

it('a login that nobody judged holds the run back, and its writes are sent once it works', async () => {
	let sends = 0;
	const judge = async () =>
		++sends <= 5
			? { code: '', message: 'down', signIn: 'later', retryAfterMs: 30 * SECOND }
			: 'kept';
	const { done, tookMs } = await run(() => OK, 20, { onResponse: judge as never });
	expect(done).toHaveLength(20);
	expect(tookMs).toBeGreaterThan(30 * SECOND);
	expect(tookMs).toBeLessThan(40 * SECOND);
});
