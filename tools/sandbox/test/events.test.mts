import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { CHOICES } from '../switches.mts';
import { readDescription } from '../validation.mts';
import { HEADERS, HOOKS, received, subscribe, url } from './hooks.mts';
import { call, control, sandbox, set } from './support.mts';
import * as shapes from './shapes.mts';

/** Webhooks as published, and events of every name. */

const P = who.PROFILE_ID;
test('a webhook is registered, listed as itself, and removed', async () => {
	const { json } = await subscribe(['CONTACT_CREATED'], { method: 'PUT' });
	assert.deepEqual(Object.keys(json).toSorted(), ['actions', 'message', 'subscription']);
	assert.deepEqual(json.actions, {});
	const { subscription: made } = json;
	assert.deepEqual(shapes.misfits(made, shapes.subscription), []);
	assert.deepEqual(made.executorParameters, { url, method: 'PUT', headers: HEADERS });
	assert.equal(made.scope.company_profile_id, P);
	const list = async (query = '') => (await call('GET', `${HOOKS.published}/list${query}`)).json;
	assert.deepEqual(await list(), [made]);
	assert.deepEqual(await list(`?profile_id=${P}`), [made]);
	const described = await call('GET', `/api/v1/list?profile_id=${P}`);
	assert.equal(described.json[0].subscription.id, made.id);
	const remove = async () =>
		(await call('DELETE', `${HOOKS.published}/unsubscribe?id=${made.id}`)).text;
	assert.deepEqual([await remove(), await remove(), await list()], ['true', 'false', []]);
	assert.equal((await subscribe(['SOMETHING_ELSE'])).status, 400);
	const withoutProfile = await subscribe(['CONTACT_CREATED'], { company_profile_id: undefined });
	assert.equal(withoutProfile.status, 400);
});

/** Payload and metadata of events as they are published, by what their names begin with. */
const DEAL = [
	'backlog_id',
	'board_id',
	'company_profile_id',
	'internal_configuration',
	'item_type',
];
const REQUEST = [...DEAL, 'lead_configuration_id'];
const DOCUMENT = [
	'archived',
	'company_profile_id',
	'document_id',
	'document_status',
	'document_type',
];
const SHOWN: Record<string, [metadata: string[], payload: string[]]> = {
	CRM_BACKLOG_ITEM_CREATED: [REQUEST, ['id', 'summary', 'fields', 'free_fields', 'item_subject']],
	CRM_BACKLOG_ITEM_STATUS_CHANGE: [
		[...REQUEST, 'status_id', 'old_status_id'],
		['id', 'backlog_id'],
	],
	CRM_BACKLOG_ITEM_RESULT_CHANGE: [
		[...REQUEST, 'result'],
		['id', 'summary'],
	],
	CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE: [[...REQUEST, 'assignee_id', 'old_assignee_id'], ['id']],
	CRM_BACKLOG_ITEM_COPIED: [[...REQUEST, 'source_board_id', 'source_backlog_id'], ['id']],
	LEAD_CONFIGURATION_FINALIZED: [
		...[['automation', 'user_id', 'lead_configuration_id', 'company_profile_id']],
		...[['id', 'input_fields', 'status', 'archived', 'seen', 'objectified_input_fields']],
	] as [string[], string[]],
	DOCUMENT_QUOTATION_CREATED: [
		[...DOCUMENT, 'event_user'],
		['documentId', 'profileId', 'quotationStatus', 'quotationNumber', 'subjects'],
	],
	DOCUMENT_INVOICE_CREATED: [
		[...DOCUMENT, 'event_user'],
		['documentId', 'invoiceStatus', 'invoiceDeliveryTimestamp', 'invoiceExpirationTimestamp'],
	],
	DOCUMENT_CONTRACT_CREATED: [[...DOCUMENT, 'event_user'], ['contractExpirationTimestamp']],
	DOCUMENT_STATUS_UPDATED: [
		[...DOCUMENT, 'old_document_status'],
		['documentStatus', 'segments'],
	],
	QUOTATION_CREATED: [
		['quotation_id', 'company_profile_id', 'mode'],
		['contact', 'products'],
	],
	CONTACT_UPDATED: [['contact_id', 'audience_id', 'company_profile_id'], ['contact_info']],
};

test('each of the 54 events can be subscribed to and arrives, with the fields that are published', async () => {
	const { api } = await readDescription();
	const { EventName } = api.definition.components!.schemas as Record<string, { enum: never[] }>;
	const names = EventName!.enum;
	assert.equal(names.length, 54);
	assert.equal((await subscribe(names)).status, 200);
	for (const name of names) {
		const { status, text } = await control('/events', { name });
		assert.equal(status, 200, `${name}: ${text}`);
		const { event } = received.at(-1)!;
		assert.deepEqual(Object.keys(event), ['id', 'timestamp', 'eventName', 'payload', 'metadata']);
		assert.deepEqual([event.eventName, String(event.timestamp).length], [name, 10]);
		assert.equal(event.metadata.company_profile_id, P);
		const [metadata, payload] = SHOWN[name] ?? [[], []];
		for (const key of metadata) assert.ok(key in event.metadata, `${name}: ${key}`);
		for (const key of payload) assert.ok(key in event.payload, `${name}: ${key}`);
	}
	assert.equal(received.length, 54);
	const withPayload = received
		.filter(({ event }) => event.payload)
		.map(({ event }) => event.eventName);
	const others = ['QUOTATION_CONTENTS_UPDATED', 'QUOTATION_STATUS_UPDATED', 'QUOTATION_DELETED'];
	const known = [...Object.keys(SHOWN), ...others, 'CONTACT_CREATED', 'CONTACT_DELETED'];
	assert.deepEqual(withPayload.toSorted(), known.toSorted());
	const withProfile = received.filter(({ event }) => event.payload?.profileId);
	assert.deepEqual(withProfile, [], 'documents in events name no profile');
});

test('an event is about the record that is named; its metadata can be set, and its payload varies', async () => {
	const { leads, documents } = sandbox.world.profile();
	const [, lead] = leads;
	const name = 'CRM_BACKLOG_ITEM_CREATED' as const;
	const { event } = await sandbox.send({ name, about: lead!.id });
	const payload = event.payload as any;
	assert.deepEqual(shapes.misfits(payload, shapes.item), []);
	assert.deepEqual([payload.id, event.metadata.item_type], [lead!.id, 'LEADS']);
	const contract = documents.find(({ type }) => type === 'CONTRACT')!;
	const told = await sandbox.send({
		name: 'DOCUMENT_STATUS_UPDATED',
		about: contract.id,
		metadata: { old_document_status: 'DRAFT', document_status: 'EXPIRED' },
	});
	const { metadata } = told.event as any;
	assert.deepEqual(
		[metadata.document_type, metadata.old_document_status, metadata.document_status],
		['CONTRACT', 'DRAFT', 'EXPIRED'],
	);
	assert.equal((told.event.payload as any).contractExpirationTimestamp, -1);
	assert.equal((await control('/events', { name, about: P })).status, 404);

	const signed = { name: 'DOCUMENT_QUOTATION_SIGNED' as const };
	assert.equal((await sandbox.send(signed)).event.payload, null);
	for (const eventPayload of CHOICES.eventPayload) {
		set({ eventPayload });
		const { event: one } = await sandbox.send({ name });
		const has = one.payload && 'status_label' in one.payload;
		const seen = { shown: true, family: true, sparse: false, none: null }[eventPayload];
		assert.equal(has, seen, eventPayload);
		const { event: other } = await sandbox.send(signed);
		assert.equal(other.payload !== null, eventPayload === 'family');
	}
	set({ eventIds: 'hashed' });
	const ids = [];
	for (let n = 0; n < 40; n++)
		ids.push((await sandbox.send({ name, metadata: { n: String(n) } })).event.id);
	assert.ok(ids.some((id) => id < 0) && ids.every((id) => id === (id | 0)));
});

test('a scope narrows a webhook to events with that metadata', async () => {
	const name = 'CRM_BACKLOG_ITEM_CREATED' as const;
	await subscribe([name], { scope: { item_type: 'LEADS', internal_configuration: false } });
	const { deals, leads } = sandbox.world.profile();
	for (const { id } of [...deals, ...leads]) await sandbox.send({ name, about: id });
	const wanted = leads.filter(({ enteredManually }) => !enteredManually);
	assert.deepEqual(
		received.map(({ event }) => event.payload.id),
		wanted.map(({ id }) => id),
	);
});

test('changes by hand send events as well', async () => {
	const { deals, users } = sandbox.world.profile();
	const [deal] = deals as [(typeof deals)[0]];
	const old = deal.assigneeId;
	const other = users.find(({ id }) => id !== old)!.id;
	const { json: assigned } = await control(`/deals/${deal.id}/assign`, { userId: other });
	const { metadata } = assigned.event;
	assert.deepEqual([metadata.old_assignee_id, metadata.assignee_id], [old, other]);
	const { json: closed } = await control(`/deals/${deal.id}/close`, { result: 'lost' });
	assert.equal(closed.event.metadata.result, 'lost');
	assert.equal(closed.event.payload.labels.result, 'lost');
	assert.equal((await control(`/deals/${deal.id}/close`, { result: 'x' })).status, 400);
});

test('as described, a move sends an event of the described shape; as published, a lead does as well', async () => {
	set({ only: 'described' });
	const { deals, leads, statuses, leadPipelines } = sandbox.world.profile();
	const { event } = await sandbox.moveDeal(deals[0]!.id, statuses[1]!.id);
	assert.ok(!('lead_value' in event.payload));
	assert.deepEqual(Object.keys(event.payload.fields), ['Verwachte omzet', 'Bron']);
	set({ only: null });
	const whole = await sandbox.moveDeal(leads[1]!.id, leadPipelines.statuses[2]!.id);
	assert.equal(whole.event.metadata.item_type as string, 'LEADS');
	assert.match((whole.event.payload.fields as any).email, /@/);
});
