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
const DELETE: Route = { ...READ, method: 'DELETE', kind: 'idempotent' };

const OK = json({ id: 1 });

/** Gives these answers one after the other; how often the request was sent, and its value or its error. */
async function run(route: Route, answers: Scripted[], options: ScriptOptions = {}) {
	const { connection, sent } = await script(answers, options);
	const outcome = await requestJson(connection, route).then(
		(value) => ({ value, error: undefined }),
		(error) => ({ value: undefined, error }),
	);
	return { ...outcome, times: sent.length };
}

const refused = (status: number, headers = {}) => json({ message: 'no' }, status, headers);

it('sends the path filled in, and leaves out what is undefined', async () => {
	const { connection, sent } = await script([OK]);
	await requestJson(
		{ ...connection, profileId: 'a-profile' },
		{ ...READ, method: 'POST', path: '/a/{companyProfileId}/b' },
		{ query: { page: 0, name: '', none: undefined }, body: {} },
	);
	expect(sent).toMatchObject([
		{
			method: 'POST',
			url: `${BASE_URL}/a/a-profile/b`,
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
			// As text: n8n would leave an empty object out.
			body: '{}',
			timeout: 60_000,
		},
	]);
	expect(sent[0].qs).toStrictEqual({ page: 0, name: '' });
});

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

/** EPROTO is a handshake that failed; ERR_SSL is met after the request was sent. */
const FAULTS: Array<[code: string, isPassing: boolean, mayHaveArrived: boolean]> = [
	['ECONNREFUSED', true, false],
	['EAI_AGAIN', true, false],
	['EHOSTUNREACH', true, true],
	['ENETUNREACH', true, true],
	['ECONNRESET', true, true],
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

it('a body that breaks off after status 200: a read is sent again, a write may have arrived', async () => {
	const cut = fault({ code: 'ERR_BAD_RESPONSE', response: { status: 200 } });
	expect(await run(READ, [cut, OK])).toMatchObject({ value: { id: 1 }, times: 2 });
	expect(await run(WRITE, [cut])).toMatchObject({ error: { mayHaveHappened: true }, times: 1 });
});

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

describe('a delete', () => {
	const lost = fault({ code: 'ECONNRESET' });
	const gone = refused(404);

	it.each([
		['its answer is lost', lost],
		['something in front of the service fails', refused(502)],
	])('is sent again if %s, and has succeeded if nothing is found then', async (_, first) => {
		expect(await run(DELETE, [first, gone])).toMatchObject({ value: undefined, error: undefined });
		expect(await run(DELETE, [first, OK])).toMatchObject({ value: { id: 1 } });
	});

	it.each<[string, Scripted[]]>([
		['at the first attempt', [gone]],
		['in the words of a web page', [lost, { statusCode: 404, body: '<h1>Restarting</h1>' }]],
	])('that finds nothing %s fails', async (_, answers) => {
		expect((await run(DELETE, answers)).error).toMatchObject({ status: 404 });
	});

	it('is the only request that succeeds so: a read that finds nothing then fails', async () => {
		expect((await run(READ, [lost, gone])).error).toMatchObject({ status: 404 });
	});
});

describe('a redirect', () => {
	const to = (location: string, status = 302) => json('', status, { Location: location });
	const download = async (answers: Scripted[], options: ScriptOptions = {}) => {
		const { connection, sent } = await script(answers, options);
		const parts = { accept: 'x/y', query: { page: 2 } };
		const answer = await request(connection, READ, parts).catch((error) => error);
		return { answer, sent, urls: sent.map(({ url }) => url) };
	};

	it('of anything but a file is reported, not followed', async () => {
		const description = expect.stringContaining('leads to https://crm.example/log-in.');
		const error = { status: 302, description };
		expect(await run(READ, [to('/log-in')])).toMatchObject({ error, times: 1 });
	});

	it.each([301, 302, 303, 307, 308])(
		'%i of a file is followed, with the query of the new address only',
		async (status) => {
			const { answer, urls, sent } = await download([to('/other?page=2&x=1', status), OK]);
			expect(answer).toMatchObject({ status: 200 });
			expect(urls).toEqual([`${BASE_URL}/things`, 'https://crm.example/other?page=2&x=1']);
			expect(sent.map(({ qs }) => qs)).toEqual([{ page: 2 }, {}]);
		},
	);

	it('is not followed for ever', async () => {
		const { answer } = await download([to('/1'), to('2'), to('/3'), to('/4')]);
		expect(answer).toMatchObject({ status: 302 });
	});

	it.each(['http://crm.example/things', 'http://store.example/a', 'https://'])(
		'from https to %s is not followed',
		async (location) => {
			const { answer, urls } = await download([to(location)]);
			expect(urls).toHaveLength(1);
			expect(answer).toMatchObject({ status: 302 });
		},
	);

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

it('a run that was cancelled sends nothing more, whatever was answered', async () => {
	const error = { name: 'CancelledError' };
	const before = await run(READ, [], { signal: AbortSignal.abort() });
	expect(before).toMatchObject({ times: 0, error });
	const stop = new AbortController();
	const answer = () => (stop.abort(), OK as never);
	expect(await run(READ, [answer], { signal: stop.signal })).toMatchObject({ times: 1, error });
});
