import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { answers, received, subscribeAsDescribed, url } from './hooks.mts';
import { call, control, sandbox, set } from './support.mts';

/** Webhooks as described, and their calls. */

const subscribe = async (more: object = {}) =>
	await subscribeAsDescribed(['CRM_BACKLOG_ITEM_STATUS_CHANGE'], { method: 'POST', ...more });
const subscribed = async (more?: object) => (await subscribe(more)).json.subscription.id as string;
const list = async () => (await call('GET', `/api/v1/list?profile_id=${who.PROFILE_ID}`)).json;
const unsubscribe = async (id: string) => await call('DELETE', `/api/v1/unsubscribe?id=${id}`);

test('a move extends the history of the deal and calls the webhooks as registered', async () => {
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

test('a deleted subscription is gone, then unknown; its address is listed if a switch says so', async () => {
	const id = await subscribed();
	assert.deepEqual((await list())[0].subscription, { id });
	set({ listShowsUrl: true });
	assert.deepEqual((await list())[0].subscription, { id, url });
	const { status, json } = await unsubscribe(id);
	assert.deepEqual([status, json, await list()], [200, { id }, []]);
	assert.equal((await unsubscribe(id)).status, 404);
});

test('deliveries can be doubled', async () => {
	await subscribe();
	const { deals, statuses } = sandbox.world.profile();
	set({ duplicateDeliveries: true, duplicateAfterMs: 50 });
	await sandbox.moveDeal(deals[1].id, statuses[1].id);
	assert.equal(received.length, 2);
	assert.deepEqual(received[0].event, received[1].event);
});

test('an address can be called while it is registered, and is refused unless it answers 200', async () => {
	set({ pingWhileRegistering: 'named' });
	await subscribe({ method: 'PUT' });
	assert.deepEqual(received, [{ method: 'PUT', secret: 's3', event: { ping: true } }]);
	answers.push(204);
	assert.equal((await subscribe()).status, 422);
	assert.equal((await list()).length, 1);
});

test('many calls arrive once each; webhooks of others can exist, and one can be forgotten', async () => {
	const id = await subscribed();
	const { deals, statuses } = sandbox.world.profile();
	const moves = Array.from({ length: 20 }, async (_, n) =>
		sandbox.moveDeal(deals[n % deals.length].id, statuses[n % statuses.length].id),
	);
	await Promise.all(moves);
	assert.equal(new Set(received.map(({ event }) => event.id)).size, 20);
	await control('/subscriptions', { count: 120 });
	assert.equal((await list()).length, 121);
	await control(`/subscriptions/${id}/forget`, {});
	assert.equal((await unsubscribe(id)).status, 404);
});
