import type { IDataObject } from 'n8n-workflow';

import { download, PDF, serve } from '../../support/downloads';

/**
 * What a downloaded quotation is called: as the user says, else as the service says, else by its number and customer, else
 * by its ID.
 */

const named = async (
	disposition: string | undefined,
	fileName?: string,
	json: IDataObject = { quotationId: 'Q-17' },
) => {
	serve({ body: PDF, headers: disposition ? { 'content-disposition': disposition } : {} });
	const options = fileName === undefined ? {} : { fileName };
	const { json: told, file } = await download({ options }, { items: [{ json }] });
	expect(fileServer.requests).toHaveLength(1);
	expect(told.fileName).toBe(file.fileName);
	expect(file.directory).toBeUndefined();
	return file.fileName;
};

it.each([
	['attachment; filename=offerte.pdf', 'offerte.pdf'],
	['attachment; filename="offerte 2026;1.pdf"', 'offerte 2026;1.pdf'],
	['attachment; filename="say \\"yes\\".pdf"', 'say yes.pdf'],
	["attachment; filename*=UTF-8''offerte%20%C3%A9%C3%A9n.pdf", 'offerte één.pdf'],
	['attachment; filename="plain.pdf"; filename*=utf-8\'nl\'offerte%E2%82%AC.pdf', 'offerte€.pdf'],
	["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd.pdf'],
])('%s gives %s', async (disposition, name) => {
	expect(await named(disposition)).toBe(name);
});

it.each([[undefined], ['attachment; filename=""'], ["attachment; filename*=UTF-8''%2F"]])(
	'%s says none, so the id does',
	async (disposition) => {
		expect(await named(disposition)).toBe('quotation-Q-17.pdf');
	},
);

it.each([
	[{ quotationId: 'Q-17', number: '2024/015', customer: 'An Bakker' }, '2024-015 An Bakker.pdf'],
	[
		{
			id: 'Q-17',
			quotation_number: 318,
			contact: { contact_info: { first_name: 'An', last_name: 'Bakker' } },
		},
		'318 An Bakker.pdf',
	],
	[{ quotationId: 'Q-17', customer: 'An Bakker' }, 'An Bakker.pdf'],
	[{ documentId: 'Q-17', documentNumber: '20240015', documentTitle: 'Dak' }, '20240015.pdf'],
	[{ id: 'Q-17', title: 'Dak' }, 'quotation-Q-17.pdf'],
])('an input item %j, where the service says none, gives %s', async (json, name) => {
	expect(await named(undefined, undefined, json)).toBe(name);
	expect(await named('attachment; filename=theirs.pdf', undefined, json)).toBe('theirs.pdf');
});

it('of another input item the quotation itself is asked for its number and customer', async () => {
	const items = [{ json: { quotationId: 'Q-18', number: '16', customer: 'Bakker' } }];
	const contact = { contact_info: { first_name: 'An', last_name: 'Jansen' } };
	serve({ body: JSON.stringify({ id: 'Q-17', quotation_number: 17, contact }) }, { body: PDF });
	expect((await download({}, { items })).file.fileName).toBe('17 An Jansen.pdf');
	serve({ status: 403 }, { body: PDF });
	expect((await download({}, { items })).file.fileName).toBe('quotation-Q-17.pdf');
});

it('the option "File Name" goes before what the service says', async () => {
	expect(await named('attachment; filename=theirs.pdf', 'ours')).toBe('ours.pdf');
	expect(await named('attachment; filename=theirs.pdf', 'Offerte 2024/015')).toBe(
		'Offerte 2024-015.pdf',
	);
	expect(await named('attachment; filename=theirs.pdf', '../ours.pdf')).toBe('-ours.pdf');
	expect(await named('attachment; filename=theirs.pdf', '')).toBe('theirs.pdf');
	expect(await named(undefined, '={{ "Offerte " + 7 }}')).toBe('Offerte 7.pdf');
});

it('an id that is no plain name cannot lead elsewhere either', async () => {
	serve({ body: PDF });
	const quotationId = { __rl: true, mode: 'id', value: '../2026/17' };
	const { file } = await download({ quotationId });
	expect(file.fileName).toMatch(/^[^/\\]+\.pdf$/);
	expect(fileServer.requests[0].url).toContain('id=..%2F2026%2F17');
});

it('the file stands in the field that was asked for', async () => {
	serve({ body: PDF });
	expect((await download()).field).toBe('data');
	expect((await download({ binaryPropertyName: ' offerte ' })).field).toBe('offerte');
});
