import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { call, CONTACTS, NEW_CONTACT, sandbox, set, TOKEN } from './support.mts';

const create = async (info: object) =>
	await call('PUT', '/api/v1/contacts', { body: { contact: { ...NEW_CONTACT.contact, ...info } } });

test('a request that does not fit the description is refused with the reasons', async () => {
	const wrong = [
		await call('GET', `${CONTACTS}&per_page=none`),
		await call('GET', `${CONTACTS}&colour=red`),
		await call('GET', '/api/v1/contacts?audience_id=1'),
		await create({ time_stamp: 1742378400 }),
		await create({ surname: 'Bos' }),
		await call('PUT', '/api/v1/contacts'),
		await call('POST', '/api/v1/subscribe', { body: { name: 'x' } }),
		await call('POST', '/contact-service/api/v1/not-an-id/history'),
	];
	for (const { status, json } of wrong) {
		assert.equal(status, 400);
		assert.ok(json.errors.length > 0);
	}
});

test('a body that is not JSON counts as none', async () => {
	const put = async (type: string, body: string) => {
		const headers = { ...TOKEN, 'Content-Type': type };
		return (await fetch(`${sandbox.url}/api/v1/contacts`, { method: 'PUT', headers, body })).status;
	};
	const body = JSON.stringify(NEW_CONTACT);
	assert.equal(await put('text/plain', body), 400);
	assert.equal(await put('application/json', '{"con'), 400);
	assert.equal(await put('application/json', body), 200);
});

test('a quotation comes as JSON, and as a PDF of a chosen size', async () => {
	const { json: list } = await call('GET', '/api/v1/quotations');
	const { id } = list.quotations[3];
	const info = await call('GET', `/api/v1/quotations/info?id=${id}`);
	assert.ok(info.json.products.length > 1);
	for (const pdfBytes of [2_000, 20_000, 300_001]) {
		set({ pdfBytes });
		const { text } = await call('GET', `/api/v1/quotations/pdf?id=${id}`);
		assert.equal(text.length, pdfBytes);
		assert.match(text, /^%PDF-1\.3[^]*%%EOF\n *$/);
	}
	set({ pdfAnswer: 'html' });
	const page = await call('GET', `/api/v1/quotations/pdf?id=${id}`);
	assert.match(page.headers.get('content-type')!, /^text\/html/);
});

test('histories have no gaps, and one unknown status, one empty entry and two equal names', async () => {
	const base = `/contact-service/api/v1/${who.PROFILE_ID}/history`;
	const { json } = await call('POST', base, { body: {} });
	const { json: names } = await call('POST', `${base}/statuses`);
	assert.equal(json.history.length, 12);
	for (const { history } of json.history) {
		assert.equal(history.at(-1).endTimestamp, 0);
		history.slice(1).forEach((entry: any, n: number) => {
			assert.equal(history[n].endTimestamp, entry.startTimestamp);
		});
	}
	const entries = json.history.flatMap(({ history }: any) => history);
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
	const before = await call('GET', CONTACTS);
	sandbox.reset();
	assert.equal((await call('GET', CONTACTS)).text, before.text);
	sandbox.reset({ seed: 2 });
	assert.notEqual((await call('GET', CONTACTS)).text, before.text);
});

test('the service accepts what the board says to enter', async () => {
	assert.match((await call('GET', '/', { headers: {} })).text, /To enter in n8n/);
	const { json: entered } = await call('GET', '/_sandbox/to-enter', { headers: {} });
	const profile = entered['Company Profile ID'];
	for (const audience of [entered['Audience ID'], entered['Audience ID, of an empty one']]) {
		const path = `/api/v1/contacts?audience_id=${audience}&company_profile_id=${profile}`;
		const headers = { Authorization: `Bearer ${entered['API Token']}` };
		assert.equal((await call('GET', path, { headers })).status, 200);
	}
});
