import { firstWords } from '../../../nodes/transport/redact';
import { folded, quoted, shown, withoutMarkup } from '../../../nodes/utils/text';

/** Foreign texts, as they are shown and compared. */

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

it.each([
	['Andréa', 'ANDREA'],
	['Straße', 'STRASSE'],
	['Jan´s', 'JANS'],
])('%s is compared as %s, without case and accents', (text, form) => {
	expect(folded(text)).toBe(form);
});
