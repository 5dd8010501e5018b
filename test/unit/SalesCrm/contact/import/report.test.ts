import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { notImportedCsv } from '../../../../../nodes/SalesCrm/resources/contact/import/report';
import { runs } from '../../../../support/runs';

/** The file of the rows that did not get in. */

/** RFC 4180, read sign by sign. */
function readCsv(text: string): string[][] {
	const records: string[][] = [];
	for (let at = 0; at < text.length; ) {
		const record: string[] = [];
		for (let more = true; more; ) {
			let field = '';
			if (text[at] === '"') {
				for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
					if (text[at] === '"') at++;
					field += text[at];
				}
				at++;
			} else {
				while (!',\r\n'.includes(text[at])) field += text[at++];
			}
			record.push(field);
			more = text[at] === ',';
			if (more) at++;
		}
		if (text.slice(at, at + 2) !== '\r\n') throw new Error(`A record ends oddly at ${at}`);
		at += 2;
		records.push(record);
	}
	return records;
}

const text = fc.string({
	unit: fc.constantFrom(...'a,";\r\n\t =+-@é\u{1F600}\'\uFEFF0'),
	maxLength: 8,
});
const column = fc.oneof(fc.constantFrom('email', 'item', 'reason', '\uFEFFitem', 'Item'), text);
const rows = fc.array(fc.dictionary(column, text, { noNullPrototype: true }), { minLength: 1 });

it('what is read back is what was written', () => {
	const property = fc.property(rows, fc.array(fc.nat()), (items: IDataObject[], drawn) => {
		const places = [...new Set(drawn.map((n) => n % items.length))].sort((a, b) => a - b);
		const failures = places.map((item) => ({ item, reason: `No, "${item}"\r\n` }));
		const file = notImportedCsv(failures, items);
		expect(file.startsWith('\uFEFF')).toBe(true);
		const [header, ...records] = readCsv(file.slice(1));
		const own = (row: IDataObject) =>
			Object.entries(row).filter(([name]) => !['item', 'reason', '\uFEFFitem'].includes(name));
		const names = [...new Set(places.flatMap((n) => own(items[n]).map(([name]) => name)))];
		expect(header).toEqual(['item', ...names, 'reason']);
		expect(records).toEqual(
			failures.map(({ item, reason }) => [
				String(item),
				...names.map((name) => Object.fromEntries(own(items[item]))[name] ?? ''),
				reason,
			]),
		);
	});
	fc.assert(property, runs(200));
});

it.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', ' =1', '\n=1'])(
	'a reason that begins %p is none',
	(reason) => {
		const [, [, told]] = readCsv(notImportedCsv([{ item: 0, reason }], [{}]).slice(1));
		expect(told).toBe(`'${reason}`);
	},
);

it('a reason that begins with a word stays as it is', () => {
	const [, [, told]] = readCsv(notImportedCsv([{ item: 0, reason: 'No -1' }], [{}]).slice(1));
	expect(told).toBe('No -1');
});
