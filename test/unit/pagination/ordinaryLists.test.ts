/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { waits } from '../../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { searchQuotations } from '../../../nodes/methods/listSearch';
import { createParameters, searchParameters, listParameters } from '../../support/contactRuns';
import { executeContext, loadOptionsContext } from '../../support/engine';
import { FAKE_URL, fakeList, type PageRequest, useNock } from '../../support/fakeService';

/** Lists as services of the common frameworks send them, through the node: complete, and nothing to say. */

useNock();

const contacts = (total: number): IDataObject[] =>
	Array.from({ length: total }, (_, n) => ({
		id: `c${n}`,
		standard_personal_infos: [{ name: 'E-mailadres', value: `an${n}@example.com` }],
	}));

/** So many rows of a page; a service may send no more than `cap`. */
const pageOf = (rows: IDataObject[], { page, perPage }: PageRequest, cap = Infinity) => {
	const size = Math.min(cap, perPage);
	return rows.slice(page * size, (page + 1) * size);
};

const run = async (parameters: IDataObject, items: IDataObject[] = [{}]) => {
	const credential = { baseUrl: FAKE_URL };
	const context = executeContext({
		parameters,
		credential,
		items: items.map((json) => ({ json })),
	});
	const [output] = await new SalesCrm().execute.call(context);
	return { json: output.map(({ json }) => json), hints: context.hints };
};

const list = async (options: IDataObject = {}) => await run(listParameters({ options }));

/** Written by PHP after a filter: the keys of the rows that are left. */
const keyed = (rows: IDataObject[]) =>
	rows.length === 0 ? [] : Object.fromEntries(rows.map((row, n) => [n < 3 ? n : n + 1, row]));

type Framework = (rows: IDataObject[], at: PageRequest) => object;

const FRAMEWORKS: Array<[string, Framework]> = [
	['Spring', (rows, at) => springOf(rows, at)],
	[
		'Spring, page in an object',
		(rows, at) => ({
			content: pageOf(rows, at),
			page: { size: at.perPage, number: at.page, totalElements: rows.length, totalPages: 9 },
		}),
	],
	[
		'Laravel',
		(rows, at) => {
			const from1 = { ...at, page: Math.max(0, at.page - 1) };
			const meta = { current_page: Math.max(1, at.page), last_page: 9, total: rows.length };
			return {
				data: pageOf(rows, from1),
				links: { next: null, last: `${FAKE_URL}/?page=9` },
				meta,
			};
		},
	],
	[
		'Laravel without a count',
		(rows, at) => {
			const from1 = { ...at, page: Math.max(0, at.page - 1) };
			return { current_page: at.page, data: pageOf(rows, from1), next_page_url: null };
		},
	],
	[
		'Django REST',
		(rows, at) => ({ count: rows.length, next: null, previous: null, results: pageOf(rows, at) }),
	],
	['Rails', (rows, at) => pageOf(rows, at, 25)],
	['Express', (rows, at) => ({ page: at.page, limit: at.perPage, rows: pageOf(rows, at, 100) })],
	['PHP, keyed from the first page on', (rows, at) => ({ contacts: keyed(pageOf(rows, at, 50)) })],
	[
		'PHP, keyed where a row was left out',
		(rows, at) => {
			const page = pageOf(rows, at, 50);
			return { contacts: at.page % 3 === 1 ? keyed(page) : page };
		},
	],
	['PHP, bare and keyed', (rows, at) => keyed(pageOf(rows, at, 50))],
	[
		'a total of pages',
		(rows, at) => ({
			contacts: pageOf(rows, at, 50),
			page: { number: at.page, total: Math.ceil(rows.length / 50) },
		}),
	],
	['a sum of money', (rows, at) => ({ contacts: pageOf(rows, at, 50), total: 60 })],
	[
		'"more" by what was asked',
		(rows, at) => {
			const page = pageOf(rows, at, 50);
			return { contacts: page, hasMore: page.length >= at.perPage };
		},
	],
	[
		'Express, pages counted from 1',
		(rows, { page, perPage }) => ({ rows: rows.slice((page - 1) * perPage, page * perPage) }),
	],
	['all at once, whatever is asked', (rows) => ({ contacts: rows })],
];

function springOf(rows: IDataObject[], at: PageRequest) {
	const isLast = (at.page + 1) * at.perPage >= rows.length;
	return {
		content: pageOf(rows, at),
		pageable: { sort: { sorted: false }, pageNumber: at.page, pageSize: at.perPage },
		last: isLast,
		totalElements: rows.length,
		totalPages: Math.ceil(rows.length / at.perPage),
		sort: [],
		number: at.page,
	};
}

describe.each(FRAMEWORKS)('%s', (name, framework) => {
	it.each([0, 7, 50, 130, 400, 450, 3000])('%i contacts', async (total) => {
		const rows = contacts(total);
		const asked = fakeList((at) => framework(rows, at));
		const { json, hints } = await list();
		expect(json.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
		// A sum that is more than there are looks like a total that does not come.
		expect(hints).toHaveLength(name === 'a sum of money' && total < 60 ? 1 : 0);
		expect(asked.length).toBeLessThanOrEqual(
			Math.ceil(total / 25) + (name.includes('from 1') ? 4 : 3),
		);
		expect(waits()).toEqual([]);
	});
});

it('rows hidden after paging: the first 40 of 460', async () => {
	const rows = contacts(460);
	const visible = (at: PageRequest) => pageOf(rows, at).filter((row) => rows.indexOf(row) >= 40);
	fakeList(visible);
	for (const options of [{ pageSize: 50 }, {}]) {
		const { json, hints } = await list(options);
		expect({ rows: json.length, hints }).toEqual({ rows: 420, hints: [] });
	}
});

it('something that is no list in place of one is told', async () => {
	const rows = contacts(130);
	fakeList((at) => ({ contacts: at.page === 1 ? { of: 'page 1' } : pageOf(rows, at, 50) }));
	expect((await list()).hints).toHaveLength(1);
});

it('Find says that somebody is not there without waiting, at n + 3 requests', async () => {
	const rows = contacts(130);
	const asked = fakeList((at) => pageOf(rows, at, 50));
	const { json } = await run(searchParameters(), [{ email: 'nobody@example.com' }]);
	expect(json).toMatchObject([{ found: false }]);
	expect(asked.length).toBeLessThanOrEqual(6);
	expect(waits()).toEqual([]);
	const last = await run(searchParameters(), [{ email: 'an129@example.com' }]);
	expect(last.json).toMatchObject([{ found: true, contactId: 'c129' }]);
});

it.each([50, 100, 37])('Skip with exactly %i contacts that come at once', async (total) => {
	fakeList(() => contacts(total));
	const sent: string[] = [];
	nock(FAKE_URL)
		.persist()
		.put('/api/v1/contacts')
		.reply((_uri, body) => {
			sent.push(JSON.stringify(body));
			return [200, { id: 'new' }];
		});
	for (const pageSize of [undefined, 30, 60]) {
		const options = pageSize ? { pageSize } : {};
		const parameters = createParameters({ ifExists: 'skip', matchBy: ['email'], options });
		const { json } = await run(parameters, [
			{ email: 'an3@example.com' },
			{ email: 'new@x.example' },
		]);
		expect(json.map(({ outcome }) => outcome)).toEqual(['existing', 'created']);
	}
	expect(sent).toHaveLength(3);
	// Before a contact is written, an end without a mark is asked for once more.
	expect(waits()).toContain(3000);
});

it('the list of quotations to choose from, where pages count from 1', async () => {
	const rows = Array.from({ length: 120 }, (_, n) => ({ id: `q${n}`, title: `Roof ${n}` }));
	nock(FAKE_URL)
		.persist()
		.get('/api/v1/quotations')
		.query(true)
		.reply((uri) => {
			const { page, per_page: perPage } = Object.fromEntries(new URL(uri, FAKE_URL).searchParams);
			const at = { page: Math.max(0, Number(page) - 1), perPage: Number(perPage), count: 0 };
			return [200, pageOf(rows, at, 50)];
		});
	const context = loadOptionsContext({ credential: { baseUrl: FAKE_URL } });
	const found: unknown[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await searchQuotations.call(context, '', token);
		found.push(...results.map(({ value }) => value));
		token = paginationToken as string | undefined;
	} while (token !== undefined);
	expect(found).toEqual(rows.map(({ id }) => id));
	const { results } = await searchQuotations.call(context, 'roof 119');
	expect(results).toEqual([{ name: 'Roof 119', value: 'q119' }]);
});
