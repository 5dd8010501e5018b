import { byId, isChosen, joined, recordOf } from '../../../nodes/utils/lists';

/** Choices of ids, as the editor and expressions give them, and records by their ids. */

describe('an id', () => {
	it('is chosen whatever its case, and only as a whole', () => {
		expect(isChosen(['x', 'aB'], 'Ab')).toBe(true);
		expect(isChosen(['ab'], 'abc')).toBe(false);
		expect(isChosen(['abc'], 'ab')).toBe(false);
	});

	it('that is none is chosen only where all are', () => {
		expect(isChosen([], null)).toBe(true);
		expect(isChosen(['a'], null)).toBe(false);
	});
});

it('lists one after the other, however long', () => {
	const long = Array.from({ length: 300_000 }, (_, n) => n);
	expect(joined([[], [1, 2], [], [3]])).toEqual([1, 2, 3]);
	expect(joined([[-1], long])).toEqual([-1, ...long]);
});

describe('records by id, whichever case a part of the service writes ids in', () => {
	it('each is found by its id in any case, and nothing by another', () => {
		const known = byId([{ id: 'aB' }, { id: 'cd' }]);
		for (const id of ['ab', 'AB', 'aB']) expect(recordOf(known, id)).toEqual({ id: 'aB' });
		expect(recordOf(known, 'abc')).toBeUndefined();
	});

	it('one without an id harms no other, and is not what an entry names that names nothing', () => {
		const known = byId([{ id: null as never }, { id: '7', name: 'Seven' }]);
		expect(recordOf(known, '7')).toMatchObject({ name: 'Seven' });
		expect(recordOf(known, null)).toBeUndefined();
	});
});
