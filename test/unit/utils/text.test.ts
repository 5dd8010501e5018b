import { quoted, textOf, withoutMarkup } from '../../../nodes/utils/text';

/** Whatever an expression gives, as text, and in an error message. */

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
	])('%p is %p', (value, text) => {
		expect(textOf(value)).toBe(text);
	});

	it('in a message: in quotation marks, and not too long', () => {
		expect(quoted(17)).toBe('"17"');
		expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
		expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(80)}"`);
	});
});

it.each([
	[
		'<a href="https://evil.example">Session expired</a>',
		'‹a href="https://evil.example">Session expired‹/a>',
	],
	['<!--', '‹!--'],
	['5 < 6, a<5', '5 < 6, a<5'],
])('%s begins no tag', (text, clean) => expect(withoutMarkup(text)).toBe(clean));
