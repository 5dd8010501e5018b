import { firstWords } from '../../../nodes/transport/redact';
import { quoted, shown, textOf, withoutMarkup } from '../../../nodes/utils/text';

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

it.each<[string, (text: string) => string]>([
	['quoted', quoted],
	['a column', shown],
	['words of the service', (text) => firstWords(text, [])],
])('half of a character is never shown: %s', (_, show) => {
	for (const before of [59, 79, 299]) {
		const text = show(`${'x'.repeat(before)}${'\u{1f600}'.repeat(300)}`);
		expect([text, text.isWellFormed()]).toEqual([text, true]);
	}
});

it.each([
	[
		'<a href="https://evil.example">Session expired</a>',
		'‹a href="https://evil.example">Session expired‹/a>',
	],
	['<!--', '‹!--'],
	['5 < 6, a<5', '5 < 6, a<5'],
])('%s begins no tag', (text, clean) => expect(withoutMarkup(text)).toBe(clean));
