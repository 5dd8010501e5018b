import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as who from '../identities.mts';
import { startSandbox, type Sandbox } from '../server.mts';

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.close());
beforeEach(() => sandbox.reset());

const TOKEN = { Authorization: `Bearer ${who.API_TOKEN}` };

async function call(method: string, path: string, body?: unknown, headers: object = TOKEN) {
	const response = await fetch(sandbox.url + path, {
		method,
		headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const type = response.headers.get('content-type') ?? '';
	const bytes = Buffer.from(await response.arrayBuffer());
	// Of a file, each byte is to count as one letter.
	const text = bytes.toString(type === 'application/pdf' ? 'latin1' : 'utf8');
	return {
		status: response.status,
		headers: response.headers,
		body: type.startsWith('application/json') ? JSON.parse(text) : text,
	};
}

const contacts = (rest = '') =>
	call('GET', `/api/v1/contacts?audience_id=${who.AUDIENCE_ID}${rest}`);
const newContact = (info: object) => ({
	contact: {
		standard_personal_infos: [{ name: 'Voornaam', value: 'Proef' }],
		time_stamp: Date.now(),
		audience: { id: who.AUDIENCE_ID, company_profile: { id: who.PROFILE_ID } },
		contact_type: 'CONSUMER',
		...info,
	},
});

test('a created contact is listed, last', async () => {
	const { body: created } = await call('PUT', '/api/v1/contacts', newContact({}));
	const { body } = await contacts('&page=1&per_page=100');
	assert.equal(body.contacts.length, 21);
	assert.deepEqual(body.contacts.at(-1), created.contact);
});

test('a request that does not fit the description is refused with the reasons', async () => {
	const wrong = [
		await contacts('&per_page=none'),
		await contacts('&colour=red'),
		await call('GET', '/api/v1/contacts?audience_id=1'),
		await call('PUT', '/api/v1/contacts', newContact({ time_stamp: 1742378400 })),
		await call('PUT', '/api/v1/contacts', newContact({ surname: 'Bos' })),
		await call('PUT', '/api/v1/contacts'),
		await call('POST', '/api/v1/subscribe', { name: 'x' }),
		await call('POST', '/contact-service/api/v1/not-an-id/history'),
	];
	for (const { status, body } of wrong) {
		assert.equal(status, 400);
		assert.ok(body.errors.length > 0);
	}
});

test('all shapes of a list hold the same contacts', async () => {
	const [first, ...rest] = await Promise.all(
		(['named', 'array', 'content', 'data', 'unforeseen'] as const).map(async (listShape) => {
			sandbox.switches.listShape = listShape;
			const { status, body } = await contacts('&per_page=7');
			assert.equal(status, 200);
			return Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
		}),
	);
	assert.equal(first?.length, 7);
	for (const list of rest) assert.deepEqual(list, first);
});

test('pages can be capped and ignored', async () => {
	sandbox.switches.pageCap = 25;
	const { body: second } = await contacts('&page=1&per_page=50');
	assert.equal(second.contacts.length, 25);
	sandbox.switches.ignorePage = true;
	const { body: again } = await contacts('&page=3');
	assert.equal(again.contacts.length, 25);
	sandbox.switches.pageCap = null;
	const { body: all } = await contacts('&page=3');
	assert.equal(all.contacts.length, 120);
	assert.deepEqual(all.contacts.slice(25, 50), second.contacts);
});

test('a quotation comes as JSON and as PDF of the size and name asked for', async () => {
	const { body: list } = await call('GET', '/api/v1/quotations');
	const { id } = list.quotations[3];
	const info = await call('GET', `/api/v1/quotations/info?id=${id}`);
	assert.ok(info.body.lines.length > 1);
	Object.assign(sandbox.switches, { pdfBytes: 300_000, pdfFileName: 'Offerte “3”.pdf' });
	const file = await call('GET', `/api/v1/quotations/pdf?id=${id}`);
	assert.equal(file.body.length, 300_000);
	assert.match(file.body, /^%PDF-1\.3[^]*%%EOF\n$/);
	assert.match(
		file.headers.get('content-disposition')!,
		/^attachment; filename="Offerte _3_\.pdf"/,
	);
	sandbox.switches.pdfAnswer = 'html';
	const page = await call('GET', `/api/v1/quotations/pdf?id=${id}`);
	assert.match(page.headers.get('content-type')!, /^text\/html/);
});

test('histories are whole, and hold what the seeds promise', async () => {
	const base = `/contact-service/api/v1/${who.PROFILE_ID}/history`;
	const { body } = await call('POST', base, {});
	const { body: names } = await call('POST', `${base}/statuses`);
	const { body: users } = await call(
		'POST',
		`/company-profile-service/get-users-for-company-profile?id=${who.PROFILE_ID}`,
	);
	assert.equal(body.history.length, 12);
	assert.equal(users.length, 6);
	for (const { history } of body.history) {
		assert.equal(history.at(-1).endTimestamp, 0);
		history.slice(1).forEach((entry: any, n: number) => {
			assert.equal(history[n].endTimestamp, entry.startTimestamp);
		});
	}
	const entries = body.history.flatMap(({ history }: any) => history);
	const known = new Set(names.statuses.map(({ id }: any) => id));
	const statusIds = entries
		.filter(({ type }: any) => type === 'STATUS_CHANGED')
		.map(({ metaData }: any) => metaData.propertyValue._id);
	assert.equal(statusIds.filter((id: string) => !known.has(id)).length, 1);
	assert.equal(entries.filter(({ metaData }: any) => !metaData.propertyValue).length, 1);
	const won = names.statuses.filter(({ label }: any) => label === 'Gewonnen');
	assert.equal(new Set(won.map(({ id }: any) => id)).size, 2);
});

test('the same seed makes the same world, another seed another', async () => {
	const before = await contacts();
	sandbox.reset();
	assert.deepEqual((await contacts()).body, before.body);
	sandbox.reset({ seed: 2 });
	assert.notDeepEqual((await contacts()).body, before.body);
});

test('two hundred thousand contacts are there', async () => {
	sandbox.reset({ contacts: 200_000 });
	const { body } = await contacts('&page=3999');
	assert.equal(body.contacts.length, 50);
});

test('what the board says to enter is taken by the service', async () => {
	const { body: page } = await call('GET', '/', undefined, {});
	assert.match(page, /To enter in n8n/);
	const { body: entered } = await call('GET', '/_sandbox/to-enter', undefined, {});
	const profile = entered['Company Profile ID'];
	for (const audience of [entered['Audience ID'], entered['Audience ID, of an empty one']]) {
		const path = `/api/v1/contacts?audience_id=${audience}&company_profile_id=${profile}`;
		const { status } = await call('GET', path, undefined, {
			Authorization: `Bearer ${entered['API Token']}`,
		});
		assert.equal(status, 200);
	}
});
