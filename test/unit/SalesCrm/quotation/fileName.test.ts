import fc from 'fast-check';

import { safeFileName } from '../../../../nodes/SalesCrm/resources/quotation/download';

/** A name the service or a user gives, made into one that is no path. */

it.each([
	['offerte.pdf', 'offerte.pdf'],
	['Offerte Bakker.PDF', 'Offerte Bakker.PDF'],
	['offerte', 'offerte.pdf'],
	['offerte.html', 'offerte.html.pdf'],
	['../../etc/passwd', 'passwd.pdf'],
	['C:\\x\\offerte.pdf', 'offerte.pdf'],
	['.htaccess', 'htaccess.pdf'],
	['offer\r\nte\u0000\u001b[31m.pdf', 'offerte[31m.pdf'],
	['a<b>c"d|e?f*g.pdf', 'abcdefg.pdf'],
])('%j becomes %j', (name, safe) => {
	expect(safeFileName(name)).toBe(safe);
});

it.each([[undefined], [''], ['   '], ['..'], ['/'], ['folder/'], ['C:\\'], ['\u0000'], ['???']])(
	'nothing is left of %j',
	(name) => {
		expect(safeFileName(name)).toBeUndefined();
	},
);

it('whatever is given, it is one part of a path that every file system takes', () => {
	const name = fc.string({ unit: 'grapheme', maxLength: 400 });
	const tricky = fc.string({ unit: fc.constantFrom(...'./\\:. \u0000\u202e\nab%2F~') });
	fc.assert(
		fc.property(fc.oneof(name, tricky), (given) => {
			const safe = safeFileName(given);
			if (safe === undefined) return;
			expect(safe).toMatch(/^[^/\\:*?"<>|\p{Cc}]+$/u);
			expect(safe).toMatch(/\.pdf$/i);
			expect(safe).not.toMatch(/^[.\s]/);
			expect(() => encodeURIComponent(safe)).not.toThrow();
		}),
	);
});
