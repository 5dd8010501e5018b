import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as who from '../identities.mts';
import { startSandbox, type Sandbox } from '../server.mts';
import { EMPTY_PAGES, type Switches } from '../switches.mts';

// What the two lists in pages can be like, and the three that come whole.

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.close());
beforeEach(() => sandbox.reset({ contacts: 40, quotations: 40 }));

const set = (switches: Partial<Switches>) => Object.assign(sandbox.switches, switches);

async function call(path: string, method = 'GET') {
	const headers = { Authorization: `Bearer ${who.API_TOKEN}` };
	const response = await fetch(sandbox.url + path, { method, headers });
	const text = await response.text();
	return { status: response.status, text, json: text && JSON.parse(text) };
}

const LISTS = {
	contacts: `/api/v1/contacts?audience_id=${who.AUDIENCE_ID}`,
	quotations: '/api/v1/quotations?',
};
type Name = keyof typeof LISTS;
const page = async (number: number, size?: number, name: Name = 'contacts') =>
	await call(`${LISTS[name]}&page=${number}${size === undefined ? '' : `&per_page=${size}`}`);
const rows = async (...asked: Parameters<typeof page>) =>
	(await page(...asked)).json[asked[2] ?? 'contacts'] as Array<Record<string, unknown>>;
const everyList = Object.keys(LISTS) as Name[];

test('an empty page has each form, behind the last page and in a list without rows', async () => {
	const forms: Partial<Record<string, unknown>> = {
		list: { contacts: [], total: 40 },
		null: { contacts: null, total: 40 },
		missing: { total: 40 },
		object: {},
		message: { message: 'No results found' },
		totalOnly: { total: 40 },
		halWithoutEmbedded: { page: { size: 10, totalElements: 40, totalPages: 4, number: 4 } },
	};
	set({ total: 'all' });
	for (const emptyPage of EMPTY_PAGES) {
		set({ emptyPage });
		const { status, text, json } = await page(4, 10);
		if (typeof emptyPage === 'number') assert.equal(status, emptyPage);
		else if (emptyPage === 'noBody') assert.deepEqual([status, text], [204, '']);
		else assert.deepEqual(json, forms[emptyPage]);
		assert.equal((await rows(3, 10)).length, 10);

		const none = await call(`/api/v1/contacts?audience_id=${who.EMPTY_AUDIENCE_ID}`);
		assert.ok(none.status < 300, 'the first page is never refused');
		assert.ok(!none.text.includes('contact_type'));
		const quotations = await page(4, 10, 'quotations');
		assert.equal(quotations.status, status);
	}
});

test('an empty page fits its envelope, whatever that is', async () => {
	for (const [listShape, empty] of [
		['array', null],
		['unforeseen', { relaties: null }],
		['content', { content: null, number: 4, size: 10 }],
		['data', { data: null, meta: { page: 4, per_page: 10 } }],
		['hal', { _embedded: null, page: { size: 10, number: 4 } }],
	] as const) {
		set({ listShape, emptyPage: 'null', total: 'none', lastMark: 'none' });
		assert.deepEqual((await page(4, 10)).json, empty);
		set({ emptyPage: 'missing' });
		assert.ok(!(await page(4, 10)).text.includes('null'));
	}
});

test('pages are told to be all, or the last, in each envelope', async () => {
	const { contacts: _, ...named } = (set({ total: 'page', lastMark: 'hasMore' }), await page(1, 30))
		.json;
	assert.deepEqual(named, { total: 10, hasMore: false });
	for (const [listShape, total, lastMark, said] of [
		['named', 'all', 'hasNextPage', { total: 40, hasNextPage: true }],
		['content', null, null, { totalElements: 40, totalPages: 2, number: 0, size: 30, last: false }],
		['content', 'none', 'none', { number: 0, size: 30 }],
		['data', 'page', 'last', { meta: { total: 30, page: 0, per_page: 30, last: false } }],
		['hal', null, null, { page: { size: 30, totalElements: 40, totalPages: 2, number: 0 } }],
	] as const) {
		set({ listShape, total, lastMark });
		const { contacts, content, data, _embedded, ...beside } = (await page(0, 30)).json;
		assert.deepEqual(beside, said);
		assert.equal((contacts ?? content ?? data ?? _embedded.contacts).length, 30);
	}
});

test('sizes are refused: all but some, or larger ones', async () => {
	for (const name of everyList) {
		set({ pageSizes: [10, 20], largestPageSize: null, pageSizeRefusal: 400 });
		const refused = await page(0, 50, name);
		assert.deepEqual(
			[refused.status, refused.json.message],
			[400, 'per_page must be one of 10, 20'],
		);
		assert.equal((await rows(0, 20, name)).length, 20);
		assert.equal((await rows(0, undefined, name)).length, 40);
		set({ pageSizes: null, largestPageSize: 25, pageSizeRefusal: 422 });
		assert.equal((await page(0, 26, name)).status, 422);
		assert.equal((await rows(0, 25, name)).length, 25);
	}
});

test('a page that reaches beyond the window is refused, with a cap as well', async () => {
	set({ window: 30 });
	for (const name of everyList) {
		const refused = await page(1, 20, name);
		assert.equal(refused.status, 400);
		assert.match(refused.json.message, /^Result window is too large/);
		assert.equal((await rows(2, 10, name)).length, 10);
		assert.equal((await page(3, 10, name)).status, 400);
	}
	set({ pageCap: 15 });
	assert.equal((await rows(1, 100)).length, 15);
	assert.equal((await page(2, 100)).status, 400);
});

test('page and size are ignored, each alone and both, with a cap or without', async () => {
	const seen = [];
	for (const ignorePage of [false, true]) {
		for (const ignorePageSize of [null, false, true]) {
			for (const pageCap of [null, 15]) {
				set({ ignorePage, ignorePageSize, pageCap });
				const [first, second] = [await rows(0, 20), await rows(1, 20)];
				const isSame = first[0]!.id === second[0]?.id;
				seen.push([first.length, isSame ? 'same' : second.length]);
			}
		}
	}
	assert.deepEqual(seen, [
		// page counts; size: by default, honoured, ignored
		[20, 20],
		[15, 15],
		[20, 20],
		[15, 15],
		[40, 0],
		[15, 15],
		// page is ignored
		[40, 'same'],
		[15, 'same'],
		[20, 'same'],
		[15, 'same'],
		[40, 'same'],
		[15, 'same'],
	]);
});

test('rows have an id of each name, or none, and perhaps a field that is never the same', async () => {
	for (const name of everyList) {
		const [{ id }] = await rows(0, 1, name);
		for (const idName of ['_id', 'uuid', 'contactId', 'none'] as const) {
			set({ idName });
			const [row] = await rows(0, 1, name);
			const key = idName === 'contactId' ? `${name.slice(0, -1)}Id` : idName;
			assert.equal(row!.id, undefined);
			assert.equal(row![key], idName === 'none' ? undefined : id);
			assert.deepEqual(await rows(0, 1, name), [row]);
		}
		set({ idName: 'id', volatileField: true });
		const [[one], [again]] = [await rows(0, 1, name), await rows(0, 1, name)];
		assert.equal(one!.id, again!.id);
		assert.notEqual(one!.etag, again!.etag);
		set({ volatileField: false });
	}
});

test('an audience shrinks: each page that is asked for finds the first contact gone', async () => {
	const ids = (await rows(0, 40)).map(({ id }) => id);
	set({ growingAudience: 'shrinks' });
	assert.deepEqual(
		(await rows(0, 10)).map(({ id }) => id),
		ids.slice(1, 11),
	);
	assert.deepEqual(
		(await rows(1, 10)).map(({ id }) => id),
		ids.slice(12, 22),
	);
	sandbox.reset({ contacts: 1 });
	set({ growingAudience: 'shrinks' });
	assert.deepEqual([await rows(0), await rows(0)], [[], []]);
});

test('history, statuses and users say how many there are, or that there are more', async () => {
	const profile = `/contact-service/api/v1/${who.PROFILE_ID}/history`;
	const users = `/company-profile-service/get-users-for-company-profile?id=${who.PROFILE_ID}`;
	for (const [name, path] of [
		['history', profile],
		['statuses', `${profile}/statuses`],
		['users', users],
	] as const) {
		const said = async (wholeTotal: Switches['wholeTotal']) => {
			set({ wholeTotal });
			const { [name]: list, ...beside } = (await call(path, 'POST')).json;
			return { count: list?.length, ...beside };
		};
		const { count } = await said('hasMore');
		assert.deepEqual(await said('hasMore'), { count, hasMore: true });
		assert.deepEqual(await said('right'), { count, total: count });
		assert.deepEqual(await said('more'), { count, total: count + 10 });
		if (name !== 'users') assert.deepEqual(await said('none'), { count });
	}
});
