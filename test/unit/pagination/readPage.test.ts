import fc from 'fast-check';

import { readPage } from '../../../nodes/pagination/readPage';
import { ABOUT_FIELDS } from '../../../nodes/transport/answer';

/** The list in an answer, whatever surrounds it. */

const ROWS = [{ id: '1' }, { id: '2' }];

const read = (answer: unknown) => readPage(answer, 'contacts');

it.each<[answer: unknown]>([
	[ROWS],
	[{ contacts: ROWS }],
	[{ content: ROWS, pageable: { sort: [] }, sort: [], last: true }],
	[{ relaties: ROWS, kolommen: ['naam'] }],
	[{ relaties: ROWS, messages: [{ text: 'Read' }] }],
	[{ relaties: ROWS, klanten: [] }],
	[{ audiences: [{ id: 'x' }], contacts: ROWS }],
])('%j contains the two rows', (answer) => expect(read(answer)?.rows).toEqual(ROWS));

it.each<[answer: unknown]>([
	[[]],
	[{ contacts: null }],
	[{ contacts: [], audiences: [{ id: 'x' }] }],
	[{ relaties: [], kolommen: ['naam'] }],
])('%j is an empty list', (answer) => expect(read(answer)?.rows).toEqual([]));

it.each<[answer: unknown]>([
	[{ message: 'ok' }],
	[{ messages: [{ text: 'Closed' }] }],
	[{ namen: ['a'] }],
	[{ relaties: ROWS, klanten: ROWS }],
	[{ data: { relaties: ROWS } }],
	[{ contacts: { 0: ROWS[0] } }],
	['contacts'],
	[undefined],
])('%j contains no list', (answer) => expect(read(answer)).toBeUndefined());

it.each<[answer: unknown, said: object]>([
	[{ contacts: ROWS }, {}],
	[{ contacts: ROWS, total: 9 }, { total: 9 }],
	[{ data: ROWS, meta: { total: '9', page: 0 } }, { total: 9 }],
	[
		{ content: ROWS, totalElements: 9, last: true },
		{ total: 9, more: false },
	],
	[{ content: ROWS, last: false }, { more: true }],
	[{ data: ROWS, hasMore: true }, { more: true }],
	[{ data: ROWS, has_more: 'false' }, { more: false }],
	[{ data: [], total: 0 }, { total: 0 }],
	[{ data: ROWS, total: 'many', last: 'no', hasMore: 1, count: 2 }, {}],
	[{ data: ROWS, total: 2.5 }, {}],
	[[{ id: 1, total: 5 }], {}],
])('%j announces %j', (answer, said) => {
	const { total, more } = read(answer)!;
	expect({ total, more }).toEqual(said);
});

it('any rows are read from under any name', () => {
	const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }));
	fc.assert(
		fc.property(fc.array(row), fc.string(), (rows, name) => {
			fc.pre(name !== '__proto__' && !ABOUT_FIELDS.test(name));
			expect(read({ [name]: rows })?.rows).toEqual(rows);
		}),
	);
});
