import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as who from '../identities.mts';
import type { Fault } from '../faults.mts';
import { startSandbox, type Sandbox } from '../server.mts';

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox({ contacts: 0 })));
after(() => sandbox.close());
beforeEach(() => sandbox.reset());

const create = async (signal?: AbortSignal) => {
	const response = await fetch(`${sandbox.url}/api/v1/contacts`, {
		method: 'PUT',
		headers: { Authorization: `Bearer ${who.API_TOKEN}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({ contact: { audience: { id: who.AUDIENCE_ID } } }),
		signal,
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
};
const count = () => sandbox.world.profile().contacts.count();
const play = (...faults: Fault[]) => (sandbox.switches.faults = faults);

/** However busy the machine is. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const CUT_OFF = [
	{ kind: 'resetBefore', done: 0 },
	{ kind: 'resetAfter', done: 1 },
	{ kind: 'lostReply', done: 1 },
	{ kind: 'timeout', done: 1 },
] as const;

for (const { kind, done } of CUT_OFF) {
	test(`${kind}: no answer, ${done ? 'work done' : 'nothing done'}, next call fine`, async () => {
		play({ kind, route: 'createContact' });
		const caller = new AbortController();
		const call = assert.rejects(create(caller.signal));
		if (kind === 'timeout') await until(() => count() === done).then(() => caller.abort());
		await call;
		assert.equal(count(), done);
		assert.equal((await create()).status, 200);
		const [faulty, fine] = sandbox.log.requests;
		assert.deepEqual([faulty.status, faulty.fault], [null, kind]);
		assert.deepEqual([fine.status, fine.fault], [200, null]);
	});
}

test('one route can be slow, and does its work all the same', async () => {
	play({ kind: 'slow', route: 'createContact', delayMs: 300 });
	const start = Date.now();
	assert.equal((await create()).status, 200);
	const first = Date.now() - start;
	assert.ok(first >= 300, `${first} ms`);
	assert.equal((await create()).status, 200);
	assert.deepEqual(
		sandbox.log.requests.map(({ fault }) => fault),
		['slow', null],
	);
	assert.equal(count(), 2);
});

test('refusals carry status and Retry-After, and nothing is done', async () => {
	play({ kind: 'status', status: 429, retryAfter: '2', times: 2 });
	const first = await create();
	assert.deepEqual([first.status, first.headers.get('retry-after')], [429, '2']);
	assert.equal((await create()).status, 429);
	assert.equal((await create()).status, 200);
	assert.equal(count(), 1);
});

test('HTML, truncated JSON and failure with status 200', async () => {
	play({ kind: 'html' }, { kind: 'truncated' }, { kind: 'failure200' });
	assert.match((await create()).text, /^<!doctype html>/);
	assert.equal(count(), 0);
	const { text } = await create();
	assert.throws(() => JSON.parse(text));
	assert.equal(count(), 1);
	assert.equal(JSON.parse((await create()).text).type, 'FAILED');
	assert.equal(count(), 1);
});

test('every third call, on one route only', async () => {
	play({ kind: 'status', every: 3, route: 'createContact' });
	const seen = [];
	for (let n = 0; n < 6; n++) seen.push((await create()).status);
	assert.deepEqual(seen, [200, 200, 503, 200, 200, 503]);
	play({ kind: 'status', route: 'listUsers' });
	assert.equal((await create()).status, 200);
});

test('switches refuse what does not exist', async () => {
	const patch = async (body: object) => {
		const options = {
			method: 'PATCH',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		};
		return (await fetch(`${sandbox.url}/_sandbox/switches`, options)).status;
	};
	assert.equal(await patch({ pageCap: 25 }), 200);
	assert.equal(sandbox.switches.pageCap, 25);
	const faults = [{ kind: 'x' }, { kind: 'cut', after: -1 }, { kind: 'cut', of: 'x' }, null];
	for (const wrong of [
		{ pagecap: 1 },
		{ listShape: 'x' },
		{ hiddenRows: ['x'] },
		{ hiddenRows: 1 },
		...faults.map((fault) => ({ faults: [fault] })),
		[],
	]) {
		assert.equal(await patch(wrong), 400);
	}
});

test('errors in three forms, and a redirect', async () => {
	const texts: string[] = [];
	for (const errorShape of ['message', 'error', 'text'] as const) {
		Object.assign(sandbox.switches, { errorShape });
		play({ kind: 'status', status: 500 });
		texts.push((await create()).text);
	}
	assert.equal(JSON.parse(texts[0]).message, texts[2]);
	assert.equal(JSON.parse(texts[1]).error.code, 500);
	const wrong = await fetch(`${sandbox.url}/api/v1/contacts`);
	assert.equal(await wrong.text(), 'Not signed in, or not any more');
	play({ kind: 'redirect', location: 'https://elsewhere.example/' });
	const answer = await fetch(`${sandbox.url}/api/v1/contacts`, { redirect: 'manual' });
	assert.deepEqual(
		[answer.status, answer.headers.get('location')],
		[307, 'https://elsewhere.example/'],
	);
});

test('an answer that does not fit the description is a loud fault of the sandbox', async (t) => {
	const said = t.mock.method(console, 'error', () => {});
	sandbox.world.profile().users[0].email = 7 as never;
	const path = `/company-profile-service/get-users-for-company-profile?id=${who.PROFILE_ID}`;
	const headers = { Authorization: `Bearer ${who.API_TOKEN}` };
	const response = await fetch(sandbox.url + path, { method: 'POST', headers });
	assert.equal(response.status, 500);
	assert.match(await response.text(), /listUsers does not fit openapi\.yaml: \/0\/email/);
	assert.equal(said.mock.callCount(), 1);
});

test('how many requests are under way is told, also after ones cut off', async () => {
	play({ kind: 'resetBefore' });
	await assert.rejects(create());
	const underWay = [0, 1, 2].map(() => new AbortController());
	play({ kind: 'timeout', times: 3 });
	const calls = underWay.map(async ({ signal }) => await assert.rejects(create(signal)));
	await until(() => sandbox.log.requests.length === 4);
	for (const caller of underWay) caller.abort();
	await Promise.all(calls);
	await until(() => sandbox.log.requests.every(({ durationMs }) => durationMs !== null));
	await create();
	const seen = sandbox.log.requests.map(({ inFlight }) => inFlight);
	assert.deepEqual(seen, [1, 1, 2, 3, 1]);
});

test('a body that is no JSON counts as none', async () => {
	const headers = { Authorization: `Bearer ${who.API_TOKEN}`, 'Content-Type': 'text/plain' };
	const body = JSON.stringify({ contact: { audience: { id: who.AUDIENCE_ID } } });
	const url = `${sandbox.url}/api/v1/contacts`;
	assert.equal((await fetch(url, { method: 'PUT', headers, body })).status, 400);
	headers['Content-Type'] = 'application/json';
	assert.equal((await fetch(url, { method: 'PUT', headers, body: '{"con' })).status, 400);
	assert.equal((await fetch(url, { method: 'PUT', headers, body })).status, 200);
});
