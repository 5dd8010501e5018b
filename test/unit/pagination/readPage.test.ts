import fc from 'fast-check';

import { readPage } from '../../../nodes/pagination/readPage';
import { ABOUT_FIELDS } from '../../../nodes/transport/answer';

/** The list in an answer, whatever stands around it. */

const ROWS = [{ id: '1' }, { id: '2' }];

const read = (answer: unknown) => readPage(answer, 'contacts');

it.each([
	['a bare array', ROWS],
	['its own name', { contacts: ROWS }],
	['a page of Spring', { content: ROWS, pageable: { sort: [] }, sort: [], last: true }],
	['a name nobody foresaw', { relaties: ROWS }],
	['that name, beside sort keys', { relaties: ROWS, sort: ['name', 'asc'] }],
	['that name, beside texts', { relaties: ROWS, kolommen: ['naam'] }],
	['that name, beside messages', { relaties: ROWS, messages: [{ text: 'Read' }] }],
	['that name, beside an empty list', { relaties: ROWS, klanten: [] }],
	['its own name, beside another list', { audiences: [{ id: 'x' }], contacts: ROWS }],
])('the rows stand under %s', (_where, answer) => {
	expect(read(answer)?.rows).toEqual(ROWS);
});

it.each([
	[[]],
	[{ contacts: [] }],
	[{ contacts: null }],
	[{ contacts: [], audiences: [{ id: 'x' }] }],
	[{ relaties: [], kolommen: ['naam'] }],
])('%j holds no rows', (answer) => {
	expect(read(answer)?.rows).toEqual([]);
});

it.each([
	['an object without a list', { message: 'ok' }],
	['messages alone', { messages: [{ text: 'Closed' }] }],
	['a list of plain values', { namen: ['a'] }],
	['two lists that could both be it', { relaties: ROWS, klanten: ROWS }],
	['a list in an object', { data: { relaties: ROWS } }],
	['an object in its place', { contacts: { 0: ROWS[0] } }],
	['a number', 5],
	['a text', 'contacts'],
	['nothing', undefined],
])('rows are not guessed from %s', (_what, answer) => {
	expect(read(answer)).toBeUndefined();
});

it.each([
	['nothing', { contacts: ROWS }, {}],
	['a total', { contacts: ROWS, total: 9 }, { total: 9 }],
	['a total in an object', { data: ROWS, meta: { total: 9, page: 0 } }, { total: 9 }],
	['a total by another name', { content: ROWS, totalElements: 9 }, { total: 9 }],
	['the last page', { content: ROWS, last: true }, { more: false }],
	['not the last page', { content: ROWS, last: false }, { more: true }],
	['more to come', { data: ROWS, hasMore: true }, { more: true }],
	['no more', { data: ROWS, has_more: 'false' }, { more: false }],
	['a total that is no count', { data: ROWS, total: 'many' }, {}],
	['a total as text', { data: ROWS, total: '9' }, { total: 9 }],
	['a total in a row alone', [{ id: 1, total: 5 }], {}],
	['an empty text', { data: ROWS, total: '' }, {}],
	['a total of none', { data: [], total: 0 }, { total: 0 }],
	['a part of a total', { data: ROWS, total: 2.5 }, {}],
	['a count, of what is not known', { data: ROWS, count: 2 }, {}],
	['a mark that is none', { data: ROWS, last: 'no', hasMore: 1 }, {}],
])('an envelope that tells %s', (_what, answer, said) => {
	const { total, more } = read(answer)!;
	expect({ total, more }).toEqual(said);
});

it('any JSON at all is either a list of objects or none', () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 4 }), (answer) => {
			const { rows } = read(answer) ?? { rows: [] };
			expect(rows).toEqual(rows.map((row) => ({ ...row })));
		}),
	);
});

it('any rows come back as they are from any envelope that holds them alone', () => {
	const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }));
	fc.assert(
		fc.property(fc.array(row), fc.string(), (rows, name) => {
			fc.pre(name !== '__proto__' && !ABOUT_FIELDS.test(name));
			expect(read({ [name]: rows })?.rows).toEqual(rows);
		}),
	);
});
