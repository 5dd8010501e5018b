import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';

import * as who from '../identities.mts';
import { call, control, sandbox, set } from './support.mts';

let received: Array<{ method: string; secret: unknown; event: any }> = [];
let answers: number[] = [];
const receiver = http.createServer(async (request, response) => {
	const text = Buffer.concat(await request.toArray()).toString();
	const secret = request.headers['x-webhook-secret'];
	received.push({ method: request.method!, secret, event: JSON.parse(text) });
	response.writeHead(answers.shift() ?? 200).end('taken');
});
let url = '';
before(async () => {
	await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
	url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
after(() => receiver.close());
beforeEach(() => ([received, answers] = [[], []]));

const subscribe = async (more: object = {}) => {
	const events = ['CRM_BACKLOG_ITEM_STATUS_CHANGE'];
	const headers = { 'X-Webhook-Secret': 's3' };
	const body = { name: 'n8n', url, method: 'POST', headers, events, ...more };
	return await call('POST', '/api/v1/subscribe', { body });
};
const subscribed = async (more?: object) => (await subscribe(more)).json.subscription.id as string;
const list = async () => (await call('GET', `/api/v1/list?profile_id=${who.PROFILE_ID}`)).json;
const unsubscribe = async (id: string) => await call('DELETE', `/api/v1/unsubscribe?id=${id}`);

test('a moved deal grows its history and calls the hooks as registered', async () => {
	const id = await subscribed({ method: 'PUT' });
	await subscribe({ events: ['SOMETHING_ELSE'] });
	const { deals, statuses } = sandbox.world.profile();
	const [deal] = deals;
	const from = deal.statusId;
	const to = statuses.at(-1)!;
	const entries = deal.history.length;
	const { json } = await control(`/deals/${deal.id}/move`, { statusId: to.id });
	assert.equal(deal.history.length, entries + 1);
	assert.deepEqual(received, [{ method: 'PUT', secret: 's3', event: json.event }]);
	const { metadata, payload } = json.event;
	assert.deepEqual(
		[metadata.old_status_id, metadata.status_id, payload.status_label, payload.backlog_id],
		[from, to.id, to.label, to.backlog_id],
	);
	assert.deepEqual([json.deliveries[0].status, json.deliveries[0].subscriptionId], [200, id]);
	assert.ok(!JSON.stringify(sandbox.log).includes('s3'));
});

test('a deleted subscription is gone, then unknown, which is answered as the switch says', async () => {
	const id = await subscribed();
	assert.deepEqual((await list())[0].subscription, { id });
	set({ listShowsUrl: true });
	assert.deepEqual((await list())[0].subscription, { id, url });
	const { status, json } = await unsubscribe(id);
	assert.deepEqual([status, json, await list()], [200, { id }, []]);
	for (const unknownSubscriptionStatus of [404, 410, 400, 403, 500] as const) {
		set({ unknownSubscriptionStatus });
		assert.equal((await unsubscribe(id)).status, unknownSubscriptionStatus);
	}
});

test('a name can be refused that another webhook has', async () => {
	const named = async () => (await subscribe()).status;
	assert.deepEqual([await named(), await named()], [200, 200]);
	set({ uniqueWebhookNames: true });
	assert.equal(await named(), 409);
});

test('deliveries can be repeated, doubled and dated in seconds', async () => {
	await subscribe();
	const { deals, statuses } = sandbox.world.profile();
	set({ deliveryAttempts: 3, timestampUnit: 's' });
	answers = [500, 503];
	const { event, deliveries } = await sandbox.moveDeal(deals[1].id, statuses[0].id);
	assert.deepEqual(
		deliveries.map(({ status }) => status),
		[500, 503, 200],
	);
	assert.equal(String(event.timestamp).length, 10);
	set({ duplicateDeliveries: true, duplicateAfterMs: 50 });
	received = [];
	await sandbox.moveDeal(deals[1].id, statuses[1].id);
	assert.equal(received.length, 2);
	assert.deepEqual(received[0].event, received[1].event);
});

test('an address may be called while it is registered, and is refused unless it answers 200', async () => {
	for (const [pingWhileRegistering, event] of [
		['empty', {}],
		['named', { ping: true }],
	] as const) {
		set({ pingWhileRegistering });
		received = [];
		await subscribe({ method: 'PUT' });
		assert.deepEqual(received, [{ method: 'PUT', secret: 's3', event }]);
	}
	answers = [204];
	const { status, json } = await subscribe();
	assert.equal(status, 422);
	assert.match(json.message, /answered 204/);
	assert.equal((await list()).length, 2);
});

test('many calls arrive once each; foreign hooks can be there, and hooks can be forgotten', async () => {
	const id = await subscribed();
	const { deals, statuses } = sandbox.world.profile();
	const moves = Array.from({ length: 20 }, async (_, n) =>
		sandbox.moveDeal(deals[n % deals.length].id, statuses[n % statuses.length].id),
	);
	await Promise.all(moves);
	assert.equal(new Set(received.map(({ event }) => event.id)).size, 20);
	assert.equal(received.length, 20);
	await control('/subscriptions', { count: 120 });
	assert.equal((await list()).length, 121);
	await control(`/subscriptions/${id}/forget`, {});
	assert.equal((await unsubscribe(id)).status, 404);
	const { deliveries } = await sandbox.moveDeal(deals[0].id, statuses[2].id);
	assert.equal(deliveries.filter(({ status }) => status === 200).length, 120);
});
