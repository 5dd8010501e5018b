import fc from 'fast-check';

import {
	chosenOption,
	toJsonObject,
	toList,
	toNumber,
	toSwitch,
	toTexts,
} from '../../../nodes/utils/values';

/** Lists, switches, numbers and choices, as people, expressions and assistants give them. */

it.each([
	[
		['a', 'b'],
		['a', 'b'],
	],
	['a, b ,,c', ['a', 'b', 'c']],
	[' ["a", "b, c"]\n', ['a', 'b, c']],
	['[]', []],
	['"a"', ['a']],
	['[New] Request, Won', ['[New] Request', 'Won']],
	['[New], {Old}', ['[New]', '{Old}']],
	[' [New] ', ['[New]']],
	['"Won", "Lost, paid"', ['Won', 'Lost, paid']],
	['"Won", Lost, "[New]"', ['Won', 'Lost', '[New]']],
	['Roof 12", "Won"', ['Roof 12"', 'Won']],
	[
		[null, ' a ', 17, 0, '  '],
		['a', '17', '0'],
	],
	[17, ['17']],
	[undefined, []],
	[null, []],
	['', []],
])('%j is the list %j', (value, list) => expect(toList(value, 'Status')).toEqual(list));

it.each([[true], [{ id: 'a' }], [[{ id: 'a' }]], [[['a']]], ['{"id":"a"}'], ['[["a"]]']])(
	'%j is not a list',
	(value) => {
		expect(() => toList(value, 'Status')).toThrow(
			expect.objectContaining({
				message: "'Status' must be a list of texts",
				description: expect.stringContaining('["a", "b"], or a text with commas'),
			}),
		);
	},
);

it('a list of names keeps a text whole, unless it is JSON', () => {
	for (const text of ['[New]', 'Won, paid', '{New}, "Won"']) {
		expect(toTexts(text, 'Status')).toEqual([text]);
	}
	expect(toTexts('"Won", "Lost"', 'Status')).toEqual(['Won', 'Lost']);
});

it('any list is the same as its JSON text', () => {
	fc.assert(
		fc.property(fc.array(fc.string()), (list) => {
			expect(toList(JSON.stringify(list), 'Status')).toEqual(toList(list, 'Status'));
		}),
	);
});

it.each([
	[true, true],
	[' True ', true],
	['FALSE', false],
	[false, false],
])('the switch %j is %j', (value, is) => expect(toSwitch(value, 'Dry Run')).toBe(is));

it.each([1, 0, 'yes', '', null, undefined, [true], {}])('%j is not a switch', (value) => {
	expect(() => toSwitch(value, 'Dry Run')).toThrow("'Dry Run' must be true or false");
});

it('a number may be text', () => {
	expect([5, ' 5 ', '-0.5'].map((value) => toNumber(value, 'Limit'))).toEqual([5, 5, -0.5]);
});

const WHOLE = { minValue: 1, maxValue: 50, numberPrecision: 0 };

it.each<[value: unknown, range: object, words: string]>([
	...['', ' ', 'ten', '1,5', null, undefined, NaN, Infinity, true, {}, [7]].map(
		(value): [unknown, object, string] => [value, {}, 'a number'],
	),
	[0, WHOLE, 'a whole number from 1 to 50'],
	[51, WHOLE, 'a whole number from 1 to 50'],
	[1.5, WHOLE, 'a whole number from 1 to 50'],
	[-1, { minValue: 0 }, 'a number of at least 0'],
])('%j in the range %j is refused: %s', (value, range, words) => {
	expect(() => toNumber(value, 'Limit', range)).toThrow(`'Limit' must be ${words}`);
});

it('a choice is made by value or label; an error lists the values', () => {
	const options = [
		{ name: 'By Deal', value: 'byDeal' },
		{ name: 'Newest First', value: 'newestFirst' },
	];
	const field = { displayName: 'Sort', options };
	for (const value of ['byDeal', 'by deal', ' BYDEAL ']) {
		expect(chosenOption(value, field).value).toBe('byDeal');
	}
	for (const value of ['By Dael', '', null, ['byDeal']]) {
		expect(() => chosenOption(value, field)).toThrow("'Sort' must be one of byDeal, newestFirst");
	}
});

it.each([
	[undefined, {}],
	[null, {}],
	['', {}],
	[{ a: [1] }, { a: [1] }],
	[' {"a":[1]}\n', { a: [1] }],
])('%j is the JSON object %j', (value, object) => {
	expect(toJsonObject(value, 'Request Body')).toEqual(object);
});

it.each([[' '], ['{"a":1'], ['[]'], ['null'], ['7'], [[]], [7]])(
	'%j is not a JSON object',
	(value) => {
		expect(() => toJsonObject(value, 'Request Body')).toThrow(
			"'Request Body' is not a JSON object",
		);
	},
);
