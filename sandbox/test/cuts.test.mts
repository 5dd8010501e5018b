import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as who from '../identities.mts';
import type { Fault } from '../faults.mts';
import { startSandbox, type Sandbox } from '../server.mts';

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox({ contacts: 3 })));
after(() => sandbox.close());
beforeEach(() => sandbox.reset());

/** How long nothing must come for it to count as silence. */
const QUIET_MS = 40;
const KINDS = ['cut', 'reset', 'stall'] as const;
const HEAD_END = '\r\n\r\n';

interface Heard {
	text: string;
	/** How it went on after the bytes: silence, an orderly close, or an error such as ECONNRESET. */
	then: string;
}

/** Sends a request over a socket of its own and listens to its end, or to silence after `bytes`. */
function ask(
	path: string,
	{ method = 'GET', body = '', token = true, bytes = Infinity } = {},
): Promise<Heard> {
	const { hostname, port } = new URL(sandbox.url);
	const socket = net.connect(Number(port), hostname);
	const lines = [
		`${method} ${path} HTTP/1.1`,
		`Host: ${hostname}`,
		'Connection: close',
		...(token ? [`Authorization: Bearer ${who.API_TOKEN}`] : []),
		...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
	];
	socket.write(lines.join('\r\n') + HEAD_END + body);
	return new Promise((resolve) => {
		let text = '';
		let then = 'silence';
		const listen = (more = '') => {
			text += more;
			if (text.length >= bytes) socket.setTimeout(QUIET_MS, () => socket.destroy());
		};
		listen();
		socket.setEncoding('latin1').on('data', listen);
		socket.on('end', () => (then = 'closed'));
		socket.on('error', (error: NodeJS.ErrnoException) => (then = error.code!));
		socket.on('close', () => resolve({ text, then }));
	});
}

/** What the log says of the last request, once its connection has closed on the sandbox's side. */
async function lastEntry() {
	const entry = sandbox.log.requests.at(-1)!;
	while (entry.durationMs === null) await sleep(1);
	return entry;
}

const play = (...faults: Fault[]) => (sandbox.switches.faults = faults);
const contacts = `/api/v1/contacts?audience_id=${who.AUDIENCE_ID}`;
const pdf = () => `/api/v1/quotations/pdf?id=${sandbox.world.profile().quotations[0].id}`;
const AFTERWARDS = { cut: 'closed', reset: 'ECONNRESET', stall: 'silence' };

for (const chunked of [false, true]) {
	test(`an answer ${chunked ? 'in chunks' : 'of known length'} ends after any byte`, async () => {
		sandbox.switches.chunkedAnswers = chunked;
		const { text: whole } = await ask(contacts);
		assert.equal(/transfer-encoding: chunked/i.test(whole), chunked);
		assert.equal(/content-length/i.test(whole), !chunked);
		assert.equal((await lastEntry()).bytes, whole.length);
		const head = whole.indexOf(HEAD_END) + HEAD_END.length;
		const places = [0, 1, 12, head - 1, head, head + 1, whole.length - 1];
		for (const at of places) {
			for (const kind of KINDS) {
				play({ kind, after: at });
				const { text, then } = await ask(contacts, { bytes: kind === 'stall' ? at : Infinity });
				assert.deepEqual([text.length, then], [at, AFTERWARDS[kind]], `${kind} after ${at}`);
				assert.equal(text.slice(head), whole.slice(head, Math.max(head, at)));
				assert.equal((await lastEntry()).status, at < head ? null : 200);
			}
		}
		play({ kind: 'cut', after: 5, of: 'body' });
		assert.equal((await ask(contacts)).text.slice(head), whole.slice(head, head + 5));
		play({ kind: 'reset', after: whole.length + 1 });
		assert.deepEqual((await ask(contacts)).text.slice(head), whole.slice(head));
	});
}

test('a PDF, a login and a refusal are cut off like any other answer', async () => {
	sandbox.switches.pdfBytes = 300_000;
	const head = (await ask(pdf())).text.indexOf(HEAD_END) + HEAD_END.length;
	for (const kind of KINDS) {
		play({ kind, after: 150_001, of: 'body', route: 'getQuotationPdf' });
		const { text, then } = await ask(pdf(), {
			bytes: kind === 'stall' ? head + 150_001 : Infinity,
		});
		const body = text.slice(head);
		assert.deepEqual([body.length, then], [150_001, AFTERWARDS[kind]]);
		assert.match(body, /^%PDF/);
	}
	const body = JSON.stringify(who.SERVICE_ACCOUNT);
	for (const path of ['/login-api', '/authentication-service/login-api']) {
		play({ kind: 'cut', after: 7, of: 'body', route: 'login' });
		const { text } = await ask(path, { method: 'POST', body, token: false });
		assert.match(text, /\r\n\r\n\{"type"$/);
	}
	assert.equal(sandbox.log.logins.length, 2);
	play({ kind: 'cut', after: 17 });
	assert.equal((await ask(contacts, { token: false })).text, 'HTTP/1.1 401 Unau');
});

test('the connection serves on where the answer was shorter than the cut', async () => {
	play({ kind: 'cut', after: 1_000_000 });
	const sizes = [];
	for (let n = 0; n < 2; n++) {
		const options = { headers: { Authorization: `Bearer ${who.API_TOKEN}` } };
		sizes.push((await (await fetch(sandbox.url + contacts, options)).text()).length);
	}
	assert.equal(sizes[0], sizes[1]);
});

test('a dropped request does nothing, and the n-th alone can be chosen', async () => {
	const body = JSON.stringify({ contact: { audience: { id: who.AUDIENCE_ID } } });
	play({ kind: 'drop', nth: 2 }, { kind: 'cut', nth: 3 });
	const seen = [];
	for (let n = 0; n < 4; n++) {
		const { text } = await ask('/api/v1/contacts', { method: 'PUT', body });
		seen.push([text.slice(9, 12), sandbox.world.profile().contacts.count()]);
	}
	// Three were there; the second request is lost, of the third only the answer.
	assert.deepEqual(seen, [
		['200', 4],
		['', 4],
		['', 5],
		['200', 6],
	]);
});

test('the token endpoint of the OpenID provider has faults of its own', async () => {
	const token = () => ask('/oidc/token', { method: 'POST', body: '{}', token: false });
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
