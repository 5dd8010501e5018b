import fc from 'fast-check';

import { isObject, toJsonObject } from '../../../nodes/utils/json';

/** A JSON object as people enter it, or as an expression gives it. */

const read = (value: unknown) => toJsonObject(value, 'Request Body');

it('is the same as a text or as a value', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
			const json = JSON.parse(JSON.stringify(value)) as object;
			expect(read(json)).toEqual(json);
			expect(read(` ${JSON.stringify(json)}\n`)).toEqual(json);
		}),
	);
});

it.each([[undefined], [null], ['']])('%p is an empty one', (value) => {
	expect(read(value)).toEqual({});
});

it.each([
	[' '],
	['{'],
	['{"a":1'],
	['a'],
	['[]'],
	['"a"'],
	['null'],
	['7'],
	[[]],
	[7],
	[0],
	[true],
	[false],
])('%j is refused, naming the field', (value) => {
	expect(() => read(value)).toThrow(
		expect.objectContaining({
			message: "'Request Body' is not a JSON object",
			description: 'Enter something like {"name": "value"}.',
		}),
	);
});

it('an object is neither nothing nor a list', () => {
	expect([{}, { a: 1 }, new Date()].every(isObject)).toBe(true);
	expect([undefined, null, [], [{}], 'text', 7, () => ({})].some(isObject)).toBe(false);
});
