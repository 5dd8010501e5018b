import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as who from '../identities.mts';
import { startSandbox, type Sandbox } from '../server.mts';

interface Received {
	method: string;
	secret: unknown;
	event: any;
}

let sandbox: Sandbox;
let received: Received[] = [];
let answers: number[] = [];
const receiver = http.createServer(async (request, response) => {
	const chunks = await request.toArray();
	const event = JSON.parse(Buffer.concat(chunks).toString() || 'null');
	received.push({ method: request.method!, secret: request.headers['x-webhook-secret'], event });
	response.writeHead(answers.shift() ?? 200).end('taken');
});
let hookUrl = '';

before(async () => {
	sandbox = await startSandbox();
	await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
	hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
after(async () => {
	receiver.close();
	await sandbox.close();
});
beforeEach(() => {
	sandbox.reset();
	received = [];
	answers = [];
});

async function call(method: string, path: string, body?: object) {
	const response = await fetch(sandbox.url + path, {
		method,
		headers: {
			Authorization: `Bearer ${who.API_TOKEN}`,
			...(body && { 'Content-Type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as any };
}
const subscribe = async (more: object = {}) => {
	const events = ['CRM_BACKLOG_ITEM_STATUS_CHANGE'];
	const headers = { 'X-Webhook-Secret': 's3' };
	const hook = { name: 'n8n', url: hookUrl, method: 'POST', headers, events, ...more };
	return (await call('POST', '/api/v1/subscribe', hook)).body.subscription.id as string;
};
const list = async () => (await call('GET', `/api/v1/list?profile_id=${who.PROFILE_ID}`)).body;

test('a moved deal grows its history and calls the hooks as registered', async () => {
	const id = await subscribe({ method: 'PUT' });
	await subscribe({ events: ['SOMETHING_ELSE'] });
	const { deals, statuses } = sandbox.world.profile();
	const [deal] = deals;
	const from = deal.statusId;
	const to = statuses.at(-1)!;
	const entries = deal.history.length;
	const { body } = await call('POST', `/_sandbox/deals/${deal.id}/move`, { statusId: to.id });
	assert.equal(deal.history.length, entries + 1);
	assert.deepEqual(
		received.map(({ method, secret }) => [method, secret]),
		[['PUT', 's3']],
	);
	const [{ event }] = received;
	assert.deepEqual(event, body.event);
	assert.deepEqual(
		[event.metadata.old_status_id, event.metadata.status_id, event.payload.status_label],
		[from, to.id, to.label],
	);
	assert.equal(event.payload.backlog_id, to.backlog_id);
	assert.equal(body.deliveries[0].status, 200);
	assert.equal(body.deliveries[0].subscriptionId, id);
	assert.ok(!JSON.stringify(sandbox.log).includes('s3'));
});

test('a deleted subscription is gone, then unknown', async () => {
	const id = await subscribe();
	assert.deepEqual((await list())[0].subscription, { id });
	sandbox.switches.listShowsUrl = true;
	assert.deepEqual((await list())[0].subscription, { id, url: hookUrl });
	const gone = await call('DELETE', `/api/v1/unsubscribe?id=${id}`);
	assert.deepEqual(gone, { status: 200, body: { id } });
	assert.equal((await call('DELETE', `/api/v1/unsubscribe?id=${id}`)).status, 404);
	assert.deepEqual(await list(), []);
});

test('deliveries can be repeated, doubled and dated in seconds', async () => {
	await subscribe();
	const { deals, statuses } = sandbox.world.profile();
	Object.assign(sandbox.switches, { deliveryAttempts: 3, timestampUnit: 's' });
	answers = [500, 503];
	const { event, deliveries } = await sandbox.moveDeal(deals[1].id, statuses[0].id);
	assert.deepEqual(
		deliveries.map(({ status }) => status),
		[500, 503, 200],
	);
	assert.equal(String(event.timestamp).length, 10);
	sandbox.switches.duplicateDeliveries = true;
	received = [];
	await sandbox.moveDeal(deals[1].id, statuses[1].id);
	assert.equal(received.length, 2);
	assert.deepEqual(received[0].event, received[1].event);
	sandbox.switches.duplicateAfterMs = 300;
	received = [];
	const sent = sandbox.moveDeal(deals[1].id, statuses[0].id);
	await sleep(150);
	assert.equal(received.length, 1);
	await sent;
	assert.equal(received.length, 2);
});

test('an address may be called while it is registered, and is refused unless it answers 200', async () => {
	for (const [kind, body] of [
		['empty', {}],
		['named', { ping: true }],
	] as const) {
		sandbox.switches.pingWhileRegistering = kind;
		received = [];
		await subscribe({ method: 'PUT' });
		assert.deepEqual(received, [{ method: 'PUT', secret: 's3', event: body }]);
	}
	answers = [204];
	const events = ['CRM_BACKLOG_ITEM_STATUS_CHANGE'];
	const hook = { name: 'n8n', url: hookUrl, method: 'POST', headers: {}, events };
	const refused = await call('POST', '/api/v1/subscribe', hook);
	assert.equal(refused.status, 422);
	assert.match(refused.body.message, /answered 204/);
	assert.equal((await list()).length, 2);
});

test('foreign hooks can be there, and hooks can be forgotten', async () => {
	const id = await subscribe();
	await call('POST', '/_sandbox/subscriptions', { count: 120 });
	assert.equal((await list()).length, 121);
	await call('POST', `/_sandbox/subscriptions/${id}/forget`, {});
	assert.equal((await call('DELETE', `/api/v1/unsubscribe?id=${id}`)).status, 404);
	const { deals, statuses } = sandbox.world.profile();
	const { deliveries } = await sandbox.moveDeal(deals[0].id, statuses[2].id);
	assert.equal(deliveries.filter(({ status }) => status === 200).length, 120);
});

test('two thousand moves at once arrive once each', async () => {
	await subscribe();
	const { deals, statuses } = sandbox.world.profile();
	const start = Date.now();
	await Promise.all(
		Array.from({ length: 2000 }, (_, n) =>
			sandbox.moveDeal(deals[n % deals.length].id, statuses[n % statuses.length].id),
		),
	);
	assert.equal(new Set(received.map(({ event }) => event.id)).size, 2000);
	assert.equal(received.length, 2000);
	console.log(`2,000 moves delivered in ${Date.now() - start} ms`);
});
