import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as who from '../identities.mts';
import type { Fault } from '../faults.mts';
import { startSandbox, type Sandbox } from '../server.mts';

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox({ contacts: 40 })));
after(() => sandbox.close());
beforeEach(() => sandbox.reset());

const token = { Authorization: `Bearer ${who.API_TOKEN}` };
const play = (...faults: Fault[]) => (sandbox.switches.faults = faults);

async function call(method: string, path: string, { body, headers = token }: Sent = {}) {
	const response = await fetch(sandbox.url + path, {
		method,
		headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
		body: body && JSON.stringify(body),
		redirect: 'manual',
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text };
}
interface Sent {
	body?: object;
	headers?: Record<string, string>;
}

const page = async (n: number) =>
	await call('GET', `/api/v1/contacts?audience_id=${who.AUDIENCE_ID}&per_page=10&page=${n}`);
const rows = async (n: number) => (JSON.parse((await page(n)).text).contacts as unknown[]).length;

test('rows hidden after paging leave pages short, and move nothing', async () => {
	const whole = JSON.parse((await page(1)).text).contacts;
	sandbox.switches.hiddenRows = [0, 9, 12, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39];
	assert.deepEqual([await rows(0), await rows(1), await rows(2), await rows(3)], [8, 9, 10, 0]);
	whole.splice(2, 1);
	assert.deepEqual(JSON.parse((await page(1)).text).contacts, whole);
});

test('a page can fail or come empty, once or always', async () => {
	play({ kind: 'status', status: 404, page: 1, every: 1 }, { kind: 'emptyPage', page: 2 });
	const seen = [];
	for (const n of [0, 1, 2, 1, 2]) seen.push((await page(n)).status);
	assert.deepEqual(seen, [200, 404, 200, 404, 200]);
	play({ kind: 'noBody', page: 0 });
	assert.deepEqual([(await page(0)).text, await rows(0)], ['', 10]);
	for (const listShape of ['named', 'array', 'content', 'data', 'hal', 'unforeseen'] as const) {
		Object.assign(sandbox.switches, { listShape });
		play({ kind: 'emptyPage', page: 2 });
		const [empty, full] = [(await page(2)).text, (await page(2)).text];
		assert.ok(!empty.includes('"id"') && full.includes('"id"'), listShape);
	}
});

test('failures with status 200 in any shape, before or after the work', async () => {
	const contact = { contact: { audience: { id: who.AUDIENCE_ID } } };
	const create = async () => await call('PUT', '/api/v1/contacts', { body: contact });
	const shapes = [{ errors: ['x'] }, { error: {} }, { success: false, id: null }, { status: 500 }];
	for (const afterWork of [false, true]) {
		play(...shapes.map((body) => ({ kind: 'failure200', body, afterWork }) as const));
		for (const body of shapes) {
			assert.deepEqual(JSON.parse((await create()).text), body);
			assert.equal(sandbox.log.requests.at(-1)!.status, 200);
		}
		assert.equal(sandbox.world.profile().contacts.count(), afterWork ? 44 : 40);
	}
	play({ kind: 'status', status: 500, afterWork: true });
	assert.equal((await create()).status, 500);
	assert.equal(sandbox.world.profile().contacts.count(), 45);
});

test('the end of a session is told in five ways, and of a session alone', async () => {
	const ended = { 'X-AUTHORIZATION': 'none' };
	const path = `/api/v1/list?profile_id=${who.PROFILE_ID}`;
	for (const sessionEnd of [401, 403, 400, 'redirect', 'failed200'] as const) {
		Object.assign(sandbox.switches, { sessionEnd });
		const { status, headers, text } = await call('GET', path, { headers: ended });
		const isStatus = typeof sessionEnd === 'number';
		assert.equal(status, isStatus ? sessionEnd : sessionEnd === 'redirect' ? 302 : 200);
		if (sessionEnd === 'failed200') assert.equal(JSON.parse(text).type, 'FAILED');
		if (sessionEnd === 'redirect') {
			const there = await call('GET', headers.get('location')!, { headers: {} });
			assert.match(there.text, /^<!doctype html>.*Inloggen/);
		}
		const others = { Authorization: 'Bearer wrong' };
		assert.equal((await call('GET', path, { headers: others })).status, 401);
	}
});

test('an id that is not there is answered as the switch says', async () => {
	for (const unknownSubscriptionStatus of [404, 410, 400, 403, 500] as const) {
		Object.assign(sandbox.switches, { unknownSubscriptionStatus });
		const { status } = await call('DELETE', `/api/v1/unsubscribe?id=${who.PROFILE_ID}`);
		assert.equal(status, unknownSubscriptionStatus);
	}
});

test('the list shows less of its contacts, or two of them with one email address', async () => {
	const first = async () => JSON.parse((await page(0)).text).contacts.slice(0, 2);
	const infosOf = (contact: any) => contact.standard_personal_infos.map(({ name }: any) => name);
	const [whole] = await first();
	const shown = async (contactFields: typeof sandbox.switches.contactFields) => {
		sandbox.switches.contactFields = contactFields;
		return (await first())[0];
	};
	assert.ok(!infosOf(await shown('noEmails')).includes('E-mailadres'));
	assert.equal(infosOf(await shown('noEmails')).length, infosOf(whole).length - 1);
	assert.deepEqual(Object.keys(await shown('noInfos')).includes('standard_personal_infos'), false);
	assert.equal((await shown('flat')).details.reachedAt.includes('@'), true);
	assert.equal('time_stamp' in (await shown('noMoment')), false);
	Object.assign(sandbox.switches, { contactFields: 'all', sharedEmails: true });
	const emails = (await first()).map(
		({ standard_personal_infos: infos }: any) =>
			infos.find(({ name }: any) => name === 'E-mailadres').value,
	);
	assert.equal(emails[0], emails[1]);
});

test('an audience grows with each listing, before or behind what was created', async () => {
	const { contacts } = sandbox.world.profile();
	for (const where of ['end', 'front'] as const) {
		sandbox.switches.growingAudience = where;
		await page(0);
		await page(0);
		const ids = contacts.createdIn(who.AUDIENCE_ID).map(({ id }) => id);
		await page(0);
		const grown = contacts.createdIn(who.AUDIENCE_ID).map(({ id }) => id);
		assert.deepEqual(where === 'end' ? grown.slice(0, -1) : grown.slice(1), ids);
	}
});
