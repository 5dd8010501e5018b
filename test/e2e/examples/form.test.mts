import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';

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

	/** Sends the form that starts an example, as a browser does; gives the address of its next page. */
	const send = async (file: WorkflowFile, values: Array<string | Buffer>) => {
		const form = new FormData();
		const [content, ...others] = values;
		form.set('field-0', new Blob([content as string]), 'contacts.csv');
		for (const [n, value] of others.entries()) form.set(`field-${n + 1}`, value as string);
		const { webhookId } = nodeOf(file, 'Upload');
		const url = `${stage().rest.url}/form/${webhookId}`;
		const sent = await fetch(url, { method: 'POST', body: form });
		return ((await sent.json()) as { formWaitingUrl: string }).formWaitingUrl;
	};
	const executionOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
	/** A page of the form, once the execution waits there. */
	const openPage = async (url: string, node: string) => {
		await stage().waitingAt(executionOf(url), node);
		return await (await fetch(url)).text();
	};
	/** The last page; opening it ends the execution. */
	const endAt = async (url: string, node = 'Last page') => {
		const page = await openPage(url, node);
		await fetch(url, { method: 'POST' });
		return { page, execution: succeeded(await stage().rest.executionEnded(executionOf(url))) };
	};
	const sendToPage = async (file: WorkflowFile, values: Array<string | Buffer>) =>
		(await endAt(await send(file, values))).page;

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

	it('approved-import creates nobody before somebody approves the report', async () => {
		await stage().active('approved-import', async (_, file) => {
			const created = () =>
				contacts()
					.createdIn(EMPTY_AUDIENCE_ID)
					.flatMap(({ standard_personal_infos: infos }) => infos)
					.flatMap(({ value }) => (/^approved\d@/.test(value) ? value : []))
					.sort();
			const people = [1, 2, 3, 4].map((n) => `Renée ${n};approved${n}@example.com;rood <b>`);
			const lines = ['Voornaam;E-mailadres;Kleur', ...people, 'No key;geen;blauw', ''];
			// As Excel saves it in the Netherlands.
			const content = Buffer.from(lines.join('\r\n'), 'latin1');
			const decide = async (bytes: Buffer, decision: string) => {
				const url = await send(file, [bytes, EMPTY_AUDIENCE_ID]);
				const report = await openPage(url, 'Report');
				const form = new FormData();
				form.set('field-1', decision);
				await fetch(url, { method: 'POST', body: form });
				return { report, ...(await endAt(url)) };
			};
			const declined = await decide(content, 'Do not import');
			for (const words of [
				'4 of 5 rows would be created',
				'<td>Kleur</td><td>rood b · blauw</td><td>not sent</td>',
				'Row 6: ',
			])
				assert.ok(declined.report.includes(words), `${words}: ${declined.report}`);
			assert.match(declined.page, /Nothing was imported[^]*not approved/);
			assert.deepEqual(created(), []);

			stage().sandbox.switches.faults = [
				{ route: 'createContact', kind: 'status', status: 422, nth: 2 },
			];
			const approved = await decide(content, 'Approve');
			stage().sandbox.switches.faults = [];
			assert.match(approved.page, /Imported[^]*3 of 5 rows were created/);
			// The rows that were not imported come back as a file, which goes in the same way.
			const [{ binary }] = approved.execution.items('Import contacts');
			await decide(await stage().rest.readBinary(binary!.notImported), 'Approve');
			assert.deepEqual(
				created(),
				people.map((_, n) => `approved${n + 1}@example.com`),
			);

			const workbook = await send(file, [Buffer.from('504b030414', 'hex'), EMPTY_AUDIENCE_ID]);
			assert.match((await endAt(workbook)).page, /Nothing was imported[^]*spreadsheet/);
		});
	});

	it('look-up-by-phone says who calls, with deals and quotations, to colleagues alone', async () => {
		stage().sandbox.switches.only = 'published';
		const file = await stage().read('look-up-by-phone');
		const account = { user: 'team', password: 'secret of the team' };
		const httpBasicAuth = await stage().rest.createCredential('httpBasicAuth', 'Team', account);
		nodeOf(file, 'Phone number').credentials = { httpBasicAuth };
		const { id } = await stage().rest.createWorkflow(file);
		await stage().rest.activate(id);
		const basic = Buffer.from(`${account.user}:${account.password}`).toString('base64');
		const headers = { authorization: `Basic ${basic}` };
		const url = `${stage().rest.url}/form/${nodeOf(file, 'Phone number').webhookId}`;
		const ask = async (phone: string) => {
			const body = new FormData();
			body.set('field-0', phone);
			const sent = await fetch(url, { method: 'POST', body, headers });
			const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
			return (await endAt(formWaitingUrl)).page;
		};
		assert.equal((await fetch(url)).status, 401);

		const { deals, quotations, requests } = stage().sandbox.world.profile();
		const deal = deals.find(({ person }) => person.phone)!;
		const quotation = quotations[0]!;
		requests.set(quotation.id, deal.leadConfigurationId);
		Object.assign(deal.person, { street: 'Dorpsstraat', number: '12-A' });
		Object.assign(deal.person, { postcode: '1234 AB', place: 'Ergenshuizen' });
		const { first, last, email, phone } = deal.person;
		const page = await ask(`+31 (0)${phone!.slice(1).replaceAll(' ', '-')}`);
		assert.ok(page.includes(`${first} ${last}, ${email}, `), page);
		assert.ok(page.includes('Dorpsstraat 12-A, 1234 AB Ergenshuizen'), page);
		assert.ok(page.includes(`- ${deal.summary}, `), page);
		assert.match(
			page,
			new RegExp(`- ${quotation.number}, ${quotation.status}, .* EUR, created 20`),
		);
		assert.ok((await ask('06 0000 0000')).includes('Nobody has this number.'));
		await stage().rest.deactivate(id);
		stage().sandbox.switches.only = null;
	});
});
