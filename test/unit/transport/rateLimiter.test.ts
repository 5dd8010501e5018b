import fc from 'fast-check';

import { createContact } from '../../../nodes/api/contacts';
import type { Connection } from '../../../nodes/transport/connection';
import type { ServiceError } from '../../../nodes/transport/errors';
import { MANUAL_RUN, next, RateLimiter, type State } from '../../../nodes/transport/rateLimiter';
import type { HttpOutcome } from '../../../nodes/transport/types';
import { nap } from '../../support/nodeJs.cjs';
import { runs } from '../../support/runs';
import { fault, json, script, type Reply } from '../../support/scripted';

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

describe('what one outcome tells of the service', () => {
	const answer = (status: number, headers = {}): HttpOutcome => ({ status, headers, body: '' });
	const deadline = { ms: 2 * MINUTE, words: 'No answer for 2 minutes.' };
	const limit = { ms: 10 * MINUTE, words: 'Too many requests for 10 minutes.' };
	const open: State = { is: 'open', unansweredSince: 0, deadline };
	const blockedBy = answer(503);
	const down: State = { ...open, is: 'down', blockedBy, tries: 3, until: 5 * SECOND };
	const limited: State = { ...down, is: 'limited', blockedBy: answer(429), deadline: limit };
	const over: State = { ...open, is: 'over', blockedBy, gaveUp: deadline.words };
	const OPEN = { is: 'open', deadline };
	const asking = answer(503, { 'retry-after': '30' });
	const askingToTheEnd = answer(503, { 'retry-after': '119' });
	const askingMore = answer(503, { 'retry-after': '120' });

	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));
	afterEach(() => void jest.restoreAllMocks());

	it.each<[name: string, State, HttpOutcome, atSeconds: number, expected: object]>([
		['an answer opens', down, answer(200), 1, OPEN],
		['a refusal is an answer', down, answer(404), 1, OPEN],
		['an answer opens it after all was given up', over, answer(200), 1, OPEN],
		['an answer during a limit is an old one', limited, answer(200), 1, limited],
		['an answer behind a limit opens', limited, answer(200), 6, OPEN],
		['a request that was never sent says nothing', down, { code: '', message: '' }, 6, down],
		[
			'a first fault waits half a second',
			open,
			blockedBy,
			1,
			{ is: 'down', tries: 1, until: 1500 },
		],
		['a fault of the same moment counts once', down, blockedBy, 1, { tries: 3, until: 5000 }],
		['a later one counts again', down, blockedBy, 6, { tries: 4, until: 10_000 }],
		['a wait that is asked for is kept', down, asking, 1, { is: 'down', until: 31_000 }],
		['two minutes are enough', down, blockedBy, 120, { is: 'over', gaveUp: deadline.words }],
		['a limit may take ten', down, answer(429), 120, { is: 'limited', deadline: limit }],
		[
			'a fault behind a limit has its ten',
			limited,
			blockedBy,
			120,
			{ is: 'down', deadline: limit },
		],
		['ten are enough', limited, answer(429), 600, { is: 'over', gaveUp: limit.words }],
		['a wait to the very end is kept', open, askingToTheEnd, 1, { is: 'down', until: 120_000 }],
		[
			'a longer wait is none',
			open,
			askingMore,
			1,
			{ gaveUp: expect.stringMatching('longer wait') },
		],
		['what was given up stays so', over, answer(429), 1, over],
	])('%s', (_name, state, outcome, atSeconds, expected) => {
		expect(next(state, outcome, atSeconds * SECOND)).toMatchObject(expected);
	});
});

it('only the first fault of an outage counts as an attempt, and a limit never does', () => {
	const record = (limiter: RateLimiter, status: number) =>
		limiter.record({ status, headers: {}, body: '' });
	const limiter = new RateLimiter();
	expect(record(limiter, 503)).toBe(true);
	jest.advanceTimersByTime(5 * SECOND);
	expect(record(limiter, 503)).toBe(false);
	expect(record(limiter, 404)).toBe(true);
	expect(record(new RateLimiter(), 429)).toBe(false);
});

it('a request that goes out shortly before the end may take a second longer, no more', async () => {
	const limiter = new RateLimiter();
	await limiter.waitForTurn(0, undefined);
	expect(limiter.timeoutMs(MINUTE)).toBe(MINUTE);
	jest.advanceTimersByTime(110 * SECOND);
	expect(limiter.timeoutMs(MINUTE)).toBe(11 * SECOND);
	jest.advanceTimersByTime(MINUTE);
	expect(limiter.timeoutMs(MINUTE)).toBe(SECOND);
});

interface Request {
	row: string;
	/** Milliseconds since the run began. */
	atMs: number;
}

const TOOK_MS = 20;

const rowsOf = (many: number) => Array.from({ length: many }, (_, n) => `row ${n}`);

/** A run that does something for each row, several at a time, with one limiter. */
async function run(
	service: (request: Request) => Reply | Error,
	many: number,
	concurrency = 5,
	limiter = new RateLimiter(),
) {
	const start = Date.now();
	const { connection, sent } = await script(async ({ body }) => {
		const [row] = /row \d+/.exec(String(body))!;
		const reply = service({ row, atMs: Date.now() - start });
		await nap(TOOK_MS);
		if (reply instanceof Error) throw reply;
		return reply;
	});
	const retry = { ...connection.retry, limiter };
	const done: string[] = [];
	const failed: ServiceError[] = [];
	const left = rowsOf(many);
	const worker = async () => {
		for (let row = left.shift(); row !== undefined; row = left.shift()) {
			const acted = create({ ...connection, retry }, row).then(() => row!);
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
		times: sent.length,
		tookMs: tookMs ?? Infinity,
		done,
		open: failed.filter(({ mayHaveHappened }) => mayHaveHappened),
		refused: failed.filter(({ mayHaveHappened }) => !mayHaveHappened),
	};
}

const create = async (connection: Connection, row: string) =>
	await createContact(connection, {
		personalInfos: [{ name: 'Voornaam', value: row }],
		timestamp: 1,
		audienceId: 'a',
		contactType: 'CONSUMER',
	});

const BREAKS: Record<string, Reply | Error> = {
	503: json({ message: 'Maintenance' }, 503),
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
		expect(unsent[0].answered).toContain(kind === '503' ? 'Maintenance' : '');
		expect(`${unsent[0].message} ${unsent[0].description}`).not.toContain('may have been');
	},
);

it('a limit that lets nothing through is waited for ten minutes, also by hand; then nothing is sent', async () => {
	const limiter = new RateLimiter(MANUAL_RUN);
	const { open, refused, tookMs } = await run(() => json({}, 429), 50, 5, limiter);
	expect(Math.abs(tookMs - 10 * MINUTE)).toBeLessThan(0.5 * MINUTE);
	expect(open).toEqual([]);
	expect(refused).toHaveLength(50);
	const unsent = refused.find(({ message }) => message.endsWith('it was not sent'));
	expect(unsent?.status).toBe(429);
});

it('all rows respect a limit with a wait, and each is created once', async () => {
	const property = fc.asyncProperty(
		fc.integer({ min: 1, max: 80 }),
		fc.integer({ min: 1, max: 20 }),
		fc.integer({ min: 1, max: 30 }),
		// A wait is a row of naps, so a longer one costs more and shows nothing else.
		fc.integer({ min: SECOND, max: MINUTE / 2 }),
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
			const { times } = await run(service, many, concurrency);
			expect(created.sort()).toEqual(rowsOf(many).sort());
			expect(times).toBeLessThan(many + (many / limit + 1) * (concurrency + 1));
		},
	);
	await fc.assert(property, runs(30));
});
