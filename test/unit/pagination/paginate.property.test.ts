import '../../support/fastClock';

import fc from 'fast-check';

import { drawnService, playing } from '../../support/drawnService';
import { type Asked, listFrom } from '../../support/listService';
import { runs } from '../../support/runs';

/** Whatever the peculiarities of a service: its list is complete, or the user is told that it may not be. */

it('every row that stays is returned once, or the user is told', async () => {
	const lists = { complete: 0, doubtful: 0 };
	await fc.assert(
		fc.asyncProperty(drawnService, async (it) => {
			const { answering, staying, idOf } = playing(it);
			const options = { pageSize: it.pageSize };
			const { rows, error, hints } = await listFrom(answering, options, it.turns);
			expect(error?.message ?? '').not.toContain('does not end');
			if (error || hints.length > 0) return void lists.doubtful++;
			lists.complete++;
			const ids = rows.map(idOf);
			const shown = new Set(ids);
			expect([...staying].filter((id) => !shown.has(id))).toEqual([]);
			expect(ids.length).toBe(shown.size);
		}),
		runs(400),
	);
	// If every list were in doubt, this would show nothing.
	expect(lists.complete).toBeGreaterThan(lists.doubtful);
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
		confirmsEnd: fc.boolean(),
		limit: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(undefined)),
		pageSize: fc.integer({ min: 3, max: 80 }),
	});

	it('every row is returned once, in order, without doubt, with the promised number of requests', async () => {
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
				const isCounted = total > 0 && (says === 'total' || says === 'both');
				const isTold = total > 0 && says === 'last';
				const unmarked = options.confirmsEnd ? 9 : 7;
				const more = limit <= total || isCounted ? 0 : isTold ? 5 : unmarked;
				expect(asked.length).toBeLessThanOrEqual(pages + more);
			}),
			runs(200),
		);
	});
});
