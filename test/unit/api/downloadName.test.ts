import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { safeFileName } from '../../../nodes/SalesCrm/resources/quotation/download';
import { download, PDF, serve } from '../../support/downloads';

/** What a downloaded quotation is called: the user decides, then the service, its number and customer, and its ID. */

const nameOf = async (
	disposition: string | undefined,
	fileName?: string,
	json: IDataObject = { quotationId: 'Q-17' },
) => {
	serve({ body: PDF, headers: disposition ? { 'content-disposition': disposition } : {} });
	const options = fileName === undefined ? {} : { fileName };
	const { json: item, file } = await download({ options }, { items: [{ json }] });
	expect(item.fileName).toBe(file.fileName);
	return file.fileName;
};

it.each([
	['attachment; filename=offerte.pdf', 'offerte.pdf'],
	['attachment; filename="offerte 2026;1.pdf"', 'offerte 2026;1.pdf'],
	['attachment; filename="plain.pdf"; filename*=utf-8\'nl\'offerte%E2%82%AC.pdf', 'offerte€.pdf'],
	["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd.pdf'],
	['attachment; filename=""', 'quotation-Q-17.pdf'],
	["attachment; filename*=UTF-8''%2F", 'quotation-Q-17.pdf'],
	[undefined, 'quotation-Q-17.pdf'],
])('with the header %s it is called %s', async (disposition, name) => {
	expect(await nameOf(disposition)).toBe(name);
});

const described = (number: number) => ({
	...{ id: 'Q-17', quotation_number: number },
	contact: { contact_info: { first_name: 'An', last_name: 'Bakker' } },
});

it.each([
	[{ quotationId: 'Q-17', number: '2024/015', customer: 'An Bakker' }, '2024-015 An Bakker.pdf'],
	[described(318), '318 An Bakker.pdf'],
	[{ documentId: 'Q-17', documentNumber: '20240015', documentTitle: 'Dak' }, '20240015.pdf'],
	[{ id: 'Q-17', title: 'Dak' }, 'quotation-Q-17.pdf'],
])('if the service gives no name, the input item %j makes it %s', async (json, name) => {
	expect(await nameOf(undefined, undefined, json)).toBe(name);
	expect(await nameOf('attachment; filename=theirs.pdf', undefined, json)).toBe('theirs.pdf');
});

it('if the input item is another quotation, number and customer are read', async () => {
	const items = [{ json: { quotationId: 'Q-18', number: '16', customer: 'Jansen' } }];
	serve({ body: JSON.stringify(described(17)) }, { body: PDF });
	expect((await download({}, { items })).file.fileName).toBe('17 An Bakker.pdf');
	serve({ status: 403 }, { body: PDF });
	expect((await download({}, { items })).file.fileName).toBe('quotation-Q-17.pdf');
});

it.each([
	['ours', 'ours.pdf'],
	['Offerte 2024/015', 'Offerte 2024-015.pdf'],
	['../ours.pdf', '-ours.pdf'],
	['={{ "Offerte " + 7 }}', 'Offerte 7.pdf'],
	['', 'theirs.pdf'],
])('with the option File Name %j it is called %s', async (fileName, name) => {
	expect(await nameOf('attachment; filename=theirs.pdf', fileName)).toBe(name);
});

it.each([
	['Offerte Bakker.PDF', 'Offerte Bakker.PDF'],
	['offerte.html', 'offerte.html.pdf'],
	['C:\\x\\offerte.pdf', 'offerte.pdf'],
	['.htaccess', 'htaccess.pdf'],
	['offer\r\nte\u0000\u001b[31m.pdf', 'offerte[31m.pdf'],
	['a<b>c"d|e?f*g.pdf', 'abcdefg.pdf'],
	['..', undefined],
	['folder/', undefined],
	['???', undefined],
])('%j is made safe: %j', (name, safe) => {
	expect(safeFileName(name)).toBe(safe);
});

it('any name becomes one part of a path that every file system accepts', () => {
	const name = fc.string({ unit: 'grapheme', maxLength: 400 });
	const tricky = fc.string({ unit: fc.constantFrom(...'./\\:. \u0000\u202e\nab%2F~') });
	fc.assert(
		fc.property(fc.oneof(name, tricky), (given) => {
			expect(safeFileName(given) ?? 'a.pdf').toMatch(
				/^[^/\\:*?"<>|\p{Cc}.\s][^/\\:*?"<>|\p{Cc}]*$/u,
			);
			expect(safeFileName(given) ?? 'a.pdf').toMatch(/\.pdf$/i);
		}),
	);
});

it('the file is in the field that was asked for', async () => {
	serve({ body: PDF });
	expect((await download()).field).toBe('data');
	expect((await download({ binaryPropertyName: ' offerte ' })).field).toBe('offerte');
});
