import '../../support/fastClock';

import fc from 'fast-check';

import { type DrawnService, drawnService, playing } from '../../support/drawnService';
import { listFrom } from '../../support/listService';
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

const NO = fc.constant(false);

describe('a service that keeps its word', () => {
	const service: fc.Arbitrary<DrawnService> = fc.record({
		...{ ignoresPage: NO, refusesLarge: NO, countsFromOne: NO, pageSize: fc.constant(undefined) },
		...{ blip: fc.constant(null), moves: fc.constant([]), turns: fc.constant([0]) },
		total: fc.nat(230),
		cap: fc.oneof(fc.integer({ min: 3, max: 60 }), fc.constant(Infinity)),
		idName: fc.constantFrom('id', null),
		mark: fc.constantFrom('none', 'total', 'last'),
		empty: fc.constantFrom('list', 'null'),
	});
	const wanted = fc.record({
		confirmsEnd: fc.boolean(),
		limit: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(undefined)),
		pageSize: fc.integer({ min: 3, max: 80 }),
	});

	it('every row is returned once, in order, without doubt, with the promised number of requests', async () => {
		await fc.assert(
			fc.asyncProperty(service, wanted, async (it, options) => {
				const { answering, staying, idOf } = playing(it);
				const { rows, hints, error, asked } = await listFrom(answering, options);
				expect({ hints, error }).toEqual({ hints: [], error: undefined });
				const { limit = Infinity } = options;
				expect(rows.map(idOf)).toEqual([...staying].slice(0, limit));

				const { total, cap, mark } = it;
				const size = Math.min(options.pageSize, limit, cap);
				const pages = Math.ceil(Math.min(total, limit) / size);
				const isCounted = total > 0 && mark === 'total';
				const isTold = total > 0 && mark === 'last';
				const unmarked = options.confirmsEnd ? 9 : 7;
				const more = limit <= total || isCounted ? 0 : isTold ? 5 : unmarked;
				expect(asked.length).toBeLessThanOrEqual(pages + more);
			}),
			runs(200),
		);
	});
});
