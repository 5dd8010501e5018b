import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../../../nodes/pagination/paginate';
import { drawnService, playing } from '../../support/drawnService';
import { type Asked, listFrom } from '../../support/listService';
import { runs } from '../../support/runs';

/** Services are drawn with several oddities at once. Of each, the list is complete, or says that it is not. */

it('complete, or said: every row that stays is there once, or the user is told', async () => {
	const told = { complete: 0, said: 0 };
	await fc.assert(
		fc.asyncProperty(drawnService, async (it) => {
			const { answering, staying, idOf } = playing(it);
			const { pageSize, concurrency } = it;
			const { rows, error, hints, mostInFlight } = await listFrom(
				answering,
				{ pageSize, concurrency },
				it.turns,
			);
			expect(error?.message ?? '').not.toContain('does not end');
			expect(mostInFlight).toBeLessThanOrEqual(concurrency);
			if (error || hints.length > 0) return void told.said++;
			told.complete++;
			const ids = rows.map(idOf);
			const shown = new Set(ids);
			expect([...staying].filter((id) => !shown.has(id))).toEqual([]);
			expect(ids.length).toBe(shown.size);
		}),
		runs(400),
	);
	// Were every list doubted, nothing would be shown.
	expect(told.complete).toBeGreaterThan(told.said);
});

describe('a service that keeps its word', () => {
	const service = fc.record({
		total: fc.nat(230),
		cap: fc.oneof(fc.integer({ min: 3, max: 60 }), fc.constant(Infinity)),
		ids: fc.boolean(),
		says: fc.constantFrom('nothing', 'total', 'last', 'both'),
		empty: fc.constantFrom<unknown>([], null, undefined),
	});
	const wanted = fc.record({
		limit: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(undefined)),
		pageSize: fc.integer({ min: 3, max: 80 }),
		concurrency: fc.integer({ min: 1, max: 8 }),
	});

	it('every row, in order, once; no doubt; no more requests than the rules allow', async () => {
		await fc.assert(
			fc.asyncProperty(service, wanted, async ({ total, cap, ids, says, empty }, options) => {
				const all = Array.from({ length: total }, (_, n) => (ids ? { id: `row ${n}` } : { n }));
				const answering = ({ page, perPage }: Asked) => {
					const size = Math.min(perPage, cap);
					const rows = all.slice(page * size, (page + 1) * size);
					return {
						contacts: rows.length > 0 || page === 0 ? rows : empty,
						...(says !== 'last' && says !== 'nothing' && { total }),
						...(says !== 'total' && says !== 'nothing' && { last: (page + 1) * size >= total }),
					};
				};
				const { rows, hints, error, asked } = await listFrom(answering, options);
				expect({ hints, error }).toEqual({ hints: [], error: undefined });
				const limit = options.limit ?? Infinity;
				expect(rows).toEqual(all.slice(0, limit));

				const size = Math.min(options.pageSize, limit, cap);
				const pages = Math.max(1, Math.ceil(Math.min(total, limit) / size));
				const sure = limit <= total ? 0 : 4;
				const alike = ids ? 0 : 2;
				expect(asked.length).toBeLessThanOrEqual(
					pages +
						sure +
						alike +
						(says === 'nothing' || limit <= total ? options.concurrency - 1 : 0),
				);
			}),
			runs(200),
		);
	});

	it('an end that decides something is asked for again after three seconds', async () => {
		const late = (page: number, perPage: number, many: number): IDataObject[] =>
			Array.from({ length: many }, (_, id) => ({ id })).slice(page * perPage, (page + 1) * perPage);
		await fc.assert(
			fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 40 }), async (shown, hidden) => {
				// All but the first rows are away for three seconds.
				let waited = 0;
				const list = paginate(
					async (page, perPage) => ({ rows: late(page, perPage, shown + (waited ? hidden : 0)) }),
					{
						pageSize: 50,
						concurrency: 5,
						confirmsEnd: true,
						wait: async (ms) => void (waited += ms),
					},
				);
				let rows = 0;
				for (;;) {
					const { done, value } = await list.next();
					if (done) expect(value).toBeUndefined();
					if (done) break;
					rows += (value as IDataObject[]).length;
				}
				expect(rows).toBe(shown + hidden);
				expect(waited).toBeGreaterThanOrEqual(3000);
			}),
			runs(100),
		);
	});
});

describe('what the certainty costs: requests one at a time', () => {
	const rows = (total: number) => Array.from({ length: total }, (_, id) => ({ id }));
	const paged =
		(total: number, cap = Infinity) =>
		({ page, perPage }: Asked) => {
			const size = Math.min(perPage, cap);
			return rows(total).slice(page * size, (page + 1) * size);
		};
	const saying = (total: number, says: (asked: Asked) => IDataObject) => (asked: Asked) => ({
		content: paged(total)(asked),
		...says(asked),
	});
	const fixed = (page: number) => ({ content: page === 0 ? rows(12) : [], total: 12 });
	it.each([
		['an empty list', paged(0), 2],
		['one page that is not full', paged(10), 3],
		['one full page', paged(50), 3],
		['ten full pages', paged(500), 12],
		['ten pages and a short one', paged(510), 13],
		['twenty pages capped at 25', paged(500, 25), 22],
		['ten pages with a mark of the last', saying(500, ({ page }) => ({ last: page === 9 })), 10],
		['ten pages with their total', saying(500, () => ({ total: 500 })), 10],
		[
			'ten pages with an empty one behind that is marked',
			saying(500, (at) => ({ last: at.page > 9 })),
			11,
		],
		[
			'ten pages with totals that are theirs',
			saying(500, (at) => ({ total: paged(500)(at).length })),
			13,
		],
		[
			'ten pages and a short one, again for each page behind',
			(at: Asked) =>
				paged(510)({ ...at, page: Math.min(at.page, Math.ceil(510 / at.perPage) - 1) }),
			12,
		],
		['one page that is not full, with its total', saying(10, () => ({ total: 10 })), 2],
		['12 rows with their total, sizes ignored', ({ page }: Asked) => fixed(page), 5],
		['an empty list with its total', saying(0, () => ({ total: 0 })), 1],
		['`page` ignored, 480 rows sent at once', () => rows(480), 3],
		['`page` ignored, all in a page that is not full', () => rows(12), 3],
	])('%s', async (_what, answering, requests) => {
		const { asked, error, hints } = await listFrom(answering, { concurrency: 1, pageSize: 50 });
		expect({ error, hints }).toEqual({ error: undefined, hints: [] });
		expect(asked.length).toBe(requests);
	});
});
