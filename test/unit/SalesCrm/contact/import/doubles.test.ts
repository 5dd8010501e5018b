import fc from 'fast-check';

import { doublesOf } from '../../../../../nodes/SalesCrm/resources/contact/import/doubles';
import type { Key } from '../../../../../nodes/SalesCrm/resources/contact/import/keys';

/** Doubles within the input: the first row counts, and the input alone decides. */

const row = fc.option(
	fc.record({
		place: fc.constantFrom('A', 'B'),
		keys: fc.uniqueArray(
			fc.constantFrom<Key>('email:1', 'email:2', 'email:3', 'phone:1', 'phone:2'),
			{
				maxLength: 2,
			},
		),
	}),
	{ nil: undefined, freq: 6 },
);

it('rows that count share no key, and a double has one of an earlier row that counts', () => {
	fc.assert(
		fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
			const doubles = doublesOf(rows);
			const counts = rows.flatMap((one, n) => (one && !doubles[n] ? [{ ...one, n }] : []));
			const all = counts.flatMap(({ place, keys }) => keys.map((key) => `${place} ${key}`));
			expect(new Set(all).size).toBe(all.length);
			for (const [n, double] of doubles.entries()) {
				if (!double) continue;
				const first = counts.find((one) => one.n === double.firstItem)!;
				expect(first.n).toBeLessThan(n);
				expect(first.place).toBe(rows[n]!.place);
				expect(first.keys).toContain(double.key);
				expect(rows[n]!.keys).toContain(double.key);
			}
		}),
	);
});

it('what a double alone has is free: a later row with it is created', () => {
	const keys = (...all: Key[]) => ({ place: 'A', keys: all });
	const rows = [keys('email:1', 'phone:1'), keys('email:2', 'phone:1'), keys('email:2')];
	expect(doublesOf(rows).map((double) => double?.firstItem)).toEqual([undefined, 0, undefined]);
});
