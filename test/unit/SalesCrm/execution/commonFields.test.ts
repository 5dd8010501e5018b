import fc from 'fast-check';

import {
	cutToLimit,
	listOptions,
	positiveInteger,
	requestsAtATime,
	wantedRows,
} from '../../../../nodes/SalesCrm/execution/commonFields';

/** How many rows a list is to give, as the fields say it or an expression in them. */

const ANY = { returnAll: false, limit: 50, options: {} };

it('a whole number of at least one is what was entered, as number or as text', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1 }), (number) => {
			expect(positiveInteger(number, 'Limit')).toBe(number);
			expect(positiveInteger(` ${number} `, 'Limit')).toBe(number);
		}),
	);
});

it.each([0, -1, 1.5, '', 'ten', null, undefined, NaN, Infinity, true, {}, [7], [1, 2]])(
	'%p is refused in the name of its field',
	(value) => {
		expect(() => positiveInteger(value, 'Page Size')).toThrow("'Page Size' must be a whole number");
	},
);

it('"Return All" goes before a limit, even one that makes no sense', () => {
	const all = { ...ANY, returnAll: true, limit: -1 };
	expect(wantedRows(all)).toBeUndefined();
	expect(listOptions(all).limit).toBeUndefined();
	expect(cutToLimit([1, 2, 3], all)).toEqual([1, 2, 3]);
	expect(cutToLimit([1, 2, 3], { ...ANY, limit: 2 })).toEqual([1, 2]);
	expect(() => cutToLimit([], { ...ANY, limit: 0 })).toThrow("'Limit'");
});

it('a list is asked for in pages of no chosen size, unless the options say otherwise', () => {
	expect(listOptions(ANY)).toEqual({
		limit: 50,
		pageSize: undefined,
	});
	const options = { pageSize: 7 };
	expect(listOptions({ ...ANY, options })).toEqual({
		limit: 50,

		...options,
	});
	expect(() => listOptions({ ...ANY, options: { pageSize: 0 } })).toThrow("'Page Size'");
});

it.each([0, 51, 512, '512', 2.5, '', 'many', true, {}])(
	'%p items at a time are refused',
	(concurrency) => {
		const words = "'Requests at a Time' must be a whole number from 1 to 50";
		const options = { concurrency } as { concurrency?: number };
		expect(() => requestsAtATime(options)).toThrow(words);
	},
);

it.each([
	[1, 1],
	[' 50 ', 50],
	[undefined, 5],
	[null, 5],
])('%p means %p at a time', (concurrency, wanted) => {
	expect(requestsAtATime({ concurrency })).toBe(wanted);
});
