import { toJsonObject } from '../../../nodes/utils/json';
import { quoted, textOf } from '../../../nodes/utils/text';

/** Whatever an expression gives, as text, in an error message, or as a JSON object. */

const endless: Record<string, unknown> = {};
endless.self = endless;

describe('as text', () => {
	it.each([
		[undefined, ''],
		[null, ''],
		['  as it is ', '  as it is '],
		[0, '0'],
		[17.5, '17.5'],
		[false, 'false'],
		[{ a: 1 }, '{"a":1}'],
		[[1, 'b'], '[1,"b"]'],
		[{ toJSON: () => undefined }, ''],
		[endless, 'an object'],
	])('%p is %p', (value, text) => {
		expect(textOf(value)).toBe(text);
	});

	it('in a message: in quotation marks, and not too long', () => {
		expect(quoted(17)).toBe('"17"');
		expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
		expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(80)}"`);
	});
});

describe('as a JSON object', () => {
	it.each([
		['{"a": {"b": 1}}', { a: { b: 1 } }],
		[{ a: 1 }, { a: 1 }],
		['{}', {}],
		['', {}],
		[null, {}],
		[undefined, {}],
	])('%p is %p', (value, object) => {
		expect(toJsonObject(value, 'Request Body')).toEqual(object);
	});

	it.each([['[1]'], ['{"a"'], ['null'], ['all'], ['17'], [17], [0], [false], [[1]]])(
		'%p is refused by the name of its field',
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
