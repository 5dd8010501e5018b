import { waits } from '../../support/noWaiting';

import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Authenticator } from '../../../nodes/transport/connection';
import { requestAnswer, requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/requestOptions';
import {
	BASE_URL,
	engineErrors,
	json,
	script,
	type Scripted,
	type ScriptOptions,
} from '../../support/scripted';

/** What one request does with each answer and each fault. */

const READ: Route = {
	method: 'GET',
	path: '/things',
	kind: 'read',
	purpose: 'list the things',
	subject: 'the thing',
};
const WRITE: Route = {
	method: 'PUT',
	path: '/things',
	kind: 'write',
	purpose: 'make the thing',
	subject: 'the thing',
};
const POST_READ: Route = { ...READ, method: 'POST' };

const OK = json({ id: 1 });

/** Sends it through these answers; how often it was sent, and its value or its error. */
async function run(route: Route, answers: Scripted[], options = {}) {
	const { connection, sent } = await script(answers, options);
	const outcome = await requestJson(connection, route).then(
		(value) => ({ value, error: undefined }),
		(error: Error & { description: string; status?: number; mayHaveHappened?: boolean }) => ({
			value: undefined,
			error,
		}),
	);
	return { ...outcome, sent, connection, times: sent.length };
}

const refused = (status: number, headers = {}): Scripted =>
	json({ message: 'no' }, status, headers);

describe('what is sent', () => {
	it('is one address, with its path filled in and escaped, and what is undefined left out', async () => {
		const { connection, sent } = await script([OK]);
		const route = { ...POST_READ, path: '/a/{id}/b' };
		await requestJson(connection, route, {
			path: { id: '../x y' },
			query: { page: 0, name: '', none: undefined },
			body: {},
		});
		expect(sent).toStrictEqual([
			{
				method: 'POST',
				url: `${BASE_URL}/a/..%2Fx%20y/b`,
				qs: { page: 0, name: '' },
				headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
				// As text: n8n would leave an empty object out.
				body: '{}',
				encoding: 'arraybuffer',
				timeout: 60_000,
				returnFullResponse: true,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
			},
		]);
	});
});

describe('an answer of success', () => {
	it.each([
		['JSON', '{"a":[1]}', { a: [1] }],
		['nothing', '', undefined],
		['blanks', ' \n', undefined],
		['a value that n8n has read already', { a: 1 }, { a: 1 }],
	])('%s', async (_, body, value) => {
		expect((await run(READ, [{ statusCode: 200, body }])).value).toEqual(value);
	});

	it.each(['OK', 'c-17', ' Contact saved, no duplicate found \n'])(
		'of a write may be a short text: %j',
		async (body) => {
			expect((await run(WRITE, [{ statusCode: 200, body }])).value).toBe(body.trim());
			expect((await run(READ, [{ statusCode: 200, body }])).error!.message).toContain('not JSON');
		},
	);

	it.each(['<p>OK</p>', 'OK '.repeat(100)])(
		'of a write is none where it is a page: %s',
		async (body) => {
			const { error } = await run(WRITE, [{ statusCode: 200, body }]);
			expect(error).toMatchObject({ status: 200, mayHaveHappened: true });
			expect(error!.message).toContain('the service answered with');
		},
	);

	it.each([
		['application/json; charset=iso-8859-1', Buffer.from('{"a":"é"}', 'latin1'), 'é'],
		['application/json; charset=utf-8', Buffer.from('\ufeff{"a":"é€"}'), 'é€'],
		['application/json', Buffer.from('{"a":"é€"}'), 'é€'],
		['application/json; charset=made-up', Buffer.from('{"a":"é€"}'), 'é€'],
	])('is read in the character set that it names: %s', async (type, body, a) => {
		const answer = { statusCode: 200, headers: { 'Content-Type': type }, body };
		expect((await run(READ, [answer])).value).toEqual({ a });
	});

	it('is given as it came where its body is a stream', async () => {
		const body = stream(['%PDF']);
		const { connection, sent } = await script([
			() => ({ statusCode: 200, headers: { 'Content-Type': 'application/pdf', n: 7 }, body }),
		]);
		const answer = await requestAnswer(connection, READ, { encoding: 'stream', accept: 'x/y' });
		expect(answer).toMatchObject({
			status: 200,
			headers: { 'content-type': 'application/pdf', n: '7' },
		});
		expect(sent[0]).toMatchObject({ encoding: 'stream', headers: { Accept: 'x/y' } });
		expect(answer.body).toBe(body);
		expect(body.destroy).not.toHaveBeenCalled();
	});
});

// What Node.js has for a record that cannot be deciphered, once the request is sent.
const BAD_RECORD = 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC';

/** EPROTO is a handshake that failed. */
const FAULTS: Array<[code: string, syscall: string | undefined, passes: boolean, sent: boolean]> = [
	['ECONNREFUSED', 'connect', true, false],
	['EAI_AGAIN', 'getaddrinfo', true, false],
	['EHOSTUNREACH', 'connect', true, false],
	['ENETUNREACH', 'connect', true, false],
	['EHOSTUNREACH', 'read', true, true],
	['ENETUNREACH', 'read', true, true],
	['EHOSTUNREACH', undefined, true, true],
	['ECONNRESET', 'read', true, true],
	['ECONNABORTED', undefined, true, true],
	['ETIMEDOUT', undefined, true, true],
	['EPIPE', 'write', true, true],
	['HPE_INVALID_CONSTANT', undefined, true, true],
	['Z_DATA_ERROR', undefined, true, true],
	[BAD_RECORD, undefined, true, true],
	['EUNKNOWN', undefined, false, true],
	['ENOTFOUND', 'getaddrinfo', false, false],
	['CERT_HAS_EXPIRED', undefined, false, false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, false, false],
	['ERR_TLS_CERT_ALTNAME_INVALID', undefined, false, false],
	['EPROTO', 'write', false, false],
];

describe.each(engineErrors)('a fault, as %s tells it', (_line, fault) => {
	describe.each(FAULTS)(
		'%s of %s: may pass %p, may have arrived %p',
		(code, syscall, passes, sent) => {
			const message = syscall && `${syscall} ${code} 10.0.0.1:443`;
			const met = fault({ code, syscall, message });

			it('a read is sent again, after a wait, if it may pass', async () => {
				const { value, error, times } = await run(READ, passes ? [met, met, OK] : [met]);
				expect(times).toBe(passes ? 3 : 1);
				expect(value).toEqual(passes ? { id: 1 } : undefined);
				expect(error?.description ?? `(${code})`).toContain(`(${code})`);
				const [first = 250, second = 500] = waits();
				expect(waits()).toHaveLength(times - 1);
				expect(first).toBeGreaterThanOrEqual(250);
				expect(second).toBeGreaterThanOrEqual(500);
			});

			it('a write is sent again if it was never sent, else it may have been carried out', async () => {
				const again = passes && !sent;
				if (again)
					expect(await run(WRITE, [met, OK])).toMatchObject({ value: { id: 1 }, times: 2 });
				const { error, times } = await run(WRITE, Array(5).fill(met));
				expect(times).toBe(again ? 5 : 1);
				expect(error).toMatchObject({ mayHaveHappened: sent, status: undefined });
				expect(error!.message.endsWith('; it may have been carried out')).toBe(sent);
				expect(error!.description.includes('It was not sent again')).toBe(sent);
			});
		},
	);

	it('five times at most, or as often as the connection has patience for', async () => {
		const reset = fault({ code: 'ECONNRESET' });
		expect(await run(READ, Array(5).fill(reset))).toMatchObject({ times: 5 });
		expect(waits()).toHaveLength(4);
		const { times, error } = await run(READ, [reset, reset], { attempts: 2 });
		expect(times).toBe(2);
		expect(error!.message).toBe('Could not list the things: the connection broke off');
	});

	describe('an answer that breaks off after its headers', () => {
		const cut = (status: number) =>
			fault({
				code: 'ERR_BAD_RESPONSE',
				message: 'stream has been aborted',
				response: { status, headers: {} },
			});

		it.each([200, 201, 204])('%i: a read is sent again', async (status) => {
			expect(await run(READ, [cut(status), OK])).toMatchObject({ value: { id: 1 }, times: 2 });
		});

		it.each([200, 201, 204])('%i: a write may have been carried out', async (status) => {
			const { error, times } = await run(WRITE, [cut(status)]);
			expect(times).toBe(1);
			expect(error).toMatchObject({
				mayHaveHappened: true,
				message: 'Could not make the thing: the connection broke off; it may have been carried out',
			});
		});

		it('with another status it is told, and repeated, as that status', async () => {
			expect(await run(READ, [cut(503), OK])).toMatchObject({ value: { id: 1 }, times: 2 });
			const { error } = await run(WRITE, [cut(422)]);
			expect(error).toMatchObject({ status: 422, mayHaveHappened: false });
			expect((await run(WRITE, [cut(500)])).error).toMatchObject({ mayHaveHappened: true });
		});
	});

	it("n8n's own refusal is told in its words and not repeated", async () => {
		const { error, times } = await run(READ, [fault({ message: 'OAuth not connected' })]);
		expect(times).toBe(1);
		expect(error!.message).toBe('Could not list the things. OAuth not connected');
	});
});

describe('an answer whose text ends too early', () => {
	const short: Scripted = { statusCode: 200, body: '{"things":[{"id":1}' };

	it('makes a read be sent again, and fail in the end', async () => {
		expect(await run(READ, [short, short, OK])).toMatchObject({ value: { id: 1 }, times: 3 });
		expect(waits()).toHaveLength(2);
		const { error, times } = await run(READ, Array(5).fill(short));
		expect(times).toBe(5);
		expect(error!.message).toContain('incomplete data');
	});

	it('leaves open whether a write was carried out', async () => {
		const { error, times } = await run(WRITE, [short]);
		expect(times).toBe(1);
		expect(error).toMatchObject({ mayHaveHappened: true, status: 200 });
	});

	it.each(['<html>', 'Hello'])('but %s will not be anything else the next time', async (body) => {
		expect(await run(READ, [{ statusCode: 200, body }])).toMatchObject({ times: 1 });
	});
});

const PLAIN = [400, 401, 403, 404, 409, 422];
type Row = [status: number, read: boolean, write: boolean, open: boolean];
const STATUSES: Row[] = [
	...PLAIN.map((status): Row => [status, false, false, false]),
	...[300, 301, 303, 307, 408].map((status): Row => [status, false, false, true]),
	[429, true, true, false],
	[500, false, false, true],
	[501, false, false, true],
	[502, true, false, true],
	[503, true, false, true],
	[504, true, false, true],
	[505, false, false, true],
	...[520, 522, 524, 530].map((status): Row => [status, true, false, true]),
];

describe('a refusal', () => {
	it.each(STATUSES)(
		'%i: a read is sent again: %p, a write: %p, which may have been done: %p',
		async (status, read, write, open) => {
			for (const [route, again] of [
				[READ, read],
				[WRITE, write],
			] as const) {
				const { value, error, times } = await run(route, [refused(status), OK]);
				expect({ value, times }).toEqual(
					again ? { value: { id: 1 }, times: 2 } : { value: undefined, times: 1 },
				);
				if (again) continue;
				const isOpen = open && route === WRITE;
				expect(error).toMatchObject({ status, mayHaveHappened: isOpen });
				expect(error!.message.includes('may have been')).toBe(isOpen);
				expect(error!.description.includes('It was not sent again')).toBe(isOpen);
			}
			expect(waits()).toHaveLength(Number(read) + Number(write));
		},
	);

	it('that lasts is told after the last try', async () => {
		const { error, times } = await run(READ, Array(5).fill(refused(503)));
		expect(times).toBe(5);
		expect(error).toMatchObject({ status: 503 });
		expect(error!.description).toContain('The service answered: {"message":"no"}');
	});
});

describe('a delete', () => {
	const DELETE: Route = { ...READ, method: 'DELETE', kind: 'idempotent' };
	const lost = engineErrors[0][1]({ code: 'ECONNRESET', syscall: 'read' });
	const gone = refused(404);

	it.each([
		['its answer is lost', lost],
		['something in front of the service fails (502)', refused(502)],
		['Cloudflare gives up (524)', refused(524)],
	])('is sent again where %s, and has succeeded where nothing is found then', async (_, first) => {
		expect(await run(DELETE, [first, gone])).toMatchObject({ value: undefined, error: undefined });
		expect(await run(DELETE, [first, OK])).toMatchObject({ value: { id: 1 }, times: 2 });
	});

	it.each([
		['at the first try', [gone]],
		['after it was plainly refused', [refused(429), gone]],
		['in words of a web page', [lost, { statusCode: 404, body: '<h1>Restarting</h1>' }]],
	])('that finds nothing %s fails', async (_, answers) => {
		const { error } = await run(DELETE, answers as Scripted[]);
		expect(error).toMatchObject({ status: 404, mayHaveHappened: false });
	});
});

describe('a redirect', () => {
	const to = (location: string, status = 302) => json('', status, { Location: location });
	const query = { page: 2 };
	const follow = async (answers: Scripted[], route = READ) => {
		const { connection, sent } = await script(answers);
		const value = await requestJson(connection, route, { query }).catch((error) => error);
		return { value, urls: sent.map(({ url }) => url), sent };
	};

	it.each([301, 302, 303, 307, 308])('%i on the same host is followed', async (status) => {
		const { value, urls, sent } = await follow([to('/other?page=2&x=1', status), OK]);
		expect(value).toEqual({ id: 1 });
		expect(urls).toEqual([`${BASE_URL}/things`, 'https://crm.example/other?page=2&x=1']);
		// The query stands in the address now.
		expect(sent[1]).not.toHaveProperty('qs');
		expect(sent[0].qs).toEqual(query);
		expect(waits()).toEqual([]);
	});

	it('is followed three times, not a fourth', async () => {
		const { value, urls } = await follow([to('/1'), to('2'), to('/3'), to('/4')]);
		expect(urls.slice(1)).toEqual(['1', '2', '3'].map((n) => `https://crm.example/${n}`));
		expect(value).toMatchObject({ status: 302 });
	});

	it.each([
		'https://elsewhere.example/things',
		'http://crm.example/things',
		'https://crm.example:8443/things',
		'//elsewhere.example/',
		'https://',
	])('to %s is not followed', async (location) => {
		const { value, urls } = await follow([to(location)]);
		expect(urls).toHaveLength(1);
		expect(value).toMatchObject({ status: 302 });
	});

	describe('of a file that lies elsewhere', () => {
		const wanted = { encoding: 'stream', accept: 'x/y', mayLeaveHost: true } as const;
		const fetchFile = async (location: string, elsewhere: ScriptOptions['elsewhere']) => {
			const { connection } = await script([to(location)], { elsewhere });
			return await requestAnswer(connection, READ, wanted).catch((error) => error);
		};

		it('is followed without any sign-in, and on from there', async () => {
			const asked: IHttpRequestOptions[] = [];
			const answer = await fetchFile('https://store.example/a?sig=1', (options) => {
				asked.push(options);
				return asked.length === 1 ? to('https://crm.example/b') : { statusCode: 200, body: 'PDF' };
			});
			expect(answer).toMatchObject({ status: 200, body: 'PDF' });
			const urls = asked.map(({ url }) => url);
			expect(urls).toEqual(['https://store.example/a?sig=1', 'https://crm.example/b']);
			expect(asked[0]).toMatchObject({ headers: { Accept: 'x/y' }, disableFollowRedirect: true });
			expect(JSON.stringify(asked)).not.toMatch(/authorization|Bearer/i);
		});

		it('is not followed from https to http', async () => {
			expect(await fetchFile('http://store.example/a', undefined)).toMatchObject({ status: 302 });
		});

		it('that is refused there says where, and nothing of Base URL or sign-in', async () => {
			const error = await fetchFile('https://store.example/a?sig=1', () => json({}, 403));
			expect(error).toMatchObject({
				message:
					'Could not list the things: the service keeps it at https://store.example, which answered with status 403',
				description: expect.not.stringMatching(/Base URL|sign-in|sig=1/),
			});
		});
	});

	it('without an address, of another status, or of anything but a GET is not followed', async () => {
		expect((await follow([json('', 302)])).value).toMatchObject({ status: 302 });
		expect((await follow([to('/x', 304)])).value).toMatchObject({ status: 304 });
		expect((await follow([to('/x', 307)], WRITE)).value).toMatchObject({ status: 307 });
		expect((await follow([to('/x', 307)], POST_READ)).value).toMatchObject({ status: 307 });
	});
});

describe('another sign-in', () => {
	const expired = refused(401);
	const judge: Authenticator['judge'] = async (outcome, isSecond) =>
		!('status' in outcome) || outcome.status !== 401 ? 'kept' : isSecond ? 'refused' : 'renewed';

	it('is worth a further try, without a wait, and of a write too', async () => {
		const { value, sent } = await run(WRITE, [expired, OK], { judge });
		expect(value).toEqual({ id: 1 });
		expect(sent[1]).toEqual(sent[0]);
		expect(waits()).toEqual([]);
	});

	it('is tried once: refused again, nothing more is sent to that route', async () => {
		const { connection, sent } = await script([expired, expired, OK], { judge });
		const ask = async (route: Route) => await requestJson(connection, route);
		await expect(ask(WRITE)).rejects.toMatchObject({ status: 401 });
		await expect(ask(WRITE)).rejects.toThrow('(401); it was not sent');
		expect(sent).toHaveLength(2);
		expect(await ask(READ)).toEqual({ id: 1 });
	});

	it('begins anew where redirects led to the page to log in at', async () => {
		const logIn = json('', 302, { Location: '/log-in' });
		const { value, sent } = await run(READ, [logIn, expired, logIn, OK], { judge });
		expect(value).toEqual({ id: 1 });
		const paths = sent.map(({ url }) => url.replace(/.*example/, ''));
		expect(paths).toEqual(['/base/things', '/log-in', '/base/things', '/log-in']);
		expect(sent[2]).toEqual(sent[0]);
	});

	it('that cannot be had is told, nobody reads what was answered, and nothing is open', async () => {
		const body = stream(['no']);
		const fault = { code: '', message: 'The login was refused.', signIn: 'refused' as const };
		const answers = [() => ({ statusCode: 401, body })];
		const { error, times } = await run(WRITE, answers, { judge: async () => fault });
		expect(times).toBe(1);
		expect(error).toMatchObject({
			message: 'Could not make the thing. The login was refused.',
			mayHaveHappened: false,
		});
		expect(body.destroy).toHaveBeenCalled();
	});
});

/** A body as n8n gives it, whose end is watched. */
function stream(chunks: Array<string | Uint8Array | Error>) {
	return {
		destroy: jest.fn(),
		async *[Symbol.asyncIterator]() {
			for (const chunk of chunks) {
				if (chunk instanceof Error) throw chunk;
				yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
			}
		},
	};
}

describe('a body that comes as a stream', () => {
	const wanted = { encoding: 'stream', accept: 'application/pdf' } as const;
	const ask = async (answers: Scripted[], options = {}) => {
		const { connection } = await script(answers, options);
		return await requestAnswer(connection, READ, wanted).catch((error) => error);
	};

	it('is let go where the request is sent again', async () => {
		const body = stream([]);
		const redirected = stream([]);
		const headers = { location: '/x' };
		await ask([
			() => ({ statusCode: 503, body }),
			() => ({ statusCode: 302, headers, body: redirected }),
			OK,
		]);
		expect(body.destroy).toHaveBeenCalled();
		expect(redirected.destroy).toHaveBeenCalled();
	});

	it('is read for the words of a refusal, no further than needed, then let go', async () => {
		let read = 0;
		const body = stream([]);
		const endless = Object.assign(body, {
			async *[Symbol.asyncIterator]() {
				for (;;) {
					read++;
					yield new TextEncoder().encode('é'.repeat(500));
				}
			},
		});
		const error = await ask([() => ({ statusCode: 404, body: endless })]);
		expect(error.description).toContain('The service answered: éé');
		expect(read).toBeLessThan(100);
		expect(endless.destroy).toHaveBeenCalled();
	});

	it('is not told of when the execution is cancelled meanwhile', async () => {
		const stop = new AbortController();
		const body = Object.assign(stream([]), {
			async *[Symbol.asyncIterator]() {
				yield new TextEncoder().encode('half');
				stop.abort();
			},
		});
		const error = await ask([() => ({ statusCode: 404, body })], { signal: stop.signal });
		expect(error).toMatchObject({ name: 'CancelledError' });
	});
});

describe('a run that was cancelled', () => {
	it('sends nothing', async () => {
		const { error, times } = await run(READ, [], { signal: AbortSignal.abort() });
		expect(times).toBe(0);
		expect(error).toMatchObject({ name: 'CancelledError' });
	});

	it('sends nothing more, whatever came back', async () => {
		const stop = new AbortController();
		const answers: Scripted[] = [
			() => {
				stop.abort();
				return OK as never;
			},
		];
		const { error, times } = await run(READ, answers, { signal: stop.signal });
		expect(times).toBe(1);
		expect(error).toMatchObject({ name: 'CancelledError' });
	});
});
