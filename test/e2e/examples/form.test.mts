import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/executions.mts';
import { ensureN8n } from '../../../tools/n8n/install.mts';
import type { WorkflowFile } from '../../../tools/n8n/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { EXAMPLES, nodeOf, succeeded, withExamples } from '../support/examples.mts';
import { LINE } from '../support/stage.mts';

/** An Excel workbook with one sheet, by the library with which n8n reads it. */
async function workbookOf(rows: Array<Array<string | number>>): Promise<Buffer> {
	const { folder } = await ensureN8n(LINE, console.error);
	const xlsx = createRequire(join(folder, 'package.json'))(
		LINE === '2' ? '@e965/xlsx' : 'xlsx',
	) as {
		utils: Record<
			'book_new' | 'aoa_to_sheet' | 'book_append_sheet',
			(...given: unknown[]) => object
		>;
		write(book: object, options: object): Buffer;
	};
	const book = xlsx.utils.book_new();
	xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'Blad1');
	return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' });
}

withExamples('the examples with a form', (stage) => {
	const contacts = () => stage().sandbox.world.profile().contacts;
	const csv = async () => await readFile(join(EXAMPLES, 'contacts.csv'), 'utf8');

	/** Sends the form that starts an example. @param values By the number of the field; a file is the first. */
	const send = async (file: WorkflowFile, values: Array<string | Buffer>, node = 'Upload') => {
		const form = new FormData();
		for (const [n, value] of values.entries()) {
			const isFile = n === 0 && node === 'Upload';
			if (isFile) form.set('field-0', new Blob([value as string]), 'contacts.csv');
			else form.set(`field-${n}`, value as string);
		}
		const { webhookId } = nodeOf(file, node);
		const url = `${stage().rest.url}/form/${webhookId}`;
		return await fetch(url, { method: 'POST', body: form });
	};
	/** The same, and waits for the end of what it started. */
	const sendAndWait = async (
		id: string,
		...form: [WorkflowFile, Array<string | Buffer>, string?]
	) => {
		const before = (await stage().rest.listExecutions(id)).map((one) => one.id);
		await send(...form);
		// A workflow that calls itself has an execution for each call; the first is that of the form.
		const isNew = (one: { id: string }) => !before.includes(one.id);
		const found = await until('the form to start an execution', 30_000, async () =>
			(await stage().rest.listExecutions(id)).filter(isNew).at(-1),
		);
		return succeeded(await stage().rest.executionEnded(found.id));
	};
	/** The same, where a page comes at the end, which is opened as a browser does. */
	const sendToPage = async (file: WorkflowFile, values: Array<string | Buffer>) => {
		const sent = await send(file, values);
		const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
		const execution = new URL(formWaitingUrl).pathname.split('/').at(-1)!;
		await until('the next page', 30_000, async () => {
			const { status } = await stage().rest.getExecution(execution);
			return status === 'waiting' ? status : undefined;
		});
		const page = await (await fetch(formWaitingUrl)).text();
		await fetch(formWaitingUrl, { method: 'POST' });
		succeeded(await stage().rest.executionEnded(execution));
		return page;
	};

	it('create-contacts-from-csv shows what it understood, makes a contact of each row, none twice, and says so to who sent the form', async () => {
		await stage().active('create-contacts-from-csv', async (_, file) => {
			const before = contacts().count();
			const text = await csv();
			const rows = text.trim().split('\n').length - 1;
			// As a Dutch Excel writes it: with semicolons, in its own letters, and with ends of lines of its own.
			const asExcel = text.replaceAll(',', ';').replaceAll('\n', '\r\n');
			const odd = [
				'Klant;E-mail;Naam;Maat <img src="https://x.example/a.png">',
				...['ja;bo@example.com;Bo Bos;<img src="https://x.example/b.png">', ';;;'],
				...['nee;geen;Al Bos;43', 'ja;di@example.com;Di Vos;44', 'ja;bo@example.com;Ed Kok;45', ''],
			].join('\r\n');
			const others = '\uFEFFrow;Klant;E-mail;Naam;reason\r\n6;ja;bo@example.com;Ed Kok;Same\r\n';
			const toOthers = 'Import people with the contact details of somebody else';
			for (const [content, what, count, ...said] of [
				[text, 'Dry run', 0, `${rows} of ${rows} rows would be created`, 'Voornaam: '],
				[text, 'import', 0, 'Dry run, nothing was sent'],
				[text, 'Import', rows, `${rows} of ${rows} rows were created`, 'imported: the rows'],
				[Buffer.from(asExcel, 'latin1'), 'Import', rows, `0 of ${rows} rows were created`],
				[Buffer.from('504b030414', 'hex'), 'Import', rows, 'spreadsheet', 'Nothing was sent'],
				[
					odd,
					'Dry run',
					rows,
					'<tr><td>Klant</td><td>ja · nee</td><td>not sent</td><td>0</td></tr>',
					'<tr><td>Naam</td><td>Bo Bos · Al Bos · Di Vos</td><td>Achternaam</td><td>2</td></tr>',
					'<tr><td>6</td><td>Achternaam: Ed Kok',
					'send the form again with “Import”',
				],
				[
					odd,
					'Import',
					rows + 2,
					'Row 4: ',
					'otherNames: people with the email or phone of somebody else',
					'notImported: the other rows',
				],
				[others, 'Import', rows + 2, 'otherNames: '],
				[others, toOthers, rows + 3, '1 of 1 row was created'],
				[odd, 'Import', rows + 3, '0 of 5 rows were created'],
			] as const) {
				const page = await sendToPage(file, [content, AUDIENCE_ID, what]);
				for (const words of said) assert.ok(page.includes(words), `${words}: ${page}`);
				assert.ok(!page.includes('<img'), page);
				assert.equal(contacts().count(), before + count);
			}
		});
	});

	it('import-from-excel: a title above the column names, and numbers that stand for phones', async () => {
		await stage().active('import-from-excel', async (_, file) => {
			const before = contacts().createdIn(EMPTY_AUDIENCE_ID).length;
			const content = await workbookOf([
				['Klanten 2026'],
				[],
				['Naam', 'E-mail', 'Telefoon', 'Land', 'Schoenmaat'],
				['An de Wit', 'an@excel.example', 612345678, 'Nederland', 38],
				['Bo Bos', '', '', 'Nederland', 44],
			]);
			for (const [line, what, count, ...said] of [
				[
					'',
					'Dry run',
					0,
					'Klanten 2026',
					'Nothing was sent',
					'enter the line of the column names',
				],
				[
					'3',
					'Dry run',
					0,
					'1 of 2 rows would be created',
					'Achternaam',
					'Schoenmaat',
					'such as row 1: ',
					'<td>Achternaam: Bo Bos, Land: Nederland</td>',
				],
				['3', 'Import', 1, '1 of 2 rows was created', 'Row 2: ', 'with the form for CSV files'],
			] as const) {
				const page = await sendToPage(file, [content, line, EMPTY_AUDIENCE_ID, what]);
				for (const words of said) assert.ok(page.includes(words), `${words}: ${page}`);
				assert.equal(contacts().createdIn(EMPTY_AUDIENCE_ID).length, before + count);
			}
		});
	});
});
