import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { EMPTY_PAGES } from '../switches.mts';
import { call, CONTACTS, sandbox, set } from './support.mts';

/** What the two lists in pages can be like. */

const small = () => sandbox.reset({ contacts: 40, quotations: 40 });
const LISTS = { contacts: CONTACTS, quotations: '/api/v1/quotations?' };
type Name = keyof typeof LISTS;
const page = async (number: number, size: number, name: Name = 'contacts') =>
	await call('GET', `${LISTS[name]}&page=${number}&per_page=${size}`);
const rows = async (number: number, size: number, name: Name = 'contacts') =>
	(await page(number, size, name)).json[name] as Array<Record<string, any>>;

test('an empty page has each form, behind the last page and in a list without rows', async () => {
	small();
	const forms: Partial<Record<string, unknown>> = {
		list: { contacts: [], total: 40 },
		null: { contacts: null, total: 40 },
		missing: { total: 40 },
		message: { message: 'No results found' },
	};
	set({ total: 'all' });
	for (const emptyPage of EMPTY_PAGES) {
		set({ emptyPage });
		const { status, text, json } = await page(4, 10);
		if (typeof emptyPage === 'number') assert.equal(status, emptyPage);
		else if (emptyPage === 'noBody') assert.deepEqual([status, text], [204, '']);
		else assert.deepEqual(json, forms[emptyPage]);
		assert.equal((await rows(3, 10)).length, 10);

		const none = await call('GET', `/api/v1/contacts?audience_id=${who.EMPTY_AUDIENCE_ID}`);
		assert.ok(none.status < 300, 'the first page is never refused');
		assert.ok(!none.text.includes('contact_type'));
		assert.equal((await page(4, 10, 'quotations')).status, status);
	}
});

test('an empty page fits its envelope, whatever that is', async () => {
	small();
	for (const [listShape, empty] of [
		['array', null],
		['unforeseen', { relaties: null }],
		['content', { content: null, number: 4, size: 10 }],
		['data', { data: null, meta: { page: 4, per_page: 10 } }],
	] as const) {
		set({ listShape, emptyPage: 'null', total: 'none', lastMark: 'none' });
		assert.deepEqual(JSON.parse((await page(4, 10)).text), empty);
		set({ emptyPage: 'missing' });
		assert.ok(!(await page(4, 10)).text.includes('null'));
	}
});

test('pages are told to be all, or the last, in each envelope, which all hold the same', async () => {
	small();
	const all = await rows(0, 30);
	for (const [listShape, total, lastMark, said] of [
		['named', 'all', 'hasNextPage', { total: 40, hasNextPage: true }],
		['named', 'more', 'hasMore', { total: 50, hasMore: true }],
		['content', null, null, { totalElements: 40, totalPages: 2, number: 0, size: 30, last: false }],
		['content', 'none', 'none', { number: 0, size: 30 }],
		['data', null, 'last', { meta: { total: 40, page: 0, per_page: 30, last: false } }],
		['unforeseen', null, null, {}],
	] as const) {
		set({ listShape, total, lastMark });
		const { contacts, content, data, relaties, ...beside } = (await page(0, 30)).json;
		assert.deepEqual(beside, said);
		assert.deepEqual(contacts ?? content ?? data ?? relaties, all);
	}
	set({ listShape: 'array' });
	assert.deepEqual((await page(0, 30)).json, all);
});

test('sizes are refused, all but some or larger ones, or capped', async () => {
	small();
	for (const name of ['contacts', 'quotations'] as const) {
		set({ pageSizes: [10, 20], largestPageSize: null, pageSizeRefusal: 400 });
		const refused = await page(0, 50, name);
		assert.deepEqual(
			[refused.status, refused.json.message],
			[400, 'per_page must be one of 10, 20'],
		);
		assert.equal((await rows(0, 20, name)).length, 20);
		set({ pageSizes: null, largestPageSize: 25, pageSizeRefusal: 422 });
		assert.equal((await page(0, 26, name)).status, 422);
		assert.equal((await rows(0, 25, name)).length, 25);
	}
	set({ pageCap: 15, largestPageSize: null });
	assert.equal((await rows(1, 100)).length, 15);
});

test('page and size are ignored, each alone and both, with a cap or without', async () => {
	small();
	const seen = [];
	for (const ignorePage of [false, true]) {
		for (const ignorePageSize of [null, false, true]) {
			for (const pageCap of [null, 15]) {
				set({ ignorePage, ignorePageSize, pageCap });
				const [first, second] = [await rows(0, 20), await rows(1, 20)];
				const isSame = first[0]!.id === second[0]?.id;
				seen.push(`${first.length} ${isSame ? 'same' : second.length}`);
			}
		}
	}
	const counts = ['20 20', '15 15', '20 20', '15 15', '40 0', '15 15'];
	const ignored = ['40 same', '15 same', '20 same', '15 same', '40 same', '15 same'];
	assert.deepEqual(seen, [...counts, ...ignored]);
});

test('an audience grows with each listing, before or behind what was created', async () => {
	const { contacts } = sandbox.world.profile();
	for (const growingAudience of ['end', 'front'] as const) {
		set({ growingAudience });
		await page(0, 10);
		await page(0, 10);
		const ids = contacts.createdIn(who.AUDIENCE_ID).map(({ id }) => id);
		await page(0, 10);
		const grown = contacts.createdIn(who.AUDIENCE_ID).map(({ id }) => id);
		assert.deepEqual(growingAudience === 'end' ? grown.slice(0, -1) : grown.slice(1), ids);
	}
});

test('the list shows less of its contacts, or two of them with one email address', async () => {
	const first = async () => (await rows(0, 10)).slice(0, 2);
	const infosOf = (contact: Record<string, any>) =>
		contact.standard_personal_infos.map(({ name }: { name: string }) => name) as string[];
	const [whole] = await first();
	const shown = async (contactFields: typeof sandbox.switches.contactFields) => {
		set({ contactFields });
		return (await first())[0]!;
	};
	const others = infosOf(whole!).filter((name) => name !== 'E-mailadres');
	assert.deepEqual(infosOf(await shown('noEmails')), others);
	assert.ok(!('standard_personal_infos' in (await shown('noInfos'))));
	assert.match((await shown('flat')).details.reachedAt, /@/);
	assert.ok(!('time_stamp' in (await shown('noMoment'))));
	set({ contactFields: 'all', sharedEmails: true });
	const emails = (await first()).map(
		({ standard_personal_infos: infos }) =>
			infos.find(({ name }: { name: string }) => name === 'E-mailadres').value,
	);
	assert.equal(emails[0], emails[1]);
});
