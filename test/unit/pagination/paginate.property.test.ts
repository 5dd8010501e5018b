import { forgetWaits, waitedMs } from '../../support/noWaiting';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../../../nodes/pagination/paginate';
import { drawnService, playing } from '../../support/drawnService';
import { type Asked, listFrom, numbered } from '../../support/listService';
import { runs } from '../../support/runs';

/** Services are drawn with several oddities at once. Of each, the list is complete, or says that it is not. */

it('complete, or said: every row that stays is there once, or the user is told', async () => {
	const told = { complete: 0, said: 0 };
	await fc.assert(
		fc.asyncProperty(drawnService, async (it) => {
			const { answering, staying, idOf } = playing(it);
			const { pageSize } = it;
			const { rows, error, hints, mostInFlight } = await listFrom(
				answering,
				{ pageSize },
				it.turns,
			);
			expect(error?.message ?? '').not.toContain('does not end');
			// Six, and one that looks at the end.
			expect(mostInFlight).toBeLessThanOrEqual(7);
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
		empty: fc.constantFrom<unknown>([], null),
	});
	const wanted = fc.record({
		limit: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(undefined)),
		pageSize: fc.integer({ min: 3, max: 80 }),
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
						...((says === 'total' || says === 'both') && { total }),
						...((says === 'last' || says === 'both') && { last: (page + 1) * size >= total }),
					};
				};
				const { rows, hints, error, asked } = await listFrom(answering, options);
				expect({ hints, error }).toEqual({ hints: [], error: undefined });
				const limit = options.limit ?? Infinity;
				expect(rows).toEqual(all.slice(0, limit));

				const size = Math.min(options.pageSize, limit, cap);
				const pages = Math.ceil(Math.min(total, limit) / size);
				const isTold = limit <= total || (says !== 'nothing' && total > 0);
				expect(asked.length).toBeLessThanOrEqual(pages + (isTold ? 0 : 3));
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
				forgetWaits();
				const list = paginate(
					async (page, perPage) => ({
						rows: late(page, perPage, shown + (waitedMs() > 2000 ? hidden : 0)),
					}),
					{ pageSize: 50, confirmsEnd: true },
				);
				let rows = 0;
				for (;;) {
					const { done, value } = await list.next();
					if (done) expect(value).toBeUndefined();
					if (done) break;
					rows += (value as IDataObject[]).length;
				}
				expect(rows).toBe(shown + hidden);
			}),
			runs(100),
		);
	});
});

it.each([
	[{}, 3000],
	[{ total: 10 }, 0],
	[{ more: false }, 0],
])('a page alone that says %j: before a contact is written, %i ms', async (says, waited) => {
	const list = paginate(
		async (page, perPage) => ({
			rows: numbered(0, 10).slice(page * perPage, (page + 1) * perPage),
			...(page === 0 && says),
		}),
		{ confirmsEnd: true },
	);
	while (!(await list.next()).done);
	expect(Math.round(waitedMs() / 10) * 10).toBe(waited);
});

describe('what a list of so many pages costs', () => {
	const all = numbered(0, 20_000);
	const rows = (total: number) => all.slice(0, total);
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
	const own = ({ page }: Asked) => paged(130)({ page, perPage: 50, count: 0 });
	const fromOne = (at: Asked) => paged(500)({ ...at, page: Math.max(0, at.page - 1) });
	it.each<[string, (asked: Asked) => unknown, pages: number, more: number]>([
		['an empty list', paged(0), 0, 3],
		['an empty list with its total', saying(0, () => ({ total: 0 })), 1, 0],
		['one page that is not full', paged(10), 1, 3],
		['one page that is not full, with its total', saying(10, () => ({ total: 10 })), 1, 0],
		['one full page', paged(50), 1, 3],
		['three pages', paged(130), 3, 3],
		['ten full pages, counted from 1', fromOne, 10, 3],
		['the same, page 0 empty', (at) => (at.page === 0 ? [] : fromOne(at)), 10, 4],
		['three pages of a service that looks at its own size', own, 3, 3],
		['ten full pages', paged(500), 10, 3],
		['ten pages and a short one', paged(510), 11, 3],
		['twenty pages capped at 25', paged(500, 25), 20, 3],
		['four hundred pages', paged(20_000), 400, 3],
		['ten pages with a mark of the last', saying(500, ({ page }) => ({ last: page === 9 })), 10, 0],
		[
			'ten pages that say whether more follow',
			saying(500, (at) => ({ hasMore: at.page < 9 })),
			10,
			0,
		],
		[
			'ten full pages that say whether they are full',
			saying(500, (at) => ({ hasMore: at.page < 10 })),
			10,
			1,
		],
		['ten pages and a short one with their total', saying(510, () => ({ total: 510 })), 11, 0],
		[
			'the same, told on the first page alone',
			saying(510, ({ page }) => (page === 0 ? { total: 510 } : {})),
			11,
			0,
		],
		['ten full pages with their total', saying(500, () => ({ total: 500 })), 10, 0],
	])('%s', async (_what, answering, pages, more) => {
		const { asked, error, hints } = await listFrom(answering, { pageSize: 50 });
		expect({ error, hints }).toEqual({ error: undefined, hints: [] });
		expect(asked.length - pages).toBeLessThanOrEqual(more);
		const confirmed = await listFrom(answering, { pageSize: 50, confirmsEnd: true });
		expect({ error, hints: confirmed.hints }).toEqual({ error: undefined, hints: [] });
		expect(confirmed.asked.length - pages).toBeLessThanOrEqual(more === 0 ? 0 : 5);
	});
});
