import fc from 'fast-check';

import { cellText, guarded } from '../../../../nodes/contacts/cell';
import { csvLine } from '../../../../nodes/utils/csv';
import { folded } from '../../../../nodes/utils/text';
import { runs } from '../../../support/runs';

/** What our files write leaves a spreadsheet nothing to run or change, and an import nothing to miss. */

const cells = fc.string({
	unit: fc.constantFrom(
		...[
			'=',
			'+',
			'-',
			'@',
			'＝',
			';',
			',',
			'\t',
			'|',
			'\n',
			'\r',
			'"',
			"'",
			' ',
			'\u00A0',
			'\u200B',
		],
		...['0', '3', '/', 'a', 'é'],
	),
});
const delimiters = [';', ',', '\t', '|'];

it('no cell begins with a formula, whichever delimiter a spreadsheet takes', () => {
	fc.assert(
		fc.property(fc.array(cells), fc.constantFrom(...delimiters), (drawn, delimiter) => {
			const lines = csvLine(['2', ...drawn].map(guarded), delimiter).split(/[\r\n]/);
			const begun = delimiters.flatMap((split) => lines.flatMap((line) => line.split(split)));
			expect(begun.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
		}),
		runs(1000),
	);
});

it('an import reads a guarded cell as it reads the cell', () => {
	fc.assert(
		fc.property(cells, (cell) => expect(cellText(guarded(cell))).toBe(cellText(cell))),
		runs(3000),
	);
});

it.each([
	['0612345678', "'0612345678"],
	['12-4', "'12-4"],
	['3/4', "'3/4"],
	['Jan;=cmd|x', "Jan;'=cmd|x"],
	['12', '12'],
	["'t Hart", "'t Hart"],
	['Jan-Willem, 3', 'Jan-Willem, 3'],
])('%j is written as %j', (cell, written) => expect(guarded(cell)).toBe(written));

it('many marks on one letter take no time, and thirty stay', () => {
	const started = performance.now();
	const marks = '\u0316\u0301'.repeat(100_000);
	expect(cellText(`a${marks}`)).toHaveLength(30);
	expect(folded(`a${marks}b`)).toBe('AB');
	expect(performance.now() - started).toBeLessThan(5_000);
});
