import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { arrived, received, subscribe } from './hooks.mts';
import { call, sandbox, set } from './support.mts';
import type { Deal } from '../world/shapes.mts';
import * as shapes from './shapes.mts';

/** Changes of deals by the published routes, and by the one that programs of users call. */

const P = who.PROFILE_ID;

/** The first deal, its two routes, and a status and a user that it does not have. */
function deal() {
	const profile = sandbox.world.profile();
	const { deals, statuses, users } = profile;
	const [own] = deals as [(typeof deals)[0]];
	const { id, backlogId, statusId, assigneeId } = own;
	const boardId = profile.backlog(backlogId)!.boardId;
	const item = `backlogs/${backlogId}/items/${id}`;
	const others = statuses.filter((one) => one.backlog_id === backlogId && one.id !== statusId);
	return {
		...{ own, others: others as [(typeof others)[0], (typeof others)[0]] },
		short: `/contact-service/${P}/${item}`,
		long: `/contact-service/${P}/boards/${boardId}/${item}`,
		user: users.find((one) => one.id !== assigneeId)!,
	};
}
const patch = async (path: string, item: object) => await call('PATCH', path, { body: { item } });

test('a deal is moved, assigned and described by either route, and the webhooks are called', async () => {
	await subscribe(['CRM_BACKLOG_ITEM_STATUS_CHANGE', 'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE']);
	const { own, short, long, others, user } = deal();
	const [next, later] = others;
	const left = own.statusId;
	const moved = await patch(short, { status_id: next.id });
	assert.deepEqual([moved.status, moved.json.item.status_label], [200, next.label]);
	await arrived(1);
	const { old_status_id, status_id } = received[0]!.event.metadata;
	assert.deepEqual([old_status_id, status_id], [left, next.id]);
	const { json } = await patch(long, {
		status: { type: 'STATUS', id: later.id },
		assignee: { type: 'USER', id: user.id },
		description: 'Nieuw',
	});
	assert.deepEqual(shapes.misfits(json.item, shapes.boardItem), []);
	const { status, assignee, description } = json.item;
	assert.deepEqual([status.id, assignee.id, description], [later.id, user.id, 'Nieuw']);
	await arrived(3);
	assert.equal((await patch(long, { assignee: null })).json.item.assignee, null);
	await patch(short, { description: '' });
	const { item } = (await call('GET', short)).json;
	assert.deepEqual([item.description, item.assignee_id, item.status_id], ['', null, later.id]);
	assert.equal(own.history.at(-1)!.type, 'USER_CHANGED');
});

test('unknown fields and IDs are refused, and so is a route that a switch turns off', async () => {
	const { own, short, long, others } = deal();
	const [{ id }] = others;
	const status = { type: 'STATUS', id };
	const refused = [
		await patch(short, {}),
		await patch(short, { status }),
		await patch(long, { status_id: id }),
		await patch(short.replace(own.id, P), { description: '' }),
		await patch(long.replace(/boards.{37}/, `boards/${P}`), { status }),
	];
	for (const [path, patchPaths] of [
		[short, 'long'],
		[long, 'short'],
	] as const) {
		set({ patchPaths });
		refused.push(await patch(path, { description: '' }));
	}
	const told = refused.map(({ status: code, json }) => `${code} ${json?.message}`);
	const lost = told.pop();
	assert.deepEqual(new Set(told), new Set(['400 INVALID_PERMISSION']));
	assert.match(lost!, /^404/);
	assert.notEqual(own.statusId, id);
});

test('items come in pages if page and size are named, or else all at once', async () => {
	sandbox.reset({ deals: 40 });
	const { own } = deal();
	const { boardId } = sandbox.world.profile().backlog(own.backlogId)!;
	const path = `/contact-service/${P}/boards/${boardId}/backlogs/${own.backlogId}/items`;
	const items = async (query = '') => (await call('GET', path + query)).json.items as object[];
	const all = await items();
	assert.ok(all.length > 10);
	assert.deepEqual(await items('?page=1&per_page=4'), all.slice(4, 8));
	assert.deepEqual(await items('?page=0&per_page=1000'), all);
	assert.deepEqual(await items('?page=99&per_page=4'), []);
});

test('the items of a pipeline are those of one request or contact person, unless that is ignored', async () => {
	const profile = sandbox.world.profile();
	const [first] = profile.deals as [Deal];
	const later = profile.deals.find(
		({ id, backlogId }) => id !== first.id && backlogId === first.backlogId,
	)!;
	profile.firstRequests.set(later.leadConfigurationId, first.leadConfigurationId);
	const people = (await call('GET', `/contact-service/${P}/contact-persons`)).json.contact_persons;
	const person = people.find((one: any) => one.item_subjects.length === 2);
	const path = `/contact-service/${P}/backlogs/${first.backlogId}/items`;
	const ids = async (query: string) =>
		(await call('GET', `${path}?${query}`)).json.items.map(({ id }: any) => id).sort();
	assert.deepEqual(await ids(`contact_person_id=${person.id}`), [first.id, later.id].sort());
	assert.deepEqual(await ids(`lead_configuration_id=${later.leadConfigurationId}`), [later.id]);
	await set({ personFilter: 'ignored' });
	assert.ok((await ids(`contact_person_id=${person.id}`)).length > 2);
});
