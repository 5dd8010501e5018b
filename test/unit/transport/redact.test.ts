import fc from 'fast-check';

import { firstWords, redact } from '../../../nodes/transport/redact';
import { runs } from '../../support/runs';

/** What of an answer may be shown: its beginning, without markup and without secrets. */

/** The ways in which a service may write one character of what it was sent. */
function spellings(one: string): string[] {
	const code = one.codePointAt(0)!;
	const units = Array.from({ length: one.length }, (_, n) => one.charCodeAt(n));
	const percent = [...new TextEncoder().encode(one)]
		.map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
		.join('');
	const unicode = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
	const html = new Map(HTML_NAMES);
	return [
		one,
		percent,
		percent.toUpperCase(),
		percent.replaceAll('%', '%25'),
		unicode,
		unicode.toUpperCase().replaceAll('U', 'u'),
		unicode.replaceAll('\\', '\\\\'),
		JSON.stringify(one).slice(1, -1),
		one === '/' ? '\\/' : one,
		`&#${code};`,
		`&#x${code.toString(16)};`,
		`&#X000${code.toString(16).toUpperCase()};`,
		html.has(one) ? `&${html.get(one)};` : one,
		html.has(one) ? `&amp;${html.get(one)};` : one,
		one === ' ' ? '+' : one,
		code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : one,
		`\\u{${code.toString(16)}}`,
	];
}

/** Of the HTML standard, for signs that secrets are made of. */
const HTML_NAMES: Array<[sign: string, name: string]> = [
	['&', 'amp'],
	['<', 'lt'],
	['>', 'gt'],
	['"', 'quot'],
	['/', 'sol'],
	['+', 'plus'],
	['=', 'equals'],
	['_', 'lowbar'],
	['.', 'period'],
	[':', 'colon'],
	['$', 'dollar'],
	['@', 'commat'],
	['!', 'excl'],
];

/** Of secrets as they are issued and as people make them up. */
const character = fc.oneof(
	fc.constantFrom(...'abcXYZ019+/=-_.~<>&"\\% \'!$@'),
	fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
);

const KEY = 'k3y/with+signs&more';

describe('secrets', () => {
	it('are hidden as they are and as they stand in an address', () => {
		const text = `Bearer ${KEY}; ?token=${encodeURIComponent(KEY)}; ${KEY}${KEY}`;
		expect(redact(text, [KEY])).toBe('Bearer ***; ?token=***; ******');
	});

	it('several of them', () => {
		for (const secrets of [
			['one', 'three'],
			['three', 'one'],
		]) {
			expect(redact('one two three', secrets)).toBe('*** two ***');
		}
	});

	it('one that begins like another', () => {
		for (const secrets of [
			['abcd', 'abcdef'],
			['abcdef', 'abcd'],
		]) {
			expect(redact('sent: abcdef', secrets)).toBe('sent: ***');
		}
	});

	it('with signs that JSON writes in its own way', () => {
		const odd = 'pa"ss\\word';
		expect(firstWords({ sent: odd }, [odd])).toBe('{"sent":"***"}');
		expect(firstWords(JSON.stringify({ sent: odd }), [odd])).toBe('{"sent":"***"}');
	});

	it('are hidden in an object, and where markup or the end of the text would cut them', () => {
		expect(firstWords({ sent: { token: KEY } }, [KEY])).toBe('{"sent":{"token":"***"}}');
		expect(firstWords(`${'x'.repeat(295)}${KEY}`, [KEY])).not.toContain(KEY.slice(0, 4));
	});

	it('that overlap, or are but a few characters long', () => {
		expect(redact('sent: abcdef.', ['abcd', 'cdef'])).toBe('sent: ***.');
		expect(redact('sent: ababab.', ['abab'])).toBe('sent: ***.');
		expect(redact('a pin of 42', ['42', ''])).toBe('a pin of ***');
	});

	it('that can be read in two ways: the longer one counts', () => {
		expect(redact('sent: %252, no more', ['%2'])).toBe('sent: ***, no more');
	});

	it('of which the end of the text leaves a part', () => {
		expect(redact('sent: k3y/wi', [KEY])).toBe('sent: ***');
		expect(redact('sent: k3y%2', [KEY])).toBe('sent: ***');
		expect(redact('sent: k3y\\u00', [KEY])).toBe('sent: ***');
		expect(redact('sent: k3y&#x2', [KEY])).toBe('sent: ***');
		expect(redact('sent: k3y/w, not more', [KEY])).toBe('sent: k3y/w, not more');
		expect(redact('a monk', [KEY])).toBe('a monk');
	});

	const SIGNS = [...'abcXYZ019+/=-_.~<>&"\\% \'!$@:\n\u00e9\u20ac\u{1f511}'];

	it.each(SIGNS)('with %j, however that is written, and nothing with another sign there', (one) => {
		for (const written of SIGNS.flatMap(spellings)) {
			const isOne = spellings(one).includes(written);
			const text = (what: string) => `sent: ${what}. No more`;
			const told = redact(text(`k3${written}y`), [`k3${one}y`]);
			expect(told).toBe(text(isOne ? '***' : `k3${written}y`));
		}
	});

	it('however each of their characters is written', () => {
		const secret = fc.string({ minLength: 6, maxLength: 40, unit: character });
		const way = fc.nat({ max: spellings('a').length - 1 });
		fc.assert(
			fc.property(secret, fc.infiniteStream(way), fc.nat(60), (hidden, ways, kept) => {
				const written = Array.from(hidden, (one) => spellings(one)[ways.next().value]);
				const clean = redact(`sent: ${written.join('')}. No more`, [hidden]);
				expect(clean).toBe('sent: ***. No more');
				// Cut anywhere after a few characters, nothing of it is left either.
				const few = written.slice(0, 3).join('').length;
				const cut = written.join('').slice(0, few + kept);
				expect(redact(`sent: ${cut}`, [hidden])).toBe('sent: ***');
			}),
			runs(500),
		);
	});

	it.each([
		['%', '%25'.repeat(50_000)],
		['backslashes', '\\'.repeat(100_000)],
		['&amp;', '&amp;'.repeat(50_000)],
		['its first characters', 'k3y'.repeat(50_000)],
	])('takes no time to look for in many %s', (_, text) => {
		const start = Date.now();
		firstWords(text, [KEY, '\\%&<>', `${'k3y'.repeat(300)}!`]);
		expect(Date.now() - start).toBeLessThan(8000);
	});

	it('never show, whatever is around them', () => {
		const secret = fc.string({ minLength: 8, unit: fc.constantFrom(...'abcXYZ019+/=-_.<>"\\ ') });
		fc.assert(
			fc.property(fc.string(), secret, fc.string(), (before, hidden, after) => {
				fc.pre(!'*'.repeat(9).includes(hidden));
				expect(firstWords(`${before} ${hidden} ${after}`, [hidden])).not.toContain(hidden);
			}),
		);
	});
});

describe('the first words', () => {
	it.each([
		['<', '<'.repeat(100_000)],
		['<, two hundred times', '<'.repeat(20_000_000)],
		['<script', '<script>'.repeat(20_000)],
		['<style and an end', `${'<style '.repeat(20_000)}</style>`],
		['blanks', ' '.repeat(100_000)],
	])('of 100 KB of %s take no time', (_, body) => {
		const start = Date.now();
		firstWords(body, [KEY]);
		expect(Date.now() - start).toBeLessThan(8000);
	});

	it('leave out a script that does not end, and keep a sign that opens nothing', () => {
		expect(firstWords('<p>Down<script>let a = 1', [])).toBe('Down');
		expect(firstWords('must be < 5 and > 1', [])).toBe('must be 1');
		expect(firstWords('must be < 5', [])).toBe('must be < 5');
		expect(firstWords('<scripture>Genesis</scripture>', [])).toBe('Genesis');
	});

	it('of a web page are its text', () => {
		const page = '<html><style>b{}</style><script>let a = 1</script><h1>Not\n here</h1></html>';
		expect(firstWords(page, [])).toBe('Not here');
	});

	it('of a long answer end after 300 characters', () => {
		expect(firstWords('a'.repeat(301), [])).toBe(`${'a'.repeat(300)}…`);
		expect(firstWords('a'.repeat(300), [])).toBe('a'.repeat(300));
	});

	it('of nothing are none', () => {
		for (const body of [undefined, null, '']) expect(firstWords(body, [])).toBe('');
	});
});
