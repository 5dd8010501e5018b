import '../../support/fastClock';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { request, requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/types';
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

it.each([
	['its answer is lost', fault({ code: 'ECONNRESET' })],
	['something in front of the service fails', refused(502)],
])('a delete is sent again if %s, and has succeeded if nothing is found then', async (_, first) => {
	const gone = refused(404);
	expect(await run(DELETE, [first, gone])).toMatchObject({ value: undefined, error: undefined });
	expect((await run(DELETE, [gone])).error).toMatchObject({ status: 404 });
	expect((await run(READ, [first, gone])).error).toMatchObject({ status: 404 });
});

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
