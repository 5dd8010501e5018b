import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

import { ROOT } from '../../../tools/n8n/pack.mts';
import { EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { pictureOf, type Scene } from './scene.mts';
import { takePicture } from '../support/pictures.mts';
import { count, linesOf, mended, messyFile, ROWS } from './messyFile.mts';

/** What the form ends with, without the empty page below. */
const FORM = { x: 100, y: 0, width: 500, height: 420 };
const PREVIEW = { x: 100, y: 0, width: 500, height: 620 };

/** By README's quick start alone: the example, the form, the file as Excel saved it, and what did not get in once more. */
export function quickStart(scene: () => Scene): void {
	const created = () => scene().stage.sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID);
	const infosOf = (name: string) =>
		created().flatMap(({ standard_personal_infos: infos }) =>
			infos.flatMap((info) => (info.name === name ? info.value : [])),
		);

	/** Execute workflow, and the form that opens; gives the page that the form ends with, and the file that comes with it. */
	async function importFile(content: Buffer, name: string, what = 'Import') {
		const { bench } = scene();
		const opened = bench.page.context().waitForEvent('page');
		await bench.page.getByTestId('execute-workflow-button').click();
		const form = await opened;
		await form
			.locator('input[type=file]')
			.setInputFiles({ name, mimeType: 'text/csv', buffer: content });
		await form.getByLabel('Audience ID').fill(EMPTY_AUDIENCE_ID);
		await form.getByLabel('What to do').selectOption(what);
		await form.getByRole('button', { name: 'Submit' }).click();
		await form.getByText(/rows? (was|were|would be) created/).waitFor({ timeout: 120_000 });
		// The page tells n8n that it is open: that ends the execution.
		await form.waitForLoadState('networkidle');
		return { form, said: await form.locator('body').innerText() };
	}

	/** A file of the report, by the Download button of the output. */
	async function download(nth: number): Promise<Buffer> {
		const { bench } = scene();
		await bench.output.getByText('Binary', { exact: true }).click();
		const file = bench.page.waitForEvent('download');
		await bench.output.getByText('Download', { exact: true }).nth(nth).click();
		return await readFile(await (await file).path());
	}

	it(`${ROWS} messy rows of Excel go in; the failed ones are mended in the file and sent again`, async () => {
		const { bench, stage } = scene();
		const { page } = bench;
		const isNew = stage.rest.line === '2';
		await bench.newWorkflow();
		await page.getByTestId('workflow-menu').click();
		const inMenu = (name: string | RegExp) => page.getByRole('menuitem').getByText(name);
		if (isNew) await inMenu(/^Import$/).click();
		const chooser = page.waitForEvent('filechooser');
		await inMenu(isNew ? /^From file$/ : /^Import from file/i).click();
		await (await chooser).setFiles(join(ROOT, 'examples', 'create-contacts-from-csv.json'));
		const dryRun = await importFile(messyFile(), 'klanten.csv', 'Dry run');
		const getIn = count('plain');
		const many = getIn.toLocaleString('en-US');
		assert.match(dryRun.said, new RegExp(`^${many} of [\\d,]+ rows would be created`, 'm'));
		for (const words of ['Huisnr', 'Huisnummer', 'Opmerking', '(not sent)', 'First rows', 'Jörg'])
			assert.ok(dryRun.said.includes(words), dryRun.said);
		assert.deepEqual(created(), []);
		await takePicture(dryRun.form, pictureOf(stage, 'import-form-preview'), PREVIEW);
		await dryRun.form.close();

		const first = await importFile(messyFile(), 'klanten.csv');
		assert.match(first.said, new RegExp(`^${many} of [\\d,]+ rows were created`, 'm'));
		const shown = linesOf('unrecognizable').slice(0, 10).join(', ');
		for (const words of [`Row ${shown}: `, `email or phone: ${count('otherName')}.`, 'Opmerking'])
			assert.ok(first.said.includes(words), first.said);
		await takePicture(first.form, pictureOf(stage, 'import-form-end'), FORM);
		await first.form.close();

		await bench.open('Import contacts');
		await bench.output.getByText('1 item').waitFor();
		await bench.picture(pictureOf(stage, 'import-report'));
		const rowsOf = (file: Buffer) =>
			file
				.toString('utf8')
				.match(/^\d+;/gm)!
				.map((start) => Number.parseInt(start, 10));
		const files = [await download(0), await download(1)];
		const imported = files.find((file) => file.includes('contactId'))!;
		const notImported = files.find((file) => file !== imported)!;
		const back = linesOf('unrecognizable', 'otherName');
		assert.deepEqual(rowsOf(notImported), back);
		assert.deepEqual(rowsOf(imported), linesOf('plain'));
		assert.ok(imported.includes(';1000;René;'));
		await bench.close();

		const second = await importFile(mended(notImported), 'not-imported.csv');
		const corrected = count('unrecognizable');
		assert.match(second.said, new RegExp(`^${corrected} of ${back.length} rows were created`, 'm'));
		await second.form.close();

		// Nobody twice, nobody missing: the same file once more has nothing left to create but what was mended there.
		assert.equal(created().length, getIn + corrected);
		const again = await importFile(messyFile(), 'klanten.csv');
		assert.match(again.said, /^0 of [\d,]+ rows were created/m);
		await again.form.close();
		assert.equal(created().length, getIn + corrected);
		assert.ok(infosOf('Voornaam').includes('Françoise'));
		assert.ok(infosOf('Achternaam').includes('van den Berg "de jonge"'));
		assert.ok(infosOf('Straatnaam').every((street) => street === 'Caféstraat'));
	});
}
