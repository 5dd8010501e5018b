import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { call, CONTACTS, count, NEW_CONTACT, play, sandbox, set, TOKEN } from './support.mts';

/** Faults: what the caller is answered, and what was done. */

const create = async (signal?: AbortSignal) =>
	await call('PUT', '/api/v1/contacts', { body: NEW_CONTACT, signal });

/** However busy the machine is. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const HEAD_END = '\r\n\r\n';
/** How long nothing must come for it to count as silence. */
const QUIET_MS = 40;

/**
 * Sends a request over a socket of its own and listens to its end, or to silence after `bytes`.
 * `then` is how it went on after them: silence, an orderly close, or an error such as ECONNRESET.
 */
function listen(path: string, { method = 'GET', body = '', bytes = Infinity } = {}) {
	const { hostname, port } = new URL(sandbox.url);
	const socket = net.connect(Number(port), hostname);
	const lines = [
		`${method} ${path} HTTP/1.1`,
		`Host: ${hostname}`,
		'Connection: close',
		`Authorization: ${TOKEN.Authorization}`,
		...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
	];
	socket.write(lines.join('\r\n') + HEAD_END + body);
	return new Promise<{ text: string; then: string }>((resolve) => {
		let text = '';
		let then = 'silence';
		const take = (more = '') => {
			text += more;
			if (text.length >= bytes) socket.setTimeout(QUIET_MS, () => socket.destroy());
		};
		take();
		socket.setEncoding('latin1').on('data', take);
		socket.on('end', () => (then = 'closed'));
		socket.on('error', (error: NodeJS.ErrnoException) => (then = error.code!));
		socket.on('close', () => resolve({ text, then }));
	});
}

const AFTERWARDS = { cut: 'closed', reset: 'ECONNRESET', stall: 'silence' };
const KINDS = ['cut', 'reset', 'stall'] as const;

for (const chunkedAnswers of [false, true]) {
	test(`an answer ${chunkedAnswers ? 'in chunks' : 'of known length'} ends after any byte`, async () => {
		sandbox.reset({ contacts: 3 });
		set({ chunkedAnswers });
		const { text: whole } = await listen(CONTACTS);
		assert.equal(/transfer-encoding: chunked/i.test(whole), chunkedAnswers);
		assert.equal(/content-length/i.test(whole), !chunkedAnswers);
		const head = whole.indexOf(HEAD_END) + HEAD_END.length;
		for (const at of [0, 12, head - 1, head, head + 1, whole.length - 1]) {
			for (const kind of KINDS) {
				play({ kind, after: at });
				const bytes = kind === 'stall' ? at : Infinity;
				const { text, then } = await listen(CONTACTS, { bytes });
				assert.deepEqual([text.length, then], [at, AFTERWARDS[kind]], `${kind} after ${at}`);
				assert.equal(text.slice(head), whole.slice(head, Math.max(head, at)));
				const entry = sandbox.log.requests.at(-1)!;
				await until(() => entry.durationMs !== null);
				assert.equal(entry.status, at < head ? null : 200);
			}
		}
		play({ kind: 'cut', after: 5, of: 'body' });
		assert.equal((await listen(CONTACTS)).text.slice(head), whole.slice(head, head + 5));
		play({ kind: 'reset', after: whole.length + 1 });
		assert.deepEqual((await listen(CONTACTS)).text.slice(head), whole.slice(head));
	});
}

test('the token endpoint of the OpenID provider has faults of its own', async () => {
	const token = async () => await listen('/oidc/token', { method: 'POST', body: '{}' });
	play(
		{ kind: 'status', times: 3 },
		{ kind: 'status', route: 'token' },
		{ kind: 'cut', route: 'token' },
	);
	assert.match((await token()).text, /^HTTP\/1\.1 503/);
	assert.equal((await token()).text, '');
	assert.match((await token()).text, /^HTTP\/1\.1 400/);
	play({ kind: 'reset', route: 'token', after: 9 }, { kind: 'drop', route: 'token' });
	assert.deepEqual(await token(), { text: 'HTTP/1.1 ', then: 'ECONNRESET' });
	assert.equal((await token()).text, '');
});

for (const [kind, done] of [
	['drop', 0],
	['resetBefore', 0],
	['resetAfter', 1],
	['lostReply', 1],
	['timeout', 1],
] as const) {
	test(`${kind}: no answer, ${done ? 'work done' : 'nothing done'}, next call fine`, async () => {
		play({ kind, route: 'createContact' });
		const before = count();
		const caller = new AbortController();
		const lost = assert.rejects(create(caller.signal));
		if (kind === 'timeout') await until(() => count() > before).then(() => caller.abort());
		await lost;
		assert.equal(count(), before + done);
		assert.equal((await create()).status, 200);
		const told = sandbox.log.requests.map(({ status, fault }) => [status, fault]);
		assert.deepEqual(told, [
			[null, kind],
			[200, null],
		]);
	});
}

test('a refusal has a status and Retry-After, and takes the place of the work unless it comes after it', async () => {
	const before = count();
	play({ kind: 'status', status: 429, retryAfter: '2', times: 2 });
	const first = await create();
	assert.deepEqual([first.status, first.headers.get('retry-after')], [429, '2']);
	assert.deepEqual([(await create()).status, count()], [429, before]);
	play({ kind: 'status', status: 500, afterWork: true });
	assert.deepEqual([(await create()).status, count()], [500, before + 1]);
});

test('HTML, truncated JSON, no body, errors in three forms, and a redirect', async () => {
	const body = { success: false };
	play({ kind: 'html' }, { kind: 'truncated' }, { kind: 'noBody' }, { kind: 'failure200', body });
	assert.match((await create()).text, /^<!doctype html>/);
	const { text, json } = await create();
	assert.deepEqual([text.startsWith('{"contact"'), json], [true, undefined]);
	assert.equal((await create()).text, '');
	assert.deepEqual((await create()).json, body);
	const texts: string[] = [];
	for (const errorShape of ['message', 'error', 'text'] as const) {
		set({ errorShape });
		play({ kind: 'status', status: 500 });
		texts.push((await create()).text);
	}
	assert.equal(JSON.parse(texts[0]).message, texts[2]);
	assert.equal(JSON.parse(texts[1]).error.code, 500);
	play({ kind: 'redirect', location: 'https://elsewhere.example/' });
	const { status, headers } = await create();
	assert.deepEqual([status, headers.get('location')], [307, 'https://elsewhere.example/']);
});

test('a fault meets every third call, the n-th call, or one route or page', async () => {
	play({ kind: 'status', every: 3, route: 'createContact' });
	const seen = [];
	for (let n = 0; n < 6; n++) seen.push((await create()).status);
	assert.deepEqual(seen, [200, 200, 503, 200, 200, 503]);
	play({ kind: 'status', route: 'listUsers' }, { kind: 'status', nth: 2 });
	assert.deepEqual([(await create()).status, (await create()).status], [200, 503]);
	play({ kind: 'status', status: 404, page: 1, every: 1 }, { kind: 'emptyPage', page: 2 });
	const pages = [];
	for (const n of [0, 1, 2, 1, 2]) {
		const { status, json } = await call('GET', `${CONTACTS}&page=${n}&per_page=10`);
		pages.push(json.contacts?.length ?? status);
	}
	assert.deepEqual(pages, [10, 404, 0, 404, 10]);
});

test('a switch or value that does not exist is refused', async () => {
	const patch = async (body: object) =>
		(await call('PATCH', '/_sandbox/switches', { body })).status;
	assert.equal(await patch({ pageCap: 25 }), 200);
	assert.equal(sandbox.switches.pageCap, 25);
	const faults = [{ kind: 'x' }, { kind: 'cut', after: -1 }, { kind: 'cut', of: 'x' }, null];
	const wrong = [{ pagecap: 1 }, { listShape: 'x' }, { pageSizes: ['x'] }, { pageSizes: 1 }, []];
	for (const body of [...wrong, ...faults.map((fault) => ({ faults: [fault] }))]) {
		assert.equal(await patch(body), 400);
	}
});

test('an answer that does not fit the description fails loudly', async (t) => {
	const said = t.mock.method(console, 'error', () => {});
	sandbox.world.profile().users[0].email = 7 as never;
	const path = `/company-profile-service/get-users-for-company-profile?id=${who.PROFILE_ID}`;
	const { status, text } = await call('POST', path);
	assert.equal(status, 500);
	assert.match(text, /listUsers does not fit openapi\.yaml: \/0\/email/);
	assert.equal(said.mock.callCount(), 1);
});
