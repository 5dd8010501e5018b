import { isChosen, toList, joined } from '../../../nodes/utils/lists';

/** Choices of ids, as the editor and expressions give them. */

describe('a list of texts', () => {
	it.each([
		['a choice', ['a', 'b'], ['a', 'b']],
		['a text with commas', 'a, b ,,c', ['a', 'b', 'c']],
		['blanks around', [' a ', '', '  '], ['a']],
		['numbers of an expression', [17, 0], ['17', '0']],
		['a number alone', 17, ['17']],
		['empty values among others', [null, 'a', undefined], ['a']],
		['no value', undefined, []],
		['null', null, []],
		['an empty text', '', []],
	])('from %s', (_form, value, list) => {
		expect(toList(value)).toEqual(list);
	});
});

describe('an id', () => {
	it('is chosen whatever its case, and only as a whole', () => {
		expect(isChosen(['x', 'aB'], 'Ab')).toBe(true);
		expect(isChosen(['ab'], 'abc')).toBe(false);
		expect(isChosen(['abc'], 'ab')).toBe(false);
	});

	it('that is a number is chosen by its digits', () => {
		expect(isChosen(['17'], 17)).toBe(true);
		expect(isChosen(['17'], 1)).toBe(false);
	});

	it.each([[null], [undefined], [''], [{}]])('%p is chosen only where all are', (id) => {
		expect(isChosen([], id)).toBe(true);
		expect(isChosen(['a'], id)).toBe(false);
	});
});

it('lists one after the other, however long', () => {
	const long = Array.from({ length: 300_000 }, (_, n) => n);
	expect(joined([[], [1, 2], [], [3]])).toEqual([1, 2, 3]);
	expect(joined([[-1], long])).toEqual([-1, ...long]);
});
