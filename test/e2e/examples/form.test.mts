import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { WorkflowFile } from '../../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { nodeOf, succeeded, withExamples } from '../support/examples.mts';
import { takePagePicture } from '../support/pictures.mts';

/** As Excel saves it in the Netherlands. */
const CSV = Buffer.from(
	[
		'Klant;E-mail;Voornaam;Achternaam;Telefoon;Opmerking',
		'ja;bo@example.com;Renée;Bos;06 9000 0001;belt terug',
		';;;;;',
		'nee;geen;Al;Bos;;',
		'ja;di@example.com;Di;Vos;06 9000 0002;',
		'ja;bo@example.com;Ed;Kok;;',
		'',
	].join('\r\n'),
	'latin1',
);

/** Markup in a file must not run in a page. */
const MARKUP = 'E-mail;Maat <img src="https://x.example/a.png">\nx@example.com;<img src="x.png">\n';

/** What the pages show of a form. */
const FORM = { x: 0, y: 0, width: 700, height: 700 };

withExamples('the examples with a form', (stage) => {
	const created = () =>
		stage().sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID).length;

	/** Sends the form that starts an example, as a browser does; gives the address of its next page. */
	const send = async (file: WorkflowFile, values: Array<string | Buffer>) => {
		const form = new FormData();
		for (const [n, value] of values.entries()) {
			const content = typeof value === 'string' ? value : new File([value], 'contacts.csv');
			form.set(`field-${n}`, content);
		}
		const { webhookId } = nodeOf(file, 'Upload');
		const url = `${stage().rest.url}/form/${webhookId}`;
		const sent = await fetch(url, { method: 'POST', body: form });
		return ((await sent.json()) as { formWaitingUrl: string }).formWaitingUrl;
	};
	const executionOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
	/** A page of the form, once the execution waits there. */
	const openPage = async (url: string, node = 'Last page') => {
		await stage().waitingAt(executionOf(url), node);
		return await (await fetch(url)).text();
	};
	/** Opening the last page ends the execution. */
	const end = async (url: string) => {
		await fetch(url, { method: 'POST' });
		return succeeded(await stage().rest.executionEnded(executionOf(url)));
	};

	it('create-contacts-from-csv shows what it understood, makes a contact of each row, none twice, and says so to who sent the form', async () => {
		await stage().active('create-contacts-from-csv', async (_, file) => {
			const others = '\uFEFFrow;Klant;E-mail;Achternaam;reason\r\n6;ja;bo@example.com;Kok;Same\r\n';
			const toOthers = 'Import people with the contact details of somebody else';
			const before = created();
			const notSent = '<tr><td>Klant</td><td>ja · nee</td><td>not sent</td><td>0</td></tr>';
			for (const [content, what, count, ...said] of [
				[CSV, 'Dry run', 0, '2 of 5 rows would be created', notSent],
				[CSV, 'import', 0, 'Dry run, nothing was sent'],
				[Buffer.from(MARKUP), 'Dry run', 0, '1 of 1 row would be created'],
				[CSV, 'Import', 2, '2 of 5 rows were created', 'Row 4: ', 'otherNames: people with'],
				[CSV, 'Import', 2, '0 of 5 rows were created'],
				[Buffer.from(others), toOthers, 3, '1 of 1 row was created'],
				[CSV, 'Import', 3, '0 of 5 rows were created'],
			] as const) {
				const url = await send(file, [content, EMPTY_AUDIENCE_ID, what]);
				const page = await openPage(url);
				for (const words of said) assert.ok(page.includes(words), `${words}: ${page}`);
				assert.ok(!page.includes('<img'), page);
				if (what === 'Import' && count === 2 && said.length > 1)
					await takePagePicture(stage(), 'import-form-end', url, 'table', FORM);
				await end(url);
				assert.equal(created(), before + count);
			}
		});
	});

	it('import-from-excel: numbers that stand for phones', async () => {
		const toWorkbook = {
			name: 'Workbook',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: 'xlsx', options: {} },
		};
		const rows = [
			{ Naam: 'An de Wit', 'E-mail': 'an@excel.example', Telefoon: 612345678 },
			{ Naam: 'Bo Vos', 'E-mail': '', Telefoon: '' },
		];
		const { items } = await stage().rest.runOnce([toWorkbook], rows);
		const workbook = await stage().rest.readBinary(items[0]!.binary!.data as never);
		await stage().active('import-from-excel', async (_, file) => {
			const before = created();
			const url = await send(file, [workbook, '', EMPTY_AUDIENCE_ID, 'Import']);
			const page = await openPage(url);
			await end(url);
			for (const words of ['1 of 2 rows was created', 'Row 2: '])
				assert.ok(page.includes(words), page);
			assert.equal(created(), before + 1);
		});
	});

	it('approved-import creates nobody before somebody approves the report', async () => {
		await stage().active('approved-import', async (_, file) => {
			const before = created();
			const content = Buffer.from('Voornaam;E-mailadres\nEva;eva@example.com\nNo key;geen\n');
			for (const [decision, said, count] of [
				['Do not import', /Nothing was imported[^]*not approved/, 0],
				['Approve', /Imported[^]*1 of 2 rows was created/, 1],
			] as const) {
				const url = await send(file, [content, EMPTY_AUDIENCE_ID]);
				const report = await openPage(url, 'Report');
				assert.ok(report.includes('1 of 2 rows would be created'), report);
				assert.equal(created(), before);
				const form = new FormData();
				form.set('field-1', decision);
				await fetch(url, { method: 'POST', body: form });
				assert.match(await openPage(url), said);
				await end(url);
				assert.equal(created(), before + count);
			}
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
		const url = `${stage().rest.url}/form/${nodeOf(file, 'Phone number').webhookId}`;
		assert.equal((await fetch(url)).status, 401);

		const { deals, quotations, requests } = stage().sandbox.world.profile();
		const deal = deals.find(({ person }) => person.phone)!;
		const quotation = quotations[0]!;
		requests.set(quotation.id, deal.leadConfigurationId);
		const { first, last, email, phone } = deal.person;
		const body = new FormData();
		body.set('field-0', `+31 (0)${phone!.slice(1).replaceAll(' ', '-')}`);
		const basic = Buffer.from(`${account.user}:${account.password}`).toString('base64');
		const headers = { authorization: `Basic ${basic}` };
		const sent = await fetch(url, { method: 'POST', body, headers });
		const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
		await openPage(formWaitingUrl);
		const [{ json }] = (await end(formWaitingUrl)).items('Answer');
		for (const words of [
			`- ${first} ${last}, ${email}, `,
			`- ${deal.summary}, `,
			`- ${quotation.number}, ${quotation.status}, `,
		])
			assert.ok(json.answer.includes(words), json.answer);
		await stage().rest.deactivate(id);
		stage().sandbox.switches.only = null;
	});
});
