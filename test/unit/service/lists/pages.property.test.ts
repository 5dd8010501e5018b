import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runs } from '../../support/runs';
import { isObject } from '../../../../nodes/values/json';
import type { FetchPage, PageHints } from '../../../../nodes/service/lists/page';
import { listPages, type ListOptions } from '../../../../nodes/service/lists/pages';
import { readPage } from '../../../../nodes/service/lists/rows';

/** No service that keeps its word loses a row, hands one out twice, or makes the list endless. */

interface Service {
	total: number;
	/** Most rows in a page, whatever is asked. */
	cap: number;
	/** Whether offsets count by the size that was asked, not by the one that is sent. */
	offsetsByAsked: boolean;
	ignoresPage: boolean;
	ids: boolean;
	says: 'nothing' | 'total' | 'last' | 'both' | 'total of the page';
	/** Answers come after so many turns, in an order of their own. */
	slowness: number[];
}

const service: fc.Arbitrary<Service> = fc.record({
	total: fc.nat(230),
	cap: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(Infinity)),
	offsetsByAsked: fc.boolean(),
	ignoresPage: fc.boolean(),
	ids: fc.boolean(),
	says: fc.constantFrom('nothing', 'total', 'last', 'both', 'total of the page'),
	slowness: fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }),
});

const options: fc.Arbitrary<ListOptions> = fc.record({
	limit: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(undefined)),
	pageSize: fc.integer({ min: 1, max: 80 }),
	concurrency: fc.integer({ min: 1, max: 8 }),
});

/** Rows that can be told apart, by an id or by their content. */
const rowsOf = ({ total, ids }: Service): IDataObject[] =>
	Array.from({ length: total }, (_, n) => (ids ? { id: `row ${n}` } : { n }));

function play(it: Service) {
	const all = rowsOf(it);
	const seen = { fetches: 0, inFlight: 0, most: 0 };
	const fetchPage: FetchPage = async (page, perPage) => {
		seen.fetches++;
		seen.most = Math.max(seen.most, ++seen.inFlight);
		if (seen.fetches > 2000) throw new Error('endless');
		for (let n = it.slowness[seen.fetches % it.slowness.length]; n > 0; n--)
			await Promise.resolve();
		seen.inFlight--;
		const size = it.ignoresPage ? Infinity : Math.min(perPage, it.cap);
		const start = it.ignoresPage ? 0 : page * (it.offsetsByAsked ? perPage : size);
		const rows = all.slice(start, start + size);
		const hints: PageHints = {};
		if (it.says === 'total' || it.says === 'both') hints.total = all.length;
		if (it.says === 'total of the page') hints.total = rows.length;
		if (it.says === 'last' || it.says === 'both') hints.more = start + rows.length < all.length;
		return { rows, hints };
	};
	return { all, seen, fetchPage };
}

async function collect(fetchPage: FetchPage, wanted: ListOptions): Promise<IDataObject[]> {
	const collected: IDataObject[] = [];
	for await (const rows of listPages(fetchPage, wanted)) collected.push(...rows);
	return collected;
}

it('every row, in order, once; never more in flight than allowed; no page too many', async () => {
	await fc.assert(
		fc.asyncProperty(service, options, async (model, wanted) => {
			const { all, seen, fetchPage } = play(model);
			const limit = wanted.limit ?? Infinity;
			expect(await collect(fetchPage, wanted)).toEqual(all.slice(0, limit));
			expect(seen.most).toBeLessThanOrEqual(wanted.concurrency);

			const size = model.ignoresPage ? Infinity : Math.min(wanted.pageSize, limit, model.cap);
			const needed = Math.max(1, Math.ceil(Math.min(model.total, limit) / size));
			const enough = limit <= model.total;
			expect(seen.fetches).toBeLessThanOrEqual(enough ? needed : needed + 3 + wanted.concurrency);
		}),
		runs(600),
	);
});

it('whatever total a service announces, nothing that it has is lost', async () => {
	const wrong = fc.nat(400);
	await fc.assert(
		fc.asyncProperty(service, options, wrong, async (model, { pageSize, concurrency }, total) => {
			const { all, fetchPage } = play({ ...model, ignoresPage: false });
			const lying: FetchPage = async (page, perPage) => {
				const { rows } = await fetchPage(page, perPage);
				return { rows, hints: { total } };
			};
			const hints: string[] = [];
			const wanted = { pageSize, concurrency, onHint: (hint: string) => hints.push(hint) };
			expect(await collect(lying, wanted)).toEqual(all);
			const shortfall = `announced ${total} entries but had only ${all.length} to give`;
			expect(hints).toEqual(total > all.length ? [expect.stringContaining(shortfall)] : []);
		}),
		runs(400),
	);
});

it('ends, whatever a service with row ids answers', async () => {
	const row = fc.record({ id: fc.nat(40) });
	const page = fc.record({
		rows: fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 6 }),
		hints: fc.record({ total: fc.nat(60), more: fc.boolean() }, { requiredKeys: [] }),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.array(page, { minLength: 1, maxLength: 8 }),
			options,
			async (pages, wanted) => {
				let fetches = 0;
				const fetchPage: FetchPage = async () => {
					if (++fetches > 2000) throw new Error('endless');
					return pages[(fetches * 7) % pages.length];
				};
				const rows = await collect(fetchPage, wanted).catch((error) => {
					expect(error.message).toMatch(/^The list (is incomplete|has a gap|does not end)/);
					return [];
				});
				const ids = rows.map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
			},
		),
		runs(600),
	);
});

describe('readPage', () => {
	it('never throws, and gives objects only', () => {
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (answer) => {
				const page = readPage(answer, 'contacts');
				for (const row of page?.rows ?? []) expect(isObject(row)).toBe(true);
			}),
			runs(1000),
		);
	});

	it('finds the only list of objects under any name, beside any plain fields', () => {
		const rows = fc.array(fc.record({ id: fc.uuid() }), { minLength: 1, maxLength: 5 });
		const plain = fc.dictionary(
			fc.string(),
			fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.string())),
		);
		fc.assert(
			fc.property(
				fc.string({ minLength: 1 }),
				rows,
				plain,
				fc.boolean(),
				(name, list, others, deeper) => {
					const inner = { ...others, [name]: list };
					const answer = deeper ? { result: inner } : inner;
					expect(readPage(answer, 'contacts')?.rows).toEqual(list);
				},
			),
			runs(500),
		);
	});
});
