import '../../support/fastClock';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { request, requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/types';
import {
	BASE_URL,
	fault,
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
const WRITE: Route = { ...READ, method: 'PUT', kind: 'write', purpose: 'make the thing' };

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
	return { ...outcome, times: sent.length };
}

const refused = (status: number, headers = {}): Scripted =>
	json({ message: 'no' }, status, headers);

it('sends one address, with its path filled in, and what is undefined left out', async () => {
	const { connection, sent } = await script([OK]);
	await requestJson(
		{ ...connection, profileId: 'a-profile' },
		{ ...READ, method: 'POST', path: '/a/{companyProfileId}/b' },
		{ query: { page: 0, name: '', none: undefined }, body: {} },
	);
	expect(sent).toStrictEqual([
		{
			method: 'POST',
			url: `${BASE_URL}/a/a-profile/b`,
			qs: { page: 0, name: '' },
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			// As text: n8n would leave an empty object out.
			body: '{}',
			encoding: 'text',
			timeout: 60_000,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		},
	]);
});

describe('an answer of success', () => {
	it.each(['OK', 'c-17', ' Contact saved, no duplicate found \n'])(
		'of a write may be a short text: %j',
		async (body) => {
			expect((await run(WRITE, [{ statusCode: 200, body }])).value).toBe(body.trim());
			expect((await run(READ, [{ statusCode: 200, body }])).error!.message).toContain('not JSON');
		},
	);

	it.each(['<p>OK</p>', '{"id":'])(
		'of a write is none where it is a page, or breaks off: %s',
		async (body) => {
			const { error, times } = await run(WRITE, [{ statusCode: 200, body }]);
			expect(times).toBe(1);
			expect(error).toMatchObject({ status: 200, mayHaveHappened: true });
			expect(error!.message).toContain('the Sales CRM answered with');
		},
	);

	it('that says failure is one', async () => {
		const body = '{"success":false,"message":"no"}';
		for (const route of [READ, WRITE]) {
			const { error, times } = await run(route, [{ statusCode: 200, body }]);
			expect(times).toBe(1);
			expect(error).toMatchObject({ status: 200, mayHaveHappened: route === WRITE });
		}
	});
});

/** EPROTO is a handshake that failed; the record is one that cannot be deciphered, once the request is sent. */
const FAULTS: Array<[code: string, passes: boolean, mayHaveArrived: boolean]> = [
	['ECONNREFUSED', true, false],
	['EAI_AGAIN', true, false],
	['EHOSTUNREACH', true, true],
	['ENETUNREACH', true, true],
	['ECONNRESET', true, true],
	['ECONNABORTED', true, true],
	['ETIMEDOUT', true, true],
	['EPIPE', true, true],
	['HPE_INVALID_CONSTANT', true, true],
	['Z_DATA_ERROR', true, true],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', true, true],
	['EUNKNOWN', false, true],
	['ENOTFOUND', false, false],
	['CERT_HAS_EXPIRED', false, false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', false, false],
	['ERR_TLS_CERT_ALTNAME_INVALID', false, false],
	['EPROTO', false, false],
	['SsrfBlockedIpError', false, false],
];

describe('a fault', () => {
	it.each(FAULTS)(
		'%s: a read is sent again: %p, a write may have arrived: %p',
		async (code, passes, mayHaveArrived) => {
			const met = fault({ code });
			const read = await run(READ, passes ? [met, met, OK] : [met]);
			expect(read.times).toBe(passes ? 3 : 1);
			expect(read.value).toEqual(passes ? { id: 1 } : undefined);
			const again = passes && !mayHaveArrived;
			if (again) expect(await run(WRITE, [met, OK])).toMatchObject({ value: { id: 1 }, times: 2 });
			const { error, times } = await run(WRITE, Array(5).fill(met));
			expect(times).toBe(again ? 5 : 1);
			expect(error).toMatchObject({ mayHaveHappened: mayHaveArrived, status: undefined });
		},
	);

	it.each([200, 201, 204])('a body that breaks off, with status %i', async (status) => {
		const cut = fault({ code: 'ERR_BAD_RESPONSE', response: { status } });
		expect(await run(READ, [cut, OK])).toMatchObject({ value: { id: 1 }, times: 2 });
		const { error, times } = await run(WRITE, [cut]);
		expect({ times, open: error!.mayHaveHappened }).toEqual({ times: 1, open: true });
	});
});

type Row = [status: number, read: boolean, write: boolean, open: boolean];
const STATUSES: Row[] = [
	...[400, 401, 403, 404, 409, 422].map((status): Row => [status, false, false, false]),
	...[300, 301, 302, 303, 307, 408].map((status): Row => [status, false, false, true]),
	[429, true, true, false],
	...[500, 501, 505].map((status): Row => [status, false, false, true]),
	...[502, 503, 504, 520, 522, 524, 530].map((status): Row => [status, true, false, true]),
];

it.each(STATUSES)(
	'%i: a read is sent again: %p, a write: %p, which may have been done: %p',
	async (status, read, write, open) => {
		for (const [route, again] of [
			[READ, read],
			[WRITE, write],
		] as const) {
			const { value, error, times } = await run(route, [refused(status, { location: '/' }), OK]);
			expect({ value, times }).toEqual(
				again ? { value: { id: 1 }, times: 2 } : { value: undefined, times: 1 },
			);
			if (again) continue;
			const isOpen = open && route === WRITE;
			expect(error).toMatchObject({ status, mayHaveHappened: isOpen });
			expect(error!.message.includes('may have been')).toBe(isOpen);
		}
	},
);

describe('a delete', () => {
	const DELETE: Route = { ...READ, method: 'DELETE', kind: 'idempotent' };
	const lost = fault({ code: 'ECONNRESET' });
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
		['in words of a web page', [lost, { statusCode: 404, body: '<h1>Restarting</h1>' }]],
	])('that finds nothing %s fails', async (_, answers) => {
		const { error } = await run(DELETE, answers as Scripted[]);
		expect(error).toMatchObject({ status: 404, mayHaveHappened: false });
	});

	it('is alone in that: a read that finds nothing then fails', async () => {
		expect((await run(READ, [lost, gone])).error).toMatchObject({ status: 404 });
	});
});

/** A body as n8n gives it, whose end is watched. */
function stream(chunks: string[]) {
	return {
		destroy: jest.fn(),
		async *[Symbol.asyncIterator]() {
			for (const chunk of chunks) yield new TextEncoder().encode(chunk);
		},
	};
}

const ask = async (answers: Scripted[], options: ScriptOptions = {}) => {
	const { connection, sent } = await script(answers, options);
	const answer = await request(connection, READ, { accept: 'x/y', query: { page: 2 } }).catch(
		(error) => error,
	);
	return { answer, sent, urls: sent.map(({ url }) => url) };
};

describe('a file', () => {
	it('is given as it came', async () => {
		const body = stream(['%PDF']);
		const headers = { 'Content-Type': 'application/pdf', n: 7 };
		const { answer, sent } = await ask([() => ({ statusCode: 200, headers, body })]);
		expect(answer).toMatchObject({
			status: 200,
			headers: { 'content-type': 'application/pdf', n: '7' },
		});
		expect(sent[0]).toMatchObject({ encoding: 'stream', headers: { Accept: 'x/y' } });
		expect(answer.body).toBe(body);
		expect(body.destroy).not.toHaveBeenCalled();
	});

	it('that is refused is read for its words, no further than needed, then let go', async () => {
		let read = 0;
		const endless = Object.assign(stream([]), {
			async *[Symbol.asyncIterator]() {
				for (;;) {
					read++;
					yield new TextEncoder().encode('é'.repeat(500));
				}
			},
		});
		const { answer } = await ask([() => ({ statusCode: 404, body: endless })]);
		expect(answer.description).toContain('The Sales CRM answered: éé');
		expect(read).toBeLessThan(100);
		expect(endless.destroy).toHaveBeenCalled();
	});
});

describe('a redirect', () => {
	const to = (location: string, status = 302) => json('', status, { Location: location });

	it('of anything but a file is told, not followed', async () => {
		const { error, times } = await run(READ, [to('/log-in')]);
		expect(times).toBe(1);
		expect(error).toMatchObject({
			status: 302,
			description: expect.stringContaining('The redirect leads to https://crm.example/log-in.'),
		});
	});

	it.each([301, 302, 303, 307, 308])(
		'%i of a file is followed on the same host',
		async (status) => {
			const { answer, urls, sent } = await ask([to('/other?page=2&x=1', status), OK]);
			expect(answer).toMatchObject({ status: 200 });
			expect(urls).toEqual([`${BASE_URL}/things`, 'https://crm.example/other?page=2&x=1']);
			// The query stands in the address now.
			expect([sent[0].qs, sent[1].qs]).toEqual([{ page: 2 }, {}]);
		},
	);

	it('is followed three times, not a fourth', async () => {
		const { answer, urls } = await ask([to('/1'), to('2'), to('/3'), to('/4')]);
		expect(urls.slice(1)).toEqual(['1', '2', '3'].map((n) => `https://crm.example/${n}`));
		expect(answer).toMatchObject({ status: 302 });
	});

	it.each(['http://crm.example/things', 'http://store.example/a', 'https://'])(
		'to %s is not followed',
		async (location) => {
			const { answer, urls } = await ask([to(location)]);
			expect(urls).toHaveLength(1);
			expect(answer).toMatchObject({ status: 302 });
		},
	);

	it('to another host is followed without any sign-in, and on from there, and back', async () => {
		const asked: IHttpRequestOptions[] = [];
		const answers = [to('/b'), to('https://crm.example/c'), { statusCode: 200, body: 'PDF' }];
		const elsewhere: ScriptOptions['elsewhere'] = (options) => answers[asked.push(options) - 1];
		const { answer } = await ask([to('https://store.example/a?sig=1')], { elsewhere });
		expect(answer).toMatchObject({ status: 200, body: 'PDF' });
		expect(asked.map(({ url }) => url)).toEqual([
			'https://store.example/a?sig=1',
			'https://store.example/b',
			'https://crm.example/c',
		]);
		expect(asked[0]).toMatchObject({ headers: { Accept: 'x/y' }, disableFollowRedirect: true });
		expect(JSON.stringify(asked)).not.toMatch(/authorization|Bearer/i);
	});

	it('that is refused there says where, and nothing of Base URL or sign-in', async () => {
		const elsewhere = () => json({ internal: 'k3y of a service' }, 403);
		const { answer } = await ask([to('https://store.example/a?sig=1')], { elsewhere });
		expect(answer).toMatchObject({
			message:
				'Could not list the things: the file is stored at https://store.example, which returned 403',
			description: expect.not.stringMatching(/Base URL|sign-in|sig=1|k3y/),
		});
	});
});

it('a run that was cancelled sends nothing more, whatever came back', async () => {
	const before = await run(READ, [], { signal: AbortSignal.abort() });
	expect(before).toMatchObject({ times: 0, error: { name: 'CancelledError' } });
	const stop = new AbortController();
	const answer = () => (stop.abort(), OK as never);
	const meanwhile = await run(READ, [answer], { signal: stop.signal });
	expect(meanwhile).toMatchObject({ times: 1, error: { name: 'CancelledError' } });
});
