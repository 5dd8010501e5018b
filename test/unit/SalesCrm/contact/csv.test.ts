import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { csvFormatOf, readCsv, writeCsv } from '../../../../nodes/SalesCrm/resources/contact/csv';
import { UserError } from '../../../../nodes/utils/userError';
import { runs } from '../../../support/runs';

const fieldsOf = (...given: Parameters<typeof readCsv>) =>
	[...readCsv(...given)].map(({ fields }) => fields);

const recordsOf = (text: string, delimiter?: string) => {
	const format = csvFormatOf(text);
	return fieldsOf(text, delimiter ?? format.delimiter, format.start);
};

it.each<[string, string, string[][]]>([
	[
		'line ends of any kind',
		'a,b\r\n1,2\n3,4\r5,6',
		[
			['a', 'b'],
			['1', '2'],
			['3', '4'],
			['5', '6'],
		],
	],
	[
		'a delimiter, a quote and a line end inside of quotes',
		'a;b\n"x;""y""\r\nz";2\n',
		[
			['a', 'b'],
			['x;"y"\r\nz', '2'],
		],
	],
	[
		'a quote in the middle of a field',
		'a,b\n5" pipe,x"y"\n',
		[
			['a', 'b'],
			['5" pipe', 'x"y"'],
		],
	],
	[
		'a blank behind a closing quote',
		'a,b\n"1" ,"2" \n',
		[
			['a', 'b'],
			['1', '2'],
		],
	],
	[
		'blank lines, which keep their place',
		'\na,b\n\n1,2\n\n',
		[[''], ['a', 'b'], [''], ['1', '2'], ['']],
	],
	['rows that are shorter or longer', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
	[
		'fields that are empty at the end',
		'a,b,\n,,\n1,2,',
		[
			['a', 'b', ''],
			['', '', ''],
			['1', '2', ''],
		],
	],
	['an empty text', '', []],
	['a line for Excel that names the delimiter', 'sep=;\r\na;b,c\r\n', [['a', 'b,c']]],
	['the same in quotation marks, with a bar', '"sep=|"\na|b\n', [['a', 'b']]],
])('reads %s', (_, text, records) => {
	expect(recordsOf(text)).toEqual(records);
});

it.each([
	['a;b;c\n1,5,2,3,4;x', ';'],
	['a,b\n1;2;3', ','],
	['a\tb,c\td', '\t'],
	['"a"\t"b,c"\n1,2', '\t'],
	['"Name; first, last, all";Email\n', ';'],
	['\r\n;;\nVoornaam;Naam, voluit;Email\n', ';'],
	['Email\njan@example.com;piet@example.com', ','],
])('the header line tells the delimiter of %j', (text, delimiter) => {
	expect(csvFormatOf(text)).toEqual({ delimiter, start: 0 });
});

it.each([
	['never ends', 'a,b\r\n1,2\r3,"4\n5,6', 'line 3 begins a field that never ends'],
	['is closed within a field', 'a,b\n"1\n2"3,4\n', 'line 3 ends a field, but text follows it'],
])('a quote that %s is an error that names the line', (_, text, words) => {
	expect(() => recordsOf(text)).toThrow(UserError);
	expect(() => recordsOf(text)).toThrow(words);
});

const delimiters = fc.constantFrom(',', ';', '\t');
const signs = fc.string({
	unit: fc.constantFrom('a', 'é', '"', '"', ',', ';', '\t', '\n', '\r', '\r\n', ' '),
});

const judged = (text: string, delimiter: string): string[][] =>
	parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });

it('what is written comes back, here and with csv-parse', () => {
	const records = fc.array(fc.array(signs, { minLength: 1 }), { minLength: 1 });
	fc.assert(
		fc.property(records, delimiters, (drawn, delimiter) => {
			const text = writeCsv(drawn, delimiter);
			expect(fieldsOf(text, delimiter)).toEqual(drawn);
			expect(judged(text, delimiter)).toEqual(drawn);
		}),
		runs(300),
	);
});

it('any text that csv-parse takes is read as csv-parse reads it', () => {
	fc.assert(
		fc.property(signs, delimiters, (text, delimiter) => {
			const expected = orNone(() => judged(text, delimiter));
			fc.pre(expected !== undefined);
			expect(fieldsOf(text, delimiter)).toEqual(expected);
		}),
		runs(1000),
	);
});

function orNone<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
