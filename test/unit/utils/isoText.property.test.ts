import fc from 'fast-check';

import { isoText } from '../../../nodes/utils/dates';
import { runs } from '../../support/runs';

const LATEST = 8.64e15;

const YEAR_10000 = Date.UTC(10_000, 0);

const moment = fc.oneof(
	{ weight: 3, arbitrary: fc.integer({ min: 0, max: YEAR_10000 - 1 }) },
	fc.integer({ min: -LATEST, max: LATEST }),
	// Around midnights, and where the text begins to look different.
	fc
		.record({
			day: fc.integer({ min: -100_000, max: 3_000_000 }),
			by: fc.integer({ min: -1001, max: 1001 }),
		})
		.map(({ day, by }) => day * 86_400_000 + by),
	fc.constantFrom(0, -1, YEAR_10000, YEAR_10000 - 1, LATEST, -LATEST),
	fc.double({ min: -1e13, max: 1e13, noNaN: true }),
);

it('tells any moments one after the other as Date does', () => {
	fc.assert(
		fc.property(fc.array(moment), (moments) => {
			expect(moments.map(isoText)).toEqual(moments.map((ms) => new Date(ms).toISOString()));
		}),
		runs(300),
	);
});

it('also when more days were told than it keeps', () => {
	const middays = Array.from({ length: 12_000 }, (_, day) => day * 86_400_000 + 43_200_000);
	const twice = [...middays, ...middays];
	expect(twice.map(isoText)).toEqual(twice.map((ms) => new Date(ms).toISOString()));
});
