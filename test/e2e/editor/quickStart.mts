import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';

import { ROOT } from '../../../tools/n8n/pack.mts';
import { API_TOKEN, EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { CredentialDialog } from '../sign-in/support/dialog.mts';
import { takePicture } from '../support/pictures.mts';
import { contactsOf, corrected, linesOf, messyFile } from './messyFile.mts';
import { pictureOf, type Scene } from './scene.mts';

/** What the form ends with, without the empty page below. */
const FORM = { x: 0, y: 0, width: 700, height: 700 };
const PREVIEW = { ...FORM, height: 900 };

const EXAMPLE = join(ROOT, 'examples', 'create-contacts-from-csv.json');
const CONTACT = [
	'Voornaam',
	'Achternaam',
	'E-mailadres',
	'Telefoonnummer',
	'Straatnaam',
	'Huisnummer',
];

/** README's quick start alone, in an n8n that is as empty as after its first start; what it says in bold is clicked. */
export function quickStart(scene: () => Scene): void {
	const created = () =>
		scene()
			.stage.sandbox.world.profile()
			.contacts.createdIn(EMPTY_AUDIENCE_ID)
			.map(({ standard_personal_infos: infos }) =>
				CONTACT.map((wanted) => infos.find(({ name }) => name === wanted)?.value ?? '').join('|'),
			)
			.sort();

	/** The words in bold on the page, of which n8n 1 has its own. */
	async function told(words: string, inOld = words): Promise<string> {
		const [, section] = (await readFile(join(ROOT, 'README.md'), 'utf8')).split(
			/^## Quick start.*/m,
		);
		const [steps] = section!.split(/^## /m);
		const own = scene().stage.rest.line === '1' ? inOld : words;
		assert.ok(steps!.includes(`**${own}**`), `README does not say ${own}`);
		return own;
	}

	/** Clicks what stands between the arrows. */
	async function choose(path: string): Promise<void> {
		const { page } = scene().bench;
		const [start, ...entries] = path.split(' → ');
		await page.getByTestId(start === '+' ? 'universal-add' : 'workflow-menu').click();
		for (const name of entries)
			await page.getByText(name, { exact: true }).filter({ visible: true }).last().click();
	}

	/** Execute workflow, and the form that opens; gives the page that the form ends with. */
	async function send(
		content: Buffer,
		what: string,
		picture?: string,
		clip = FORM,
	): Promise<string> {
		const { page } = scene().bench;
		const opened = page.context().waitForEvent('page');
		const execute = page.getByTestId('execute-workflow-button');
		await execute.filter({ hasText: await told('Execute workflow') }).click();
		const form = await opened;
		const file = { name: 'klanten.csv', mimeType: 'text/csv', buffer: content };
		await form.locator('input[type=file]').setInputFiles(file);
		await form.getByLabel('Audience ID').fill(EMPTY_AUDIENCE_ID);
		await form.getByLabel('What to do').selectOption(await told(what));
		await form.getByRole('button', { name: await told('Submit') }).click();
		await form.getByText(/rows? (was|were|would be) created/).waitFor({ timeout: 120_000 });
		// The page tells n8n that it is open: that ends the execution.
		await form.waitForLoadState('networkidle');
		if (picture) await takePicture(form, pictureOf(scene().stage, picture), clip);
		const said = await form.locator('body').innerText();
		await form.close();
		return said;
	}

	/** The files of the report, by the Download buttons of the output. */
	async function download(): Promise<Record<string, Buffer>> {
		const { bench } = scene();
		await bench.output.getByText(await told('Binary'), { exact: true }).click();
		const buttons = bench.output.getByText(await told('Download'), { exact: true });
		const files: Record<string, Buffer> = {};
		for (const button of await buttons.all()) {
			const started = bench.page.waitForEvent('download');
			await button.click();
			const file = await started;
			files[file.suggestedFilename()] = await readFile(await file.path());
		}
		return files;
	}

	/** The numbers of the rows of a file. */
	const rowsOf = (file: Buffer) =>
		file
			.toString('utf8')
			.match(/^\d+;/gm)!
			.map((start) => Number.parseInt(start, 10));

	const says = (said: string, ...all: Array<string | RegExp>) => {
		for (const words of all)
			assert.ok(
				typeof words === 'string' ? said.includes(words) : words.test(said),
				`${words}: ${said}`,
			);
	};

	it('signs in, imports the example, and looks first', async () => {
		const { bench, stage } = scene();
		const { page } = bench;
		await page.goto(stage.n8n.url);
		await choose(await told('+ → New credential', '+ → Credential'));
		const dialog = await CredentialDialog.choose(page, await told('Sales CRM API'));
		await dialog.fill({
			baseUrl: stage.sandbox.url,
			apiToken: API_TOKEN,
			companyProfileId: PROFILE_ID,
		});
		await dialog.saveAndTest(/Connection tested successfully/);
		await dialog.close();

		await choose(await told('+ → New workflow', '+ → Workflow'));
		const chooser = page.waitForEvent('filechooser');
		await choose(await told('⋯ → Import → From file', '⋯ → Import from File...'));
		await (await chooser).setFiles(EXAMPLE);
		const own = await readFile(join(ROOT, 'examples', 'contacts.csv'));
		says(
			await send(own, 'Dry run'),
			/^Dry run, nothing was sent\. (\d+) of \1 rows would be created/m,
		);
	});

	it('messy rows of Excel go in; what came back is sent again, and exactly who was counted by hand exists', async () => {
		const { bench, stage } = scene();
		const everybody = messyFile();
		const many = contactsOf('imported').length.toLocaleString('en-US');
		const dryRun = await send(everybody, 'Dry run', 'import-form-preview', PREVIEW);
		says(
			dryRun,
			new RegExp(`${many} of [\\d,]+ rows would be created`),
			/^Klant\s+ja · nee\s+not sent\s+0$/m,
			/^Huisnr\s+1 · 2 · 3\s+Huisnummer\s+2942$/m,
			// The first rows, and one of each that a hint or a reason names.
			...['Achternaam: Null', 'Voornaam: Marie', 'Telefoonnummer: 6,12E+08', 'Achternaam: Totaal'],
			'not meer@example.com',
			'press Execute workflow in n8n again and send the form with “Import”',
		);
		assert.deepEqual(created(), []);

		const first = await send(everybody, 'Import', 'import-form-end');
		says(
			first,
			new RegExp(`${many} of [\\d,]+ rows were created`),
			`Row ${linesOf('notImported')[0]}: `,
			...['imported: ', 'otherNames: ', 'notImported: '],
		);
		assert.deepEqual(created(), contactsOf('imported').sort());

		await bench.open('Import contacts');
		await bench.output.getByText('1 item').waitFor();
		await bench.picture(pictureOf(stage, 'import-report'));
		const files = await download();
		await bench.close();
		const {
			'imported.csv': imported,
			'other-names.csv': otherNames,
			'not-imported.csv': rest,
		} = files;
		assert.deepEqual(
			[imported, otherNames, rest].map((file) => rowsOf(file!)),
			[linesOf('imported'), linesOf('otherNames'), linesOf('notImported')],
		);

		says(await send(corrected(rest!), 'Import'), / 1 failed/);
		says(
			await send(otherNames!, 'Import people with the contact details of somebody else'),
			new RegExp(`^${contactsOf('otherNames').length} of`, 'm'),
		);
		const all = contactsOf('imported', 'otherNames', 'notImported').sort();
		assert.deepEqual(created(), all);
		// Nobody twice: the same file once more has nothing left to create.
		says(await send(everybody, 'Import'), /^0 of [\d,]+ rows were created/m);
		assert.deepEqual(created(), all);
	});
}
