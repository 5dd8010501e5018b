import type { IHttpRequestOptions } from 'n8n-workflow';
import fc from 'fast-check';

import { createContact } from '../../../nodes/api/contacts';
import { subscribe } from '../../../nodes/api/webhooks';
import type { Connection } from '../../../nodes/transport/connection';
import { Pace, RUN_LIMITS } from '../../../nodes/transport/pace';
import { requestAnswer, requestJson } from '../../../nodes/transport/request';
import type { ServiceError } from '../../../nodes/transport/errors';
import { pause } from '../../../nodes/transport/retryPolicy';
import { runs } from '../../support/runs';
import { engineErrors, json, script, type Scripted } from '../../support/scripted';

/**
 * Runs against a service that keeps a pace or breaks down, minutes long, on a clock of their own: a
 * wait is over at once, and the clock shows that it was.
 */

jest.mock('../../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../../nodes/transport/retryPolicy'),
	pause: jest.fn(),
}));

const MINUTE = 60_000;
const START = Date.parse('2026-03-01T08:30:00Z');
const clock = { ms: START };

beforeEach(() => {
	clock.ms = START;
	jest.spyOn(Date, 'now').mockImplementation(() => clock.ms);
	jest.mocked(pause).mockImplementation(async (ms) => void (clock.ms += ms));
});
afterEach(() => jest.restoreAllMocks());

type Act = (connection: Connection, row: string) => Promise<unknown>;

type Service = (request: { method: string; row: string; count: number }) => Scripted;

interface Ended {
	row: string;
	error?: ServiceError;
}

/** A run that does something for each row, some side by side, through one pace. */
async function run(service: Service, rows: string[], concurrency: number, act: Act = create) {
	const asked: IHttpRequestOptions[] = [];
	const answer = async () => {
		const { method = '', body, qs } = (asked[asked.length] = sent.at(-1)!);
		const row = /row \d+/.exec(`${String(body)} ${JSON.stringify(qs)}`)?.[0] ?? '';
		const reply = service({ method, row, count: asked.length });
		for (let n = asked.length % 3; n > 0; n--) await Promise.resolve();
		if (reply instanceof Error) throw reply;
		return reply as { statusCode: number };
	};
	const { connection, sent } = await script(Array(5000).fill(answer) as Scripted[]);
	const retry = { ...connection.retry, pace: new Pace(RUN_LIMITS) };
	const ended: Ended[] = [];
	const left = [...rows];
	const worker = async () => {
		for (let row = left.shift(); row !== undefined; row = left.shift()) {
			const done = row;
			await act({ ...connection, retry }, row).then(
				() => ended.push({ row: done }),
				(error) => ended.push({ row: done, error }),
			);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	const failed = ended.filter(({ error }) => error);
	return {
		asked,
		tookMs: clock.ms - START,
		done: ended.filter(({ error }) => !error).map(({ row }) => row),
		open: failed.filter(({ error }) => error!.mayHaveHappened),
		refused: failed.filter(({ error }) => !error!.mayHaveHappened).map(({ error }) => error!),
	};
}

const create: Act = async (connection, row) =>
	await createContact(connection, {
		personalInfos: [{ name: 'Voornaam', value: row }],
		timestamp: 1,
		audienceId: 'a',
		contactType: 'CONSUMER',
	});

const rowsOf = (many: number) => Array.from({ length: many }, (_, n) => `row ${n}`);

const [[, engineError]] = engineErrors;

const BREAKS: Record<string, Scripted> = {
	503: json({ message: 'Maintenance' }, 503),
	502: { statusCode: 502, body: '<html>' },
	reset: engineError({ code: 'ECONNRESET', syscall: 'read' }),
	silence: engineError({ code: 'ETIMEDOUT' }),
	refused: engineError({ code: 'ECONNREFUSED', syscall: 'connect' }),
};

/** How a service says when its limit ends. */
const LIMIT_ENDS: Record<string, (endsAt: number) => Record<string, string>> = {
	unsaid: () => ({}),
	seconds: (endsAt) => ({ 'Retry-After': String(Math.ceil((endsAt - clock.ms) / 1000)) }),
	date: (endsAt) => ({ 'Retry-After': new Date(endsAt + 999).toUTCString() }),
	'epoch seconds': (endsAt) => ({ 'Retry-After': String(Math.ceil(endsAt / 1000)) }),
	'epoch milliseconds': (endsAt) => ({ 'Retry-After': String(endsAt) }),
	'seconds to reset': (endsAt) => ({
		'RateLimit-Reset': String(Math.ceil((endsAt - clock.ms) / 1000)),
	}),
	'moment of reset': (endsAt) => ({ 'X-RateLimit-Reset': String(Math.ceil(endsAt / 1000)) }),
	'too soon': () => ({ 'Retry-After': '0' }),
};

it('a limit of the pace, however it is told: each row is created, once, and no sooner than it may', async () => {
	const property = fc.asyncProperty(
		fc.record({
			many: fc.integer({ min: 1, max: 80 }),
			concurrency: fc.integer({ min: 1, max: 20 }),
			limit: fc.integer({ min: 1, max: 30 }),
			windowMs: fc.integer({ min: 1000, max: 3 * MINUTE }),
			ends: fc.constantFrom(...Object.keys(LIMIT_ENDS)),
		}),
		async ({ many, concurrency, limit, windowMs, ends }) => {
			clock.ms = START;
			const created: string[] = [];
			let used = 0;
			let endsAt = 0;
			const { done, asked } = await run(
				({ row }) => {
					if (clock.ms >= endsAt) [used, endsAt] = [0, clock.ms + windowMs];
					if (++used > limit) return json({}, 429, LIMIT_ENDS[ends](endsAt));
					created.push(row);
					return json({ contact: { name: row } });
				},
				rowsOf(many),
				concurrency,
			);
			expect(created.sort()).toEqual(rowsOf(many).sort());
			expect(done).toHaveLength(many);
			const windows = Math.ceil(many / limit);
			// Told when to come back, only those are refused that were under way.
			if (!/unsaid|soon/.test(ends))
				expect(asked.length).toBeLessThan(many + windows * concurrency + 1);
		},
	);
	await fc.assert(property, runs(60));
});

const outage = fc.record({
	kind: fc.constantFrom(...Object.keys(BREAKS)),
	many: fc.integer({ min: 1, max: 80 }),
	concurrency: fc.integer({ min: 1, max: 20 }),
	/** Requests before it begins. */
	after: fc.integer({ min: 0, max: 40 }),
	/** A write is carried out although its answer is lost. */
	unseen: fc.boolean(),
});

it('down for a minute: all rows get in, once; open are at most those that were under way', async () => {
	const property = fc.asyncProperty(
		outage,
		fc.integer({ min: 1000, max: MINUTE }),
		async ({ kind, many, concurrency, after, unseen }, lastsMs) => {
			clock.ms = START;
			const created: string[] = [];
			let downFrom = Infinity;
			const { done, open, refused } = await run(
				({ method, row, count }) => {
					if (count > after) downFrom = Math.min(downFrom, clock.ms);
					const isDown = clock.ms >= downFrom && clock.ms < downFrom + lastsMs;
					if (method === 'PUT' && (!isDown || (unseen && kind !== 'refused'))) created.push(row);
					return isDown ? BREAKS[kind] : json({ contacts: [] });
				},
				rowsOf(many),
				concurrency,
			);
			expect(refused).toEqual([]);
			expect(open.length).toBeLessThanOrEqual(kind === 'refused' ? 0 : concurrency);
			const times = (row: string) => created.filter((one) => one === row).length;
			expect(done.every((row) => times(row) === 1)).toBe(true);
			expect(open.every(({ row }) => times(row) === Number(unseen))).toBe(true);
			expect(done.length + open.length).toBe(many);
		},
	);
	await fc.assert(property, runs(60));
});

it('down for good: it ends after two minutes, and what was left was not sent and says so', async () => {
	const property = fc.asyncProperty(outage, async ({ kind, concurrency, after, unseen }) => {
		clock.ms = START;
		const { open, refused, done, asked, tookMs } = await run(
			({ count }) => (count > after ? BREAKS[kind] : json({ id: unseen ? 1 : undefined })),
			rowsOf(50),
			concurrency,
		);
		expect(done.length).toBe(Math.min(50, after));
		expect(open.length).toBeLessThanOrEqual(kind === 'refused' ? 0 : concurrency);
		if (after >= 50) return;
		if (open.length + done.length < 50) {
			expect(tookMs).toBeGreaterThan(110_000);
			expect(tookMs).toBeLessThan(130_000);
		}
		expect(asked.length).toBeLessThan(after + concurrency + 25);
		const unsent = refused.filter(({ message }) => message.endsWith('; it was not sent'));
		expect(new Set(unsent.map(({ message }) => message)).size).toBeLessThanOrEqual(1);
		expect(unsent.some(({ message }) => message.includes('may have been'))).toBe(false);
		expect(unsent.every(({ description }) => /no answer for 2 minutes/.test(description))).toBe(
			true,
		);
		expect(unsent.length).toBeGreaterThanOrEqual(50 - done.length - concurrency);
	});
	await fc.assert(property, runs(60));
});

it('a hook is not registered into an outage either', async () => {
	const register: Act = async (connection, name) => await subscribe(connection, { name } as never);
	const { open, refused } = await run(() => BREAKS[503], rowsOf(20), 2, register);
	expect([open.length, refused.length]).toEqual([2, 18]);
});

it('down for writes alone: few rows are risked, the others not sent', async () => {
	const { open, refused, tookMs } = await run(
		({ method }) => (method === 'PUT' ? BREAKS[503] : json({ contacts: [] })),
		rowsOf(100),
		5,
	);
	expect(open.length).toBeLessThan(25);
	expect(open.length + refused.length).toBe(100);
	expect(tookMs).toBeLessThan(130_000);
});

it('a limit that lets nothing through is waited for ten minutes, and no longer', async () => {
	const { open, refused, tookMs } = await run(() => json({}, 429), rowsOf(50), 5);
	expect(tookMs).toBeGreaterThan(9.5 * MINUTE);
	expect(tookMs).toBeLessThan(10.5 * MINUTE);
	expect(open).toEqual([]);
	expect(refused).toHaveLength(50);
	expect(refused.at(-1)).toMatchObject({
		message:
			'Could not create the contact: the service is receiving too many requests (429); it was not sent',
		description: expect.stringMatching(/^The service let nothing through for 10 minutes/),
		mayHaveHappened: false,
		status: 429,
	});
});

it('a limit that lasts longer than that is not waited for at all, by any row', async () => {
	const long = json({}, 429, { 'Retry-After': '601' });
	const { asked, refused, tookMs } = await run(() => long, rowsOf(50), 5);
	expect({ tookMs, asked: asked.length, refused: refused.length }).toEqual({
		tookMs: 0,
		asked: 5,
		refused: 50,
	});
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

it('one thing that always fails is given up after a few tries, and holds the others up for seconds only', async () => {
	const { done, refused, asked, tookMs } = await run(
		({ row }) => (row === 'row 3' ? BREAKS[502] : json({ id: 1 })),
		rowsOf(200),
		5,
		read,
	);
	expect(done).toHaveLength(199);
	expect(refused).toMatchObject([{ status: 502 }]);
	expect(asked.length).toBeGreaterThanOrEqual(204);
	expect(asked.length).toBeLessThan(210);
	expect(tookMs).toBeLessThan(20_000);
});

it('a read that meets an outage is told as such, not as one that was not sent', async () => {
	const { refused } = await run(() => BREAKS[503], ['row 1'], 1, read);
	expect(refused).toMatchObject([
		{
			message: 'Could not get the thing: the service has a problem (503)',
			description: expect.stringContaining('Maintenance'),
		},
	]);
});

it('an identity provider that is down is no outage of the service: it is asked a few times', async () => {
	const after = async () => ({ code: 'ECONNRESET', message: 'down', provider: { passing: true } });
	const { connection, sent } = await script(Array(99).fill(json({}, 401)) as Scripted[], { after });
	const retry = { ...connection.retry, pace: new Pace(RUN_LIMITS) };
	const asked = requestJson({ ...connection, retry }, READ);
	await expect(asked).rejects.toThrow('the identity provider could not renew it');
	expect(sent).toHaveLength(5);
});

it('an outage that asks for a wait is waited for as it asks', async () => {
	const busy = json({}, 503, { 'Retry-After': '100' });
	const { done, tookMs } = await run(
		() => (clock.ms < START + 100_000 ? busy : json({ id: 1 })),
		rowsOf(20),
		5,
		read,
	);
	expect(done).toHaveLength(20);
	expect(tookMs).toBeGreaterThanOrEqual(100_000);
	expect(tookMs).toBeLessThan(105_000);
});

it('of many requests that fail by chance while others are answered, hardly one is given up', async () => {
	// As long as it lasts half of them fail: five tries at once would not do.
	let count = 0;
	const { refused } = await run(
		() => (clock.ms < START + 3000 && count++ % 2 === 0 ? BREAKS[502] : json({ id: 1 })),
		rowsOf(300),
		10,
		read,
	);
	expect(refused).toEqual([]);
});

it('an answer under way ends an outage at once, but no limit of the pace', async () => {
	const waits = async (status: number) => {
		let answer = () => {};
		const late = new Promise<void>((resolve) => (answer = resolve));
		const ends: Array<boolean | undefined> = [];
		jest.mocked(pause).mockImplementation(async (_ms, _signal, isOver) => {
			answer();
			for (let n = 0; n < 20; n++) await Promise.resolve();
			ends.push(isOver?.());
		});
		let count = 0;
		const slow = async () => {
			if (count++ > 0) return count === 2 ? json({}, status) : json({ id: 1 });
			await late;
			return json({ id: 1 });
		};
		const { connection } = await script([slow, slow, slow]);
		const retry = { ...connection.retry, pace: new Pace(RUN_LIMITS) };
		await Promise.all([1, 2].map(async () => await requestJson({ ...connection, retry }, READ)));
		return ends;
	};
	// The wait of all ends early; then that of the request that failed.
	expect(await waits(503)).toStrictEqual([true, undefined]);
	expect(await waits(429)).toStrictEqual([false]);
});

it('an answer under way lets those go that wait for the one that goes first', async () => {
	let letGo = () => {};
	const first = new Promise<void>((resolve) => (letGo = resolve));
	let answer = () => {};
	const late = new Promise<void>((resolve) => (answer = resolve));
	const ended: string[] = [];
	const running: Array<Promise<unknown>> = [];
	const ask = async (name: string) => {
		await requestJson({ ...connection, retry }, READ);
		ended.push(name);
	};
	const { connection } = await script([
		async () => await late.then(() => json({ id: 1 })),
		BREAKS[503],
		// The one that goes first after the outage, and is not answered before the last is.
		async () => {
			running.push(ask('waiting'));
			answer();
			return await first.then(() => json({ id: 1 }));
		},
		() => (letGo(), json({ id: 1 })),
	]);
	const retry = { ...connection.retry, pace: new Pace(RUN_LIMITS) };
	await Promise.all([ask('late'), ask('failed')]);
	await Promise.all(running);
	expect(ended.sort()).toEqual(['failed', 'late', 'waiting']);
});

it('that a limit of the pace is told shows that the service is there', async () => {
	const { done } = await run(
		() => {
			const minute = Math.floor((clock.ms - START) / (1.5 * MINUTE));
			return [BREAKS[503], json({}, 429), BREAKS[503]][minute] ?? json({ id: 1 });
		},
		rowsOf(20),
		5,
		read,
	);
	expect(done).toHaveLength(20);
});

describe('a body that comes as a stream', () => {
	const streamOf = (words: string) => ({
		destroyed: false,
		destroy() {
			this.destroyed = true;
		},
		async *[Symbol.asyncIterator]() {
			if (!this.destroyed) yield new TextEncoder().encode(words);
		},
	});
	const down = () => ({ statusCode: 503, body: streamOf('Maintenance') });
	const wanted = { encoding: 'stream', accept: 'application/pdf' } as const;

	it('is read for the words of the last refusal', async () => {
		const { connection } = await script([down, down]);
		const retry = { ...connection.retry, maxAttempts: 2 };
		await expect(requestAnswer({ ...connection, retry }, READ, wanted)).rejects.toMatchObject({
			description: expect.stringContaining('The service answered: Maintenance'),
		});
	});

	it('is not told of by those that were not sent', async () => {
		const { connection } = await script(Array(99).fill(down) as Scripted[]);
		const retry = { ...connection.retry, pace: new Pace(RUN_LIMITS) };
		const ask = async () => await requestAnswer({ ...connection, retry }, READ, wanted);
		await expect(ask()).rejects.toMatchObject({ status: 503 });
		await expect(ask()).rejects.toMatchObject({
			status: 503,
			description: expect.not.stringContaining('The service answered'),
		});
	});
});
