/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { type IDataObject, sleep } from 'n8n-workflow';
import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
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

it('rows that are plain values become items', async () => {
	fakeList(() => ['one', 'two']);
	expect((await list()).map(({ json }) => json)).toEqual([{ value: 'one' }, { value: 'two' }]);
});

it('a service that ignores `page` and caps its pages is told, as is one that announces more', async () => {
	for (const answer of [rows(0, 25), { content: rows(0, 25), totalElements: 400 }]) {
		fakeList(() => answer);
		const context = executeContext({ parameters: listParameters(), credential });
		const [items] = await new SalesCrm().execute.call(context);
		expect(items).toHaveLength(25);
		expect(context.hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('the same 25 entries whatever page is asked for'),
			}),
		]);
	}
});

it('a list that failed sends nothing more, whatever is still to be tried again', async () => {
	let asked = 0;
	nock(FAKE_URL)
		.persist()
		.get('/api/v1/contacts')
		.query(true)
		.reply((uri) => {
			asked++;
			const number = Number(new URL(uri, FAKE_URL).searchParams.get('page'));
			if (number === 2) return [403, {}];
			return number > 2
				? [503, {}]
				: [200, { content: rows(number * 10, number * 10 + 10), total: 900 }];
		});
	await expect(list({ options: { pageSize: 10 } })).rejects.toThrow();
	// What was under way is answered meanwhile.
	await sleep(100);
	const before = asked;
	await sleep(1500);
	expect(asked).toBe(before);
});
