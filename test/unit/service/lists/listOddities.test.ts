/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { SalesCrm } from '../../../../nodes/SalesCrm/SalesCrm.node';
import { idsOf, listContacts, listParameters } from '../../support/contactRuns';
import { executeContext } from '../../support/engine';
import { FAKE_URL, fakeList, type PageRequest, rows, useNock } from '../../support/fakeService';

/** Lists of services that behave in ways the sandbox does not. */

useNock();

const credential = { baseUrl: FAKE_URL };
const list = async (more: IDataObject = {}) => await listContacts(more, { credential });
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const page = (total: number, { page, perPage }: PageRequest, offset = page * perPage) =>
	rows(offset, Math.min(offset + perPage, total));

it('200,000 rows in pages of 50,000', async () => {
	fakeList((request) => page(200_000, request));
	const items = await list({ options: { pageSize: 50_000 } });
	expect(items).toHaveLength(200_000);
	expect(items.at(-1)!.json.id).toBe(199_999);
});

it('200,000 rows in a single answer, for two input items', async () => {
	fakeList(() => rows(0, 200_000));
	const items = await listContacts({}, { credential, items: [{ json: {} }, { json: {} }] });
	expect(items).toHaveLength(400_000);
	expect(items.at(-1)).toMatchObject({ json: { id: 199_999 }, pairedItem: { item: 1 } });
});

describe('a service that caps pages at 25 but counts its offsets by the size asked for', () => {
	const answer = (r: PageRequest) =>
		page(480, { ...r, perPage: Math.min(25, r.perPage) }, r.page * r.perPage);

	it('loses nothing', async () => {
		fakeList(answer);
		expect(idsOf(await list())).toEqual(upTo(480));
	});

	it('loses nothing with a total', async () => {
		fakeList((request) => ({ data: answer(request), total: 480 }));
		expect(idsOf(await list())).toEqual(upTo(480));
	});
});

it('rows that are inserted at the front while reading come once', async () => {
	const start = 1000;
	fakeList((request) => {
		const inserted = request.count;
		const all = [...rows(start - inserted, start), ...rows(start, start + 300)];
		return all.slice(request.page * request.perPage, (request.page + 1) * request.perPage);
	});
	const ids = idsOf(await list({ options: { concurrency: 1 } }));
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id) => Number(id) >= start)).toEqual(upTo(300).map((n) => n + start));
});

it('rows that are appended while reading are taken along', async () => {
	fakeList((request) => page(300 + request.count * 10, request));
	const ids = idsOf(await list({ options: { concurrency: 1 } }));
	expect(ids).toEqual(upTo(ids.length));
	expect(ids.length).toBeGreaterThan(300);
});

it('a list that shrinks while reading ends', async () => {
	fakeList((request) => page(Math.max(0, 300 - request.count * 40), request));
	const ids = idsOf(await list({ options: { concurrency: 1 } }));
	expect(ids).toEqual(upTo(ids.length));
});

it('a total that is too high ends with a hint of what is missing', async () => {
	fakeList((request) => ({ data: page(120, request), meta: { total: 500 } }));
	const parameters = listParameters();
	const context = executeContext({ parameters, credential });
	const [items] = await new SalesCrm().execute.call(context);
	expect(items).toHaveLength(120);
	expect(context.hints).toEqual([
		expect.objectContaining({
			type: 'warning',
			message: expect.stringContaining('announced 500 entries but had only 120'),
		}),
	]);
});

it.each([
	['is that of the page', (rowsOfPage: IDataObject[]) => rowsOfPage.length],
	['is always 0', () => 0],
	['counts from another place', () => 7],
	['is cut off at 100', () => 100],
])('a total that %s hides nothing', async (_, totalOf) => {
	fakeList((request) => {
		const data = page(230, request);
		return { data, total: totalOf(data) };
	});
	expect(idsOf(await list())).toEqual(upTo(230));
});

it.each([
	['last', false],
	['hasMore', true],
])(
	'a service that says %s: %p but repeats its page is reported, not believed',
	async (flag, value) => {
		fakeList(() => ({ data: rows(0, 50), [flag]: value }));
		await expect(list()).rejects.toThrow('The list is incomplete');
	},
);

it('a service that ignores `page` and announces more than it hands out is reported', async () => {
	fakeList(() => ({ content: rows(0, 25), totalElements: 400 }));
	await expect(list()).rejects.toThrow('there are 400 entries but handed out 25');
});

it('rows without ids are all kept, equal ones too', async () => {
	const names = ['An', 'Bo', 'An', 'Cas', 'An'].map((name) => ({ name }));
	fakeList(({ page, perPage }) => names.slice(page * perPage, (page + 1) * perPage));
	const items = await list({ options: { pageSize: 2 } });
	expect(items.map(({ json }) => json.name)).toEqual(['An', 'Bo', 'An', 'Cas', 'An']);
});

it('rows that are plain values become items', async () => {
	fakeList(() => ['one', 'two']);
	expect((await list()).map(({ json }) => json)).toEqual([{ value: 'one' }, { value: 'two' }]);
});

it('an answer without any list says which fields came', async () => {
	fakeList(() => ({ hello: 'world', version: 3 }));
	await expect(list()).rejects.toMatchObject({
		message: 'Could not list the contacts: the answer holds no list that can be recognized',
		description: expect.stringContaining('the fields hello, version'),
	});
});
