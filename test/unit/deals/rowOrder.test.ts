import fc from 'fast-check';

import { inOrder } from '../../../nodes/deals/outputs';
import { runs } from '../../support/runs';

/** The order of rows, against one that takes the least of what is left, again and again. */

interface Row {
	place: number;
	at: number | undefined;
}

const anyRows: fc.Arbitrary<Row[]> = fc
	.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(NaN, undefined)))
	.map((moments) => moments.map((at, place) => ({ place, at })));

const momentOf = ({ at }: Row) => at;

/** Picks the oldest left, the first of several; those without a moment as they come. */
function picked(rows: Row[]): Row[] {
	const left = [...rows];
	const result: Row[] = [];
	while (left.length > 0) {
		const best = left.reduce((a, b) => ((b.at ?? NaN) < (a.at || (a.at === 0 ? 0 : 99)) ? b : a));
		result.push(...left.splice(left.indexOf(best), 1));
	}
	return result;
}

it('oldest first, those of one moment as they come, those without a moment last', () => {
	fc.assert(
		fc.property(anyRows, (rows) => {
			expect(inOrder(rows, 'oldestFirst', momentOf)).toEqual(picked(rows));
		}),
		runs(200),
	);
});

it('newest first is oldest first from the other end, but for those without a moment', () => {
	fc.assert(
		fc.property(anyRows, (rows) => {
			const isKnown = ({ at }: Row) => at !== undefined && !Number.isNaN(at);
			const old = inOrder(rows, 'oldestFirst', momentOf);
			expect(inOrder(rows, 'newestFirst', momentOf)).toEqual([
				...old.filter(isKnown).toReversed(),
				...old.filter((row) => !isKnown(row)),
			]);
		}),
		runs(200),
	);
});

it('by deal is as they come', () => {
	const rows = [3, 1, 2].map((at, place) => ({ place, at }));
	expect(inOrder(rows, 'byDeal', momentOf)).toEqual(rows);
});

it('200,000 rows break nothing', () => {
	const rows = Array.from({ length: 200_000 }, (_, place) => ({ place, at: -place }));
	const [first] = inOrder(rows, 'oldestFirst', momentOf);
	expect(first.place).toBe(199_999);
});
