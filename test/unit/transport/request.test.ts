import { now, waitedMs } from '../../support/fastClock';

import type { IHttpRequestOptions } from 'n8n-workflow';

import type { SignInVerdict } from '../../../nodes/transport/connection';
import { request, requestJson } from '../../../nodes/transport/request';
import { shouldRetry } from '../../../nodes/transport/retryPolicy';
import type { HttpOutcome, Route } from '../../../nodes/transport/types';
import { fault, json, script, type Scripted, type ScriptOptions } from '../../support/scripted';

/** What one request does with each answer and each fault. */

const READ: Route = {
	method: 'GET',
	path: '/things',
	kind: 'read',
	purpose: 'list the things',
	subject: 'the thing',
};
const WRITE: Route = { ...READ, method: 'PUT', kind: 'write', purpose: 'make the thing' };
const DELETE: Route = { ...READ, method: 'DELETE', kind: 'idempotent' };

const OK = json({ id: 1 });

/** Gives these answers one after the other; how often the request was sent, and its value or its error. */
async function run(route: Route, answers: Scripted[]) {
	const { connection, sent } = await script(answers);
	const outcome = await requestJson(connection, route).then(
		(value) => ({ value, error: undefined }),
		(error) => ({ value: undefined, error }),
	);
	return { ...outcome, times: sent.length };
}

const refused = (status: number, headers = {}) => json({ message: 'no' }, status, headers);

describe('with status 200', () => {
	it('a write may be answered with a word, a read may not', async () => {
		const word = { statusCode: 200, body: ' Contact saved \n' };
		expect(await run(WRITE, [word])).toMatchObject({ value: 'Contact saved' });
		expect((await run(READ, [word])).error.message).toContain('not JSON');
	});

	it.each(['<p>OK</p>', '{"id":', '{"success":false}'])(
		'%s is a failure; a write is not sent again, because it may have been carried out',
		async (body) => {
			const answer = { statusCode: 200, body };
			for (const route of [READ, WRITE]) {
				const error = { status: 200, mayHaveHappened: route === WRITE };
				expect(await run(route, [answer])).toMatchObject({ error, times: 1 });
			}
		},
	);
});

it('an answer that is longer than a text can be is not asked for again', async () => {
	// As seen with an answer of 600 MB that was packed to 600 kB, on both lines of n8n.
	const error = fault({ code: 'ERR_BAD_RESPONSE', response: { status: 200 } });
	error.message = 'Cannot create a string longer than 0x1fffffe8 characters';
	const outcome = await run(READ, [error]);
	expect(outcome.times).toBe(1);
	expect(outcome.error.message).toBe(
		'Could not list the things: the answer is too large to be read',
	);
});

/** EPROTO is a handshake that failed; ERR_SSL is met after the request was sent. */
const FAULTS: Array<[code: string, isPassing: boolean, mayHaveArrived: boolean]> = [
	['ECONNREFUSED', true, false],
	['EHOSTUNREACH', true, true],
	['ECONNRESET', true, true],
	['ETIMEDOUT', true, true],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true, true],
	['EUNKNOWN', false, true],
	['ENOTFOUND', false, false],
	['CERT_HAS_EXPIRED', false, false],
	['EPROTO', false, false],
];

it.each(FAULTS)(
	'%s: a read is sent again: %p; a write may have arrived: %p',
	async (code, isPassing, mayHaveArrived) => {
		const met = fault({ code });
		const read = await run(READ, [met, met, OK]);
		expect(read.times).toBe(isPassing ? 3 : 1);
		expect(read.value).toEqual(isPassing ? { id: 1 } : undefined);
		const isRepeated = isPassing && !mayHaveArrived;
		const write = await run(WRITE, Array(5).fill(met));
		expect(write.times).toBe(isRepeated ? 5 : 1);
		expect(write.error).toMatchObject({ mayHaveHappened: mayHaveArrived, status: undefined });
	},
);

type Row = [status: number, read: boolean, write: boolean, isOpen: boolean];
const STATUSES: Row[] = [
	...[400, 401, 403, 404, 409, 422].map((status): Row => [status, false, false, false]),
	...[301, 303, 307, 408].map((status): Row => [status, false, false, true]),
	[429, true, true, false],
	...[500, 501].map((status): Row => [status, false, false, true]),
	...[502, 503, 504, 520, 530].map((status): Row => [status, true, false, true]),
];

it.each(STATUSES)(
	'%i: a read is sent again: %p, a write: %p, which may have been carried out: %p',
	async (status, read, write, isOpen) => {
		const answers = [refused(status, { location: '/' }), OK];
		for (const [route, isRepeated] of [
			[READ, read],
			[WRITE, write],
		] as const) {
			const error = { status, mayHaveHappened: isOpen && route === WRITE };
			const expected = isRepeated ? { value: { id: 1 }, times: 2 } : { error, times: 1 };
			expect(await run(route, answers)).toMatchObject(expected);
		}
	},
);

describe('how long a request waits before it is sent again', () => {
	const answer = (status: number, headers = {}): HttpOutcome => ({ status, headers, body: '' });
	const UNTIL = {
		date: 'Mon, 05 Jan 2015 10:00:00 GMT',
		'retry-after': 'Mon, 05 Jan 2015 10:00:30 GMT',
	};
	const later: HttpOutcome = { code: '', message: '', signIn: 'later', retryAfterMs: 9000 };

	beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));
	afterEach(() => void jest.restoreAllMocks());

	it.each<[name: string, HttpOutcome, Route['kind'], attempts: number, isRun: boolean, object]>([
		['half a second at first', answer(503), 'read', 1, false, [500]],
		['twice as long each time', answer(503), 'read', 3, false, [2000]],
		['as long as it is asked', answer(503, { 'retry-after': '7' }), 'read', 1, false, [7000]],
		['by the clock of the service', answer(503, UNTIL), 'read', 1, false, [30_000]],
		['never after a refusal', answer(404), 'read', 1, true, ['no']],
		['never after the last attempt', answer(503), 'read', 5, true, ['no']],
		['never if a write may have arrived', answer(503), 'write', 1, true, ['no']],
		['for a write that was limited', answer(429), 'write', 1, true, [500]],
		['until a sign-in is possible, in a run', later, 'read', 1, true, [9000]],
		['never for a sign-in, outside a run', later, 'read', 1, false, ['no']],
	])('%s', (_name, outcome, kind, attempts, isRun, expected) => {
		expect([shouldRetry(outcome, kind, attempts, { maxAttempts: 5, isRun })]).toEqual(expected);
	});
});

it.each<SignInVerdict>(['refused', { code: '', message: 'Connect again', signIn: 'refused' }])(
	'after a sign-in that was refused for good (%j), nothing more is sent there',
	async (verdict) => {
		const expired = refused(401);
		const { connection, sent } = await script([expired], { onResponse: async () => verdict });
		for (let row = 0; row < 3; row++)
			await expect(requestJson(connection, WRITE)).rejects.toMatchObject({
				mayHaveHappened: false,
			});
		expect(sent).toHaveLength(1);
	},
);

it('the doubt of a write and the words of the service are parts of the description', async () => {
	const { error } = await run(WRITE, [refused(500)]);
	expect(error.description).toMatch(new RegExp(`^${error.doubt} .*${error.answered}$`));
	expect([error.doubt, error.answered]).toEqual([
		expect.stringContaining('may have been carried out'),
		'The Sales CRM answered: {"message":"no"}',
	]);
});

it.each([
	['its answer is lost', fault({ code: 'ECONNRESET' })],
	['something in front of the service fails', refused(502)],
])('a delete is sent again if %s, and has succeeded if nothing is found then', async (_, first) => {
	const gone = refused(404);
	expect(await run(DELETE, [first, gone])).toMatchObject({ value: undefined, error: undefined });
	expect((await run(DELETE, [gone])).error).toMatchObject({ status: 404 });
	expect((await run(READ, [first, gone])).error).toMatchObject({ status: 404 });
});

it.each([-1, 1])(
	'a wait takes its time if the clock is set by %i hour meanwhile',
	async (hours) => {
		const busy = refused(503);
		let offsetMs = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + offsetMs);
		const start = waitedMs();
		const { connection, sent } = await script(() => {
			offsetMs = hours * 3_600_000;
			return sent.length < 3 ? busy : OK;
		});
		expect(await requestJson(connection, READ)).toEqual({ id: 1 });
		expect(sent).toHaveLength(3);
		expect(waitedMs() - start).toBeLessThan(10_000);
	},
);

describe('a redirect', () => {
	const to = (Location: string) => json('', 302, { Location });
	const download = async (answers: Scripted[], options: ScriptOptions = {}) => {
		const { connection, sent } = await script(answers, options);
		const answer = await request(connection, READ, { accept: 'x/y' }).catch((error) => error);
		return { answer, sent };
	};

	it.each(['http://crm.example/things', 'http://store.example/a'])(
		'from https to %s is not followed',
		async (location) => {
			const { answer, sent } = await download([to(location)]);
			expect(sent).toHaveLength(1);
			expect(answer).toMatchObject({ status: 302 });
		},
	);

	it.each([
		['https://crm.example', 'https://127.0.0.1/a', 'https://localhost./a', 'https://[::1]/a'],
		['https://crm.example', 'https://169.254.169.254/a', 'https://[::ffff:a9fe:a9fe]/a'],
		['http://crm.example', 'http://169.254.169.254/a', 'http://0x7f.1/a', 'http://0/a'],
		['http://crm.example', 'http://[fe80::1]/a', 'http://a.localhost/a', 'data:,x', 'ftp://x/a'],
	])(
		'from %s to what is inside, or is not the web, is not followed',
		async (baseUrl, ...inside) => {
			for (const location of inside) {
				const { answer, sent } = await download([to(location)], { baseUrl });
				expect([location, sent.length, answer.status]).toEqual([location, 1, 302]);
			}
		},
	);

	it.each(['http://127.0.0.1:8080', 'http://localhost', 'http://192.168.1.5'])(
		'from %s to a store on the same side is followed',
		async (baseUrl) => {
			const location = baseUrl.includes('192') ? 'http://192.168.1.6/a' : 'http://127.0.0.1:9/a';
			const elsewhere = () => ({ statusCode: 200, body: 'PDF' });
			const { answer } = await download([to(location)], { baseUrl, elsewhere });
			expect(answer).toMatchObject({ status: 200, body: 'PDF' });
		},
	);

	it('from inside is followed to a host outside and back inside', async () => {
		const baseUrl = 'http://127.0.0.1:8080';
		const answers = [to('http://127.0.0.1:9/a'), { statusCode: 200, body: 'PDF' }];
		const elsewhere = () => answers.shift()!;
		const { answer } = await download([to('http://store.example/a')], { baseUrl, elsewhere });
		expect(answer).toMatchObject({ status: 200, body: 'PDF' });
	});

	it('to another host is followed without a sign-in, on from there, and back', async () => {
		const asked: IHttpRequestOptions[] = [];
		const answers = [to('/b'), to('https://crm.example/c'), { statusCode: 200, body: 'PDF' }];
		const elsewhere: ScriptOptions['elsewhere'] = (options) => answers[asked.push(options) - 1];
		const { answer } = await download([to('https://store.example/a?sig=1')], { elsewhere });
		expect(answer).toMatchObject({ status: 200, body: 'PDF' });
		expect(asked.map(({ url }) => url)).toEqual([
			'https://store.example/a?sig=1',
			'https://store.example/b',
			'https://crm.example/c',
		]);
		expect(JSON.stringify(asked)).not.toMatch(/authorization|Bearer/i);
	});

	it('to a host that refuses: the error names it, and quotes nothing of it', async () => {
		const elsewhere = () => json({ internal: 'k3y of a service' }, 403);
		const { answer } = await download([to('https://store.example/a?sig=1')], { elsewhere });
		expect(answer).toMatchObject({
			message: expect.stringContaining('stored at https://store.example, which returned 403'),
			description: expect.not.stringMatching(/Base URL|sign-in|sig=1|k3y/),
		});
	});
});
