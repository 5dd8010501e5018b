import fc from 'fast-check';

import {
	chosenOption,
	toList,
	toNumber,
	toJsonObject,
	toSwitch,
	toTexts,
} from '../../../nodes/utils/values';

/** Lists, switches, numbers and choices, as people, expressions and assistants give them. */

describe('a list', () => {
	it.each([
		['a choice', ['a', 'b'], ['a', 'b']],
		['a text with commas', 'a, b ,,c', ['a', 'b', 'c']],
		['the JSON text of a list', ' ["a", "b, c"]\n', ['a', 'b, c']],
		['the JSON text of an empty list', '[]', []],
		['the JSON text of a text', '"a"', ['a']],
		['labels that begin with a bracket', '[New] Request, Won', ['[New] Request', 'Won']],
		['labels in brackets', '[New], {Old}', ['[New]', '{Old}']],
		['a label in brackets', ' [New] ', ['[New]']],
		['texts in quotes', '"Won", "Lost, paid"', ['Won', 'Lost, paid']],
		['texts, some in quotes', '"Won", Lost, "[New]"', ['Won', 'Lost', '[New]']],
		['a quote inside', 'Roof 12", "Won"', ['Roof 12"', 'Won']],
		['blanks around', [' a ', '', '  '], ['a']],
		['numbers', [17, 0], ['17', '0']],
		['a number alone', 17, ['17']],
		['nothing among others', [null, 'a', undefined], ['a']],
		['no value', undefined, []],
		['null', null, []],
		['an empty text', '', []],
	])('from %s', (_form, value, list) => {
		expect(toList(value, 'Status')).toEqual(list);
	});

	it.each([
		[true],
		[{ id: 'a' }],
		[[{ id: 'a' }]],
		[[['a']]],
		['{"id":"a"}'],
		['[{}]'],
		['[["a"]]'],
	])('%j is refused, with what was expected', (value) => {
		expect(() => toList(value, 'Status')).toThrow(
			expect.objectContaining({
				message: "'Status' must be a list of texts",
				description: expect.stringContaining('["a", "b"], or a text with commas'),
			}),
		);
	});

	it('of names keeps a text whole, unless it is JSON', () => {
		for (const text of ['[New]', 'Won, paid', '{New}, "Won"']) {
			expect(toTexts(text, 'Status')).toEqual([text]);
		}
		expect(toTexts('"Won", "Lost"', 'Status')).toEqual(['Won', 'Lost']);
	});

	it('is the same as a value and as its JSON text', () => {
		fc.assert(
			fc.property(fc.array(fc.string()), (list) => {
				expect(toList(JSON.stringify(list), 'Status')).toEqual(toList(list, 'Status'));
			}),
		);
	});
});

it.each([
	[true, true],
	[' True ', true],
	['FALSE', false],
	[false, false],
])('the switch %j is %j', (value, is) => {
	expect(toSwitch(value, 'Dry Run')).toBe(is);
});

it.each([1, 0, 'yes', '', null, undefined, [], [true], {}])('the switch %j is refused', (value) => {
	expect(() => toSwitch(value, 'Dry Run')).toThrow("'Dry Run' must be true or false");
});

it('a number may be its text, and must be in its range', () => {
	expect([5, '5', ' 5 '].map((value) => toNumber(value, 'Limit'))).toEqual([5, 5, 5]);
	expect(toNumber('-0.5', 'Days')).toBe(-0.5);
	for (const value of ['', ' ', 'ten', null, undefined, NaN, Infinity, true, {}, [7], '1,5']) {
		expect(() => toNumber(value, 'Days')).toThrow("'Days' must be a number");
	}
	const range = { minValue: 1, maxValue: 50, numberPrecision: 0 };
	for (const value of [0, 51, 1.5]) {
		const words = "'Limit' must be a whole number from 1 to 50";
		expect(() => toNumber(value, 'Limit', range)).toThrow(words);
	}
	expect(() => toNumber(-1, 'Days', { minValue: 0 })).toThrow('must be a number of at least 0');
});

it('a choice is one of the values there are, else the error lists them', () => {
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

describe('a JSON object', () => {
	it.each([
		[undefined, {}],
		[null, {}],
		['', {}],
		[{ a: [1] }, { a: [1] }],
		[' {"a":[1]}\n', { a: [1] }],
	])('%j is read', (value, object) => {
		expect(toJsonObject(value, 'Request Body')).toEqual(object);
	});

	it.each([[' '], ['{"a":1'], ['a'], ['[]'], ['null'], ['7'], [[]], [7], [false]])(
		'%j is refused, naming the field',
		(value) => {
			expect(() => toJsonObject(value, 'Request Body')).toThrow(
				expect.objectContaining({
					message: "'Request Body' is not a JSON object",
					description: 'Enter something like {"name": "value"}.',
				}),
			);
		},
	);
});
