import { isSamePhone, phonesIn } from '../../../nodes/utils/phones';
import { matchesSearch, readSearch } from '../../../nodes/utils/search';

/** One rule of phones, for imports and every search. */

const areSame = (one: string, other: string): boolean =>
	phonesIn(one).some((phone) => phonesIn(other).some((same) => isSamePhone(phone, same)));

it.each<[one: string, other: string, isSame?: false]>([
	['06-12345678', '+31 6 12345678'],
	['+310612345678', '0612345678'],
	['+31 06 12345678', '+31612345678'],
	['+31 (0)6 12345678', '+31612345678'],
	['0612345678 (18-20u)', '+31612345678'],
	['06-12345678 / 2', '+31612345678'],
	['612345678.0', '+31612345678'],
	['0612345678-0687654321', '+31687654321'],
	['06-12345678-06-87654321', '+31687654321'],
	['020-1234567 / 06-12345678', '+31612345678'],
	['0201234567 0612345678', '+31612345678'],
	['02 123 45 67', '+32 2 123 45 67'],
	['02 123 45 67 / 8', '+32 2 123 45 67'],
	['+32 475 12 34 56 / 3', '0475123456'],
	['+33 (0)1 23 45 67 89', '+33123456789'],
	['0049 (0)30 1234567', '+49 30 1234567'],
	['+44 020 7946 0018', '+442079460018'],
	['+39 06 1234 5678', '0039 06 12345678'],
	['+39 06 1234 5678', '+39 6 1234 5678', false],
	['030 1234567-12', '030 1234567', false],
	['+32 475 12 34 56', '+31475123456', false],
	['02 123 45 67', '+32 3 123 45 67', false],
	['0612345678', '0712345678', false],
	['01-05-2026', '01-05-2026', false],
	['2026-05-01', '2026-05-01', false],
	['123', '123', false],
	['33 12 34 56', '+45 33 12 34 56'],
	['33 12 34 5', '33 12 34 5', false],
])('%s and %s: %p', (...[one, other, isSame]: [string, string, unknown?]) => {
	expect(areSame(one, other)).toBe(isSame !== false);
	expect(areSame(other, one)).toBe(isSame !== false);
	const search = readSearch(one);
	if (search.phones.length > 0) expect(matchesSearch(search, '', other)).toBe(isSame !== false);
});
