import fc from 'fast-check';

import {
	type ItemResult,
	summarizeFailures,
} from '../../../../nodes/SalesCrm/execution/itemResults';
import { runs } from '../../../support/runs';

/** Which items were written, in the words of an error. */

const RESULTS: Record<string, ItemResult | undefined> = {
	d: { kind: 'done', output: [] },
	o: { kind: 'unknown', reason: undefined },
	f: { kind: 'failed', reason: undefined },
	' ': undefined,
};
const account = (letters: string) =>
	summarizeFailures(
		[...letters].map((letter) => RESULTS[letter]),
		'created',
	);

const ADVICE =
	" Set 'On Error' to 'Continue' in the node's settings to keep the results of the other items.";

it.each([
	[
		'ddodfd oo',
		'4 were created (0–1, 3, 5) and 3 may have been created (2, 7–8); the others were not',
	],
	['df', '1 was created (0); the others were not'],
	['fo', '1 may have been created (1); the others were not'],
	['dddo', '3 were created (0–2) and 1 may have been created (3)'],
	['oo', '2 may have been created (0–1)'],
])('of "%s" (done, open, failed or not begun): %s', (letters, words) => {
	expect(account(letters)).toBe(`Of ${letters.length} items, counted from 0, ${words}.${ADVICE}`);
});

it.each(['', 'd', 'o', 'f', 'ff ', ' '])('of "%s" there is nothing to say', (letters) => {
	expect(account(letters)).toBe('');
});

it('twenty ranges are named, of further items their number', () => {
	expect(account('df'.repeat(20))).toContain(
		'(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38);',
	);
	expect(account('df'.repeat(20) + 'ddfd')).toContain(', 36, 38 and 3 more);');
});

it('whatever became of the items: its numbers are theirs, and it stays short', () => {
	const letters = fc.string({
		unit: fc.constantFrom('d', 'd', 'd', 'o', 'f', ' '),
		maxLength: 2_000,
		size: 'max',
	});
	fc.assert(
		fc.property(letters, (drawn) => {
			const said = account(drawn);
			expect(said.length).toBeLessThan(700);
			for (const [letter, words] of [
				['d', /(\d+) (?:was|were) created \((.*?)\)/],
				['o', /(\d+) may have been created \((.*?)\)/],
			] as const) {
				const [, count, ranges] = words.exec(said) ?? ['', '0', ''];
				if (drawn.length === 1) continue;
				const numbers = [...drawn].flatMap((one, n) => (one === letter ? [n] : []));
				expect(Number(count)).toBe(numbers.length);
				const [named, more = '0'] = ranges.split(' and ');
				const all = named
					.split(', ')
					.filter(Boolean)
					.flatMap((range) => {
						const [from, to = from] = range.split('–').map(Number);
						return Array.from({ length: to - from + 1 }, (_, n) => from + n);
					});
				expect(all).toEqual(numbers.slice(0, all.length));
				expect(all.length + parseInt(more)).toBe(numbers.length);
			}
		}),
		runs(200),
	);
});
