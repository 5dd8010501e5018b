import { toJsonObject } from '../../../nodes/utils/json';

/** A JSON object as people enter it, or as an expression gives it. */

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
