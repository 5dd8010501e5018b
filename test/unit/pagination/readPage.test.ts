import fc from 'fast-check';

import { isMereWords, readPage } from '../../../nodes/pagination/readPage';

/** The list in an answer, whatever stands around it. */

const ROWS = [{ id: '1' }, { id: '2' }];

const read = (answer: unknown) => readPage(answer, 'contacts');

describe('the rows', () => {
	it.each([
		['a bare array', ROWS],
		['its own name', { contacts: ROWS }],
		['a usual name', { content: ROWS, totalElements: 2, last: true }],
		['a name nobody foresaw', { relaties: ROWS }],
		['an object deep', { data: { contacts: ROWS } }],
		['two objects deep', { response: { result: { relaties: ROWS } } }],
		['beside sort keys', { relaties: ROWS, sort: ['name', 'asc'] }],
		['beside sort keys of an envelope', { content: ROWS, pageable: { sort: [] }, sort: [] }],
		['beside another list, by its own name', { audiences: [{ id: 'x' }], contacts: ROWS }],
		['beside messages that look like rows', { relaties: ROWS, messages: [{ text: 'Read' }] }],
		['beside a message that looks like rows', { relaties: ROWS, message: [{ text: 'Read' }] }],
		['before a list further in', { relaties: ROWS, meta: { tags: [{ name: 'new' }] } }],
		['beside messages, by its own name', { data: { contacts: ROWS, errors: [] }, errors: [] }],
	])('under %s', (_where, answer) => {
		expect(read(answer)?.rows).toEqual(ROWS);
	});

	it('none, when the answer is empty', () => {
		for (const answer of [
			[],
			{ contacts: [] },
			{ contacts: null },
			{ data: null },
			{ _links: {}, page: { totalElements: 0 } },
			{ relaties: [] },
			{ relaties: [], kolommen: ['naam'] },
		]) {
			expect(read(answer)?.rows).toEqual([]);
		}
	});

	it('plain values become objects', () => {
		expect(read(['a', 2])?.rows).toEqual([{ value: 'a' }, { value: 2 }]);
		expect(read({ namen: ['a'], total: 1 })?.rows).toEqual([{ value: 'a' }]);
	});

	it.each([
		['an object without a list', { message: 'ok' }],
		['messages alone', { messages: [{ text: 'Closed' }] }],
		['two empty lists', { relaties: [], klanten: [] }],
		['two lists of plain values', { namen: ['a'], plaatsen: ['b'] }],
		['two lists that could both be it', { relaties: ROWS, klanten: ROWS }],
		['a number', 5],
		['a text', 'contacts'],
		['a list too deep', { a: { b: { c: { d: ROWS } } } }],
	])('not guessed from %s', (_what, answer) => {
		expect(read(answer)).toBeUndefined();
	});
});

describe('where the list stands', () => {
	const later = (answer: unknown, path: string[]) => readPage(answer, 'contacts', path);
	const DEEP = ['data', 'relaties'];

	it('is where later pages are read, whatever else looks like the list', () => {
		expect(later({ data: { relaties: ROWS }, contacts: [{ id: 'x' }] }, DEEP)).toMatchObject({
			rows: ROWS,
			path: DEEP,
		});
		expect(later(ROWS, [])?.rows).toEqual(ROWS);
	});

	it.each([
		[undefined, DEEP],
		[null, DEEP],
		[{}, DEEP],
		[[], DEEP],
		[{ data: { relaties: null } }, DEEP],
		[{ data: { relaties: {} } }, DEEP],
		[{ data: { relaties: [] } }, DEEP],
		[{ data: null }, DEEP],
		[{ message: 'Closed' }, DEEP],
		['none', DEEP],
		[0, DEEP],
		[{}, []],
	])('a later page that is %j holds no rows', (answer, path) => {
		expect(later(answer, path)).toMatchObject({ rows: [], path });
	});

	it.each([
		[{ data: { relaties: 'none' } }, DEEP],
		[{ data: { relaties: { a: 1 } } }, DEEP],
		[{ data: { klanten: ROWS } }, DEEP],
		[ROWS, DEEP],
		[{ contacts: ROWS }, []],
	])(
		'a later page that is %j, with something else there or rows elsewhere, is not understood',
		(answer, path) => {
			expect(later(answer, path)).toBeUndefined();
		},
	);
});

describe('what the envelope says about the list', () => {
	it.each([
		['nothing', { contacts: ROWS }, {}],
		['a total', { contacts: ROWS, total: 9 }, { total: 9 }],
		['a total in an object', { data: ROWS, meta: { total: 9, page: 0 } }, { total: 9 }],
		['a total by another name', { content: ROWS, totalElements: 9 }, { total: 9 }],
		['the last page', { content: ROWS, last: true }, { more: false }],
		['not the last page', { content: ROWS, last: false }, { more: true }],
		['more to come', { data: ROWS, hasMore: true }, { more: true }],
		['a total that is no count', { data: ROWS, total: 'many' }, {}],
		['a total as text', { data: ROWS, total: '9' }, { total: 9 }],
		['a total in a row alone', { 0: { id: 1, total: 5 } }, {}],
		['an empty text', { data: ROWS, total: '' }, {}],
		['a total of none', { data: [], total: 0 }, { total: 0 }],
		['a part of a total', { data: ROWS, total: 2.5 }, {}],
		['a mark that is none', { data: ROWS, last: 'no', hasMore: 1 }, {}],
		['a negative total', { data: ROWS, total: -1 }, {}],
		['a count', { count: 9, next: null, results: ROWS }, { total: 9 }],
	])('%s', (_what, answer, said) => {
		const { total, more } = read(answer)!;
		expect({ total, more }).toEqual(said);
	});
});

it('any JSON at all is either a list of objects or none', () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 4 }), (answer) => {
			const { rows } = read(answer) ?? { rows: [] };
			expect(rows).toEqual(rows.map((row) => ({ ...row })));
		}),
	);
});

it('an answer in place of a list is mere words, or not understood', () => {
	const words = [
		undefined,
		null,
		{},
		{ message: 'none' },
		{ status: 200, msg: '' },
		{ _links: {} },
	];
	for (const answer of words) expect(isMereWords(answer)).toBe(true);
	for (const answer of [{ hello: 1 }, 7, 'none', { message: 'none', total: 3 }, []]) {
		expect(isMereWords(answer)).toBe(false);
	}
});

it('any rows come back as they are from any envelope that holds them alone', () => {
	const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }));
	fc.assert(
		fc.property(fc.array(row), fc.string(), fc.boolean(), (rows, name, deep) => {
			// With a number for its name it is a row, as PHP writes lists.
			fc.pre(name !== '__proto__' && !/^\d+$/.test(name) && !isMereWords({ [name]: '' }));
			expect(read(deep ? { [name]: { [name]: rows } } : { [name]: rows })?.rows).toEqual(rows);
		}),
	);
});
