import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { EMPTY_PAGES } from '../switches.mts';
import { call, CONTACTS, sandbox, set } from './support.mts';

/** The two lists that come in pages. */

const small = () => sandbox.reset({ contacts: 40, quotations: 40 });

const LISTS = { contacts: CONTACTS, quotations: '/api/v1/quotations?' };
type Name = keyof typeof LISTS;
const page = async (number: number, size: number, name: Name = 'contacts') =>
	await call('GET', `${LISTS[name]}&page=${number}&per_page=${size}`);
const rows = async (number: number, size: number, name: Name = 'contacts') =>
	(await page(number, size, name)).json[name] as Array<Record<string, any>>;

test('an empty page has each form, but the first page is never refused', async () => {
	small();
	const forms: Partial<Record<string, unknown>> = {
		list: { contacts: [] },
		null: { contacts: null },
		missing: {},
		message: { message: 'No results found' },
	};
	for (const emptyPage of EMPTY_PAGES) {
		set({ emptyPage });
		const { status, text, json } = await page(4, 10);
		if (typeof emptyPage === 'number') assert.equal(status, emptyPage);
		else if (emptyPage === 'noBody') assert.deepEqual([status, text], [204, '']);
		else assert.deepEqual(json, forms[emptyPage]);
		const none = await call('GET', `/api/v1/contacts?audience_id=${who.EMPTY_AUDIENCE_ID}`);
		assert.ok(none.status < 300 && !none.text.includes('contact_type'));
		assert.equal((await page(4, 10, 'quotations')).status, status);
	}
});

test('each envelope holds the same rows, and says how many there are or whether more follow', async () => {
	small();
	const all = await rows(0, 30);
	for (const [listShape, lastMark, said, empty] of [
		['named', 'hasNextPage', { hasNextPage: true }, 'contacts'],
		['named', 'hasMore', { hasMore: true }, 'contacts'],
		[
			...(['content', null] as const),
			{ totalElements: 40, totalPages: 2, number: 0, size: 30, last: false },
			'content',
		],
		['data', 'last', { meta: { total: 40, page: 0, per_page: 30, last: false } }, 'data'],
		['unforeseen', null, {}, 'relaties'],
	] as const) {
		set({ listShape, lastMark, emptyPage: 'null' });
		const { contacts, content, data, relaties, ...beside } = (await page(0, 30)).json;
		assert.deepEqual(beside, said);
		assert.deepEqual(contacts ?? content ?? data ?? relaties, all);
		assert.equal((await page(4, 10)).json[empty], null);
	}
	set({ listShape: 'array' });
	assert.deepEqual((await page(0, 30)).json, all);
});

test('sizes are refused, all but some, or capped', async () => {
	small();
	for (const name of ['contacts', 'quotations'] as const) {
		set({ pageSizes: [10, 20] });
		const { status, json } = await page(0, 50, name);
		assert.deepEqual([status, json.message], [400, 'per_page must be one of 10, 20']);
		assert.equal((await rows(0, 20, name)).length, 20);
	}
	set({ pageSizes: null, pageCap: 15 });
	assert.equal((await rows(1, 100)).length, 15);
});
