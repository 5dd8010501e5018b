import fc from 'fast-check';

import { readPage } from '../../../nodes/pagination/readPage';
import { ABOUT_FIELDS } from '../../../nodes/transport/answer';

/** The list in an answer, whatever surrounds it. */

const ROWS = [{ id: '1' }, { id: '2' }];

const read = (answer: unknown) => readPage(answer, 'contacts');

it.each<[answer: unknown]>([
	[{ content: ROWS, pageable: { sort: [] }, sort: [], last: true }],
	[{ relaties: ROWS, messages: [{ text: 'Read' }] }],
	[{ audiences: [{ id: 'x' }], contacts: ROWS }],
])('%j contains the two rows', (answer) => expect(read(answer)?.rows).toEqual(ROWS));

it.each<[answer: unknown]>([[{ contacts: null }], [{ contacts: [], audiences: [{ id: 'x' }] }]])(
	'%j is an empty list',
	(answer) => expect(read(answer)?.rows).toEqual([]),
);

it.each<[answer: unknown]>([
	[{ messages: [{ text: 'Closed' }] }],
	[{ relaties: ROWS, klanten: ROWS }],
	[{ data: { relaties: ROWS } }],
])('%j contains no list', (answer) => expect(read(answer)).toBeUndefined());

it.each<[answer: unknown, said: object]>([
	[{ data: ROWS, meta: { total: '9', page: 0 } }, { total: 9 }],
	[
		{ content: ROWS, totalElements: 9, last: true },
		{ total: 9, more: false },
	],
	[{ data: ROWS, has_more: 'false' }, { more: false }],
	[{ data: ROWS, total: 'many', last: 'no', hasMore: 1, count: 2 }, {}],
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
