import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Fault } from '../../sandbox/faults.mts';
import type { Switches } from '../../sandbox/switches.mts';
import { Forbidden, Gate, MAX_REQUESTS } from '../gate.mts';
import { harmless } from './harmless.mts';
import { Stage } from './stage.mts';

/** What reaches the sandbox, by its own log: reads and right logins, one at a time, 60 at most. */

let stage: Stage;
before(async () => (stage = await Stage.open()));
after(async () => await stage.close());

/** Switches that `truth.test.mts` leaves at rest or draws seldom: they show in writes, in events, or end sessions. */
const REST: Array<Partial<Switches>> = [
	{ createAnswer: 'empty', secondSubscription: 'refused', unknownSubscriptionStatus: 400 },
	{ timestampUnit: 's', deliveryAttempts: 2, duplicateDeliveries: true, accessTokenTtlSeconds: 1 },
	{ sessionTtlMs: 0, slowNamesMs: 1 },
	{ sessionTtlMs: 40, sessionEnd: 'redirect' },
	{ sessionCalls: 1 },
	{ sessionCalls: 5, singleSession: true },
];

test('with the switches that hardly show it only reads', async () => {
	for (const switches of REST) {
		const scheme = /session/.test(Object.keys(switches).join()) ? 'serviceAccount' : 'apiToken';
		harmless(await stage.run({ scheme, webhooks: 1, switches }), JSON.stringify(switches));
	}
});

const FAULTS: Fault[] = [
	{ kind: 'status', status: 429, retryAfter: '1', every: 3 },
	{ kind: 'status', status: 503, every: 2 },
	{ kind: 'status', status: 401, every: 4 },
	{ kind: 'html', every: 3 },
	{ kind: 'redirect', location: '/api/v1/subscribe', every: 3 },
	{ kind: 'redirect', location: 'http://elsewhere.example/', every: 3 },
	{ kind: 'failure200', every: 3 },
	{ kind: 'noBody', every: 2 },
	{ kind: 'truncated', every: 2 },
	{ kind: 'drop', every: 4 },
	{ kind: 'resetAfter', every: 4 },
];

test('whatever goes wrong it only reads, and ends', async () => {
	for (const [n, fault] of FAULTS.entries()) {
		// By session now and then; its login is met by no fault here.
		const scheme = n % 4 === 0 ? 'serviceAccount' : 'apiToken';
		const ran = await stage.run({ scheme, webhooks: 1, switches: { faults: [fault] } });
		harmless(ran, JSON.stringify(fault));
	}
});

test('all of it being refused, it ends soon and says why', async () => {
	const ran = await stage.run({
		switches: { faults: [{ kind: 'status', status: 401, every: 1 }] },
	});
	assert.match(String(ran.error), /sign-in was refused/);
	assert.equal(ran.requests.length, 3);
});

test('the gate lets nothing out that is not on its list', async () => {
	const BASE = 'https://crm.example/base';
	const sent: string[] = [];
	const gate = new Gate(async ({ url }) => sent.push(url), BASE);
	const refused: Array<[method: string, url: string, body?: unknown]> = [
		['PUT', `${BASE}/api/v1/contacts`],
		['POST', `${BASE}/api/v1/contacts`],
		['POST', `${BASE}/api/v1/subscribe`],
		['DELETE', `${BASE}/api/v1/unsubscribe`],
		['GET', `${BASE}/api/v1/unsubscribe`],
		['GET', `${BASE}/api/v1/contacts/../subscribe`],
		['GET', `https://crm.example/api/v1/contacts`],
		['GET', `https://crm.example.evil.example/base/api/v1/contacts`],
		['POST', `${BASE}/contact-service/api/v1/x/y/history`],
		['POST', `${BASE}/contact-service/api/v1/x/history`, '{"delete":true}'],
		['GET', `${BASE}/login-api`],
	];
	for (const [method, url, body] of refused) {
		await assert.rejects(gate.send({ method, url, body } as never), Forbidden, `${method} ${url}`);
	}
	assert.deepEqual([sent, gate.requests], [[], 0]);
	await gate.send({ method: 'GET', url: `${BASE}/api/v1/contacts` });
	await gate.send({ method: 'POST', url: `${BASE}/contact-service/api/v1/x/history`, body: '{}' });
	assert.equal(sent.length, 2);
});

test('the gate lets so many out and no more', async () => {
	let sent = 0;
	const gate = new Gate(async () => sent++, 'https://crm.example');
	const ask = async () =>
		await gate.send({ method: 'GET', url: 'https://crm.example/api/v1/list' });
	for (let n = 0; n < MAX_REQUESTS; n++) await ask();
	await assert.rejects(ask());
	assert.equal(sent, MAX_REQUESTS);
});

test('the gate lets one out at a time, whoever asks', async () => {
	let [now, most] = [0, 0];
	const gate = new Gate(async () => {
		most = Math.max(most, ++now);
		await new Promise((resolve) => setTimeout(resolve, 2));
		now--;
	}, 'https://crm.example');
	const ask = async () =>
		await gate.send({ method: 'GET', url: 'https://crm.example/api/v1/list' });
	await Promise.all([ask(), ask(), ask()]);
	assert.equal(most, 1);
});
