import fc from 'fast-check';

import { chosenOption, toJsonObject, toList, toSwitch, toTexts } from '../../../nodes/utils/values';

/** Lists, switches and choices as expressions and assistants give them. Through the node: givenValues.test.ts. */

it.each([
	['a, b ,,c', ['a', 'b', 'c']],
	[' ["a", "b, c"]\n', ['a', 'b, c']],
	['"a"', ['a']],
	['[New] Request, Won', ['[New] Request', 'Won']],
	[
		[null, ' a ', 17, 0, '  '],
		['a', '17', '0'],
	],
	['', []],
])('%j is the list %j', (value, list) => expect(toList(value, 'Status')).toEqual(list));

it.each([[true], [{ id: 'a' }], [[{ id: 'a' }]], ['[["a"]]']])('%j is not a list', (value) => {
	expect(() => toList(value, 'Status')).toThrow(
		expect.objectContaining({
			message: "'Status' must be a list of texts",
			description: expect.stringContaining('["a", "b"], or a text with commas'),
		}),
	);
});

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

it.each([1, 'yes', '', null])('%j is not a switch', (value) => {
	expect(() => toSwitch(value, 'Dry Run')).toThrow("'Dry Run' must be true or false");
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

it.each(['{"a":1', '[]', 7])('%j is not a JSON object', (value) => {
	expect(() => toJsonObject(value, 'Request Body')).toThrow("'Request Body' is not a JSON object");
});
