import fc from 'fast-check';

import { dealNow, wantsDeal } from '../../../nodes/deals/present';
import type { HistoryItem } from '../../../nodes/api/types';
import { searchWords } from '../../../nodes/utils/text';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { CONTEXT, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/**
 * Search against titles that are spelt by a table: a title is drawn as plain letters, each written in
 * one of its ways; whether it is found is told from the plain letters.
 */

/** Ways to write a letter that differ by case and accents alone. */
const WAYS: Record<string, string[]> = {
	a: ['a', 'A', 'á', 'À', 'ä', 'Å', 'a\u0301', 'A\u030a'],
	e: ['e', 'E', 'é', 'Ë', 'e\u0308'],
	i: ['i', 'I', 'ï', 'İ', 'i\u0307', 'Î'],
	n: ['n', 'N', 'ñ'],
	o: ['o', 'O', 'ö', 'Ó'],
	ss: ['ss', 'SS', 'Ss', 'ß', 'ẞ'],
	t: ['t', 'T'],
	σ: ['σ', 'Σ', 'ς'],
	'7': ['7'],
	"'": ["'"],
	'&': ['&'],
	'.': ['.'],
	'%': ['%'],
	'\\': ['\\'],
	// An accent of its own, as people type it for an apostrophe: no letter at all.
	'': ['´'],
};

const plain = fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 5 });
const plainTitle = fc.array(plain, { maxLength: 4 });
const blanks = fc.constantFrom(' ', '  ', '\t', '\u00a0', ' \n ', '\u2003');

/** Words as a person might write them. */
const written = (words: string[][]): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.tuple(
				...words.map((word) => fc.tuple(...word.map((letter) => fc.constantFrom(...WAYS[letter])))),
			),
			fc.array(blanks, { minLength: words.length, maxLength: words.length }),
		)
		.map(([spelt, between]) => spelt.map((word, n) => word.join('') + between[n]).join(''));

/** Some letters of a word of the title, in a row. */
const partOf = (title: string[][]): fc.Arbitrary<string[]> =>
	title.length === 0
		? plain
		: fc
				.tuple(fc.nat(title.length - 1), fc.nat(4), fc.integer({ min: 1, max: 4 }))
				.map(([word, from, count]) => title[word].slice(from, from + count));

const anySearch = plainTitle.chain((title) =>
	fc
		.array(fc.oneof({ weight: 4, arbitrary: partOf(title) }, plain), { maxLength: 3 })
		.chain((search) =>
			fc.record({
				title: fc.constant(title),
				search: fc.constant(search),
				summary: written(title),
				searched: written(search),
			}),
		),
);

const isFound = (summary: unknown, search: string) =>
	wantsDeal(
		{ ...NO_FILTERS, minMsInStatus: undefined, words: searchWords(search) },
		dealNow({ id: 'deal', summary, history: [] } as unknown as HistoryItem, NOW),
		CONTEXT.names,
	);

it('a title holds every word, whatever the case and the accents', () => {
	const seen = { found: 0, not: 0 };
	fc.assert(
		fc.property(anySearch, ({ title, search, summary, searched }) => {
			const whole = title.map((word) => word.join('')).join(' ');
			const expected = search.every((word) => whole.includes(word.join('')));
			expect(isFound(summary, searched)).toBe(expected);
			seen[expected ? 'found' : 'not']++;
		}),
		runs(2000),
	);
	expect(Math.min(seen.found, seen.not)).toBeGreaterThan(100);
});

it.each([
	['STRAßE 7', 'strasse', true],
	['Hauptstraße', 'HAUPTSTRAẞE', true],
	['Zonnepanelen İzmir', 'izmir', true],
	['Zonnepanelen familie Bakker', 'bakker zonne', true],
	['Zonnepanelen familie Bakker', 'bakker dak', false],
	['Foto´s dak', "foto's", false],
	['Foto´s dak', 'fotos', true],
	['50 m²', 'm2', true],
	['a.c', 'abc', false],
	['', 'dak', false],
	[null, 'dak', false],
	[17, '17', true],
	['', '', true],
	[null, ' \t', true],
])('in %p, %p: %p', (summary, search, expected) => {
	expect(isFound(summary, search)).toBe(expected);
});

it('splits at white space alone, and knows no empty word', () => {
	expect(searchWords('  zonne\u00a0dak\t\nfamilie-Bakker,  ')).toEqual([
		'ZONNE',
		'DAK',
		'FAMILIE-BAKKER,',
	]);
	expect(searchWords(' \u2003 ')).toEqual([]);
});
