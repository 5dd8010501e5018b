import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

import { csvLine, findHeader, readCsv } from '../../../nodes/utils/csv';
import { runs } from '../../support/runs';

const recordsOf = (...given: Parameters<typeof readCsv>) =>
	[...readCsv(...given)].map(({ fields }) => fields);

it('a quotation mark that closes nothing is a letter', () => {
	const text = '"Jan "de Snelle" Jansen","x"y\n",2\n';
	expect(recordsOf(text, ',')).toEqual([['Jan "de Snelle" Jansen', 'x"y\n', '2']]);
});

const KNOWN = ['name', 'email', 'phone'];

it.each<[string, string, number]>([
	['name;email\nname;phone\n1,5,2,3,4;x', ';', 1],
	['name\temail,phone\tphone', '\t', 1],
	['name|email', '|', 1],
	['List, of, name;s\n\nemail;phone;name\na;b;c', ';', 3],
])('the header of %j is found together with its delimiter', (text, delimiter, line) => {
	const found = findHeader(text, undefined, (column) => KNOWN.includes(column));
	expect(found).toMatchObject({ delimiter, line });
});

const delimiters = fc.constantFrom(',', ';', '\t');
const signs = fc.string({
	unit: fc.constantFrom('a', 'é', '"', '"', ',', ';', '\t', '\n', '\r', '\r\n', ' '),
});

const parsed = (text: string, delimiter: string): string[][] =>
	parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });

it('any records are read as they were written, here and by csv-parse', () => {
	const records = fc.array(fc.array(signs, { minLength: 1 }), { minLength: 1 });
	fc.assert(
		fc.property(records, delimiters, (drawn, delimiter) => {
			const text = drawn.map((record) => csvLine(record, delimiter)).join('');
			expect(recordsOf(text, delimiter)).toEqual(drawn);
			expect(parsed(text, delimiter)).toEqual(drawn);
		}),
		runs(300),
	);
});

it('any text that csv-parse accepts is read as csv-parse reads it', () => {
	fc.assert(
		fc.property(signs, delimiters, (text, delimiter) => {
			const expected = orNone(() => parsed(text, delimiter));
			fc.pre(expected !== undefined);
			expect(recordsOf(text, delimiter)).toEqual(expected);
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

const MANY = 100_000;
const hostile: Array<[string, string]> = [
	['a mark and many that close nothing', `"${'x,"'.repeat(MANY)}`],
	['marks', '"'.repeat(2 * MANY)],
	['marks in lines', `"${'\n"x'.repeat(MANY)}`],
	['quoted fields in one line', '"a",'.repeat(MANY)],
	['quoted fields in many lines', '"a","b"\n'.repeat(MANY)],
	['marks and blanks', `"${'"  '.repeat(MANY)}x`],
	['a mark and blanks', `"${' '.repeat(MANY)}" x`],
	['commas', ','.repeat(3 * MANY)],
	['carriage returns', '\r'.repeat(3 * MANY)],
];

it.each(hostile)('reads %s in one pass', (_, text) => {
	const started = performance.now();
	const file = `name,email\n${text}`;
	orNone(() => findHeader(file, undefined, (column) => KNOWN.includes(column)));
	orNone(() => recordsOf(file, ','));
	expect(performance.now() - started).toBeLessThan(10_000);
});

it.each([
	['cells', ','.repeat(20_000)],
	['characters', 'x'.repeat(1_000_001)],
	['characters', `"${'x'.repeat(1_000_001)}"`],
])('a record of too many %s is an error that names its line', (_, record) => {
	for (const end of ['\n', '\r\n', '\r'])
		expect(() => recordsOf(`name,email${end}${record}${end}`, ',')).toThrow('line 2');
});
