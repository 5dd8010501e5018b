import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';

import { ROOT } from '../../../tools/n8n/pack.mts';
import { EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { pictureOf, type Scene } from './scene.mts';
import { takePicture } from '../support/pictures.mts';
import { count, linesOf, mended, messyFile, ROWS } from './messyFile.mts';

/** What the form ends with, without the empty page below. */
const FORM = { x: 100, y: 0, width: 500, height: 220 };

/** By README's quick start alone: the example, the form, the file as Excel saved it, and what did not get in once more. */
export function quickStart(scene: () => Scene): void {
	const created = () => scene().stage.sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID);
	const infosOf = (name: string) =>
		created().flatMap(({ standard_personal_infos: infos }) =>
			infos.flatMap((info) => (info.name === name ? info.value : [])),
		);

	/** Execute workflow, and the form that opens; gives the page that the form ends with. */
	async function importFile(content: Buffer, name: string): Promise<{ form: Page; said: string }> {
		const { bench } = scene();
		const opened = bench.page.context().waitForEvent('page');
		await bench.page.getByTestId('execute-workflow-button').click();
		const form = await opened;
		await form
			.locator('input[type=file]')
			.setInputFiles({ name, mimeType: 'text/csv', buffer: content });
		await form.getByLabel('Audience ID').fill(EMPTY_AUDIENCE_ID);
		await form.getByRole('button', { name: 'Submit' }).click();
		await form.getByText(/rows? (was|were) created/).waitFor({ timeout: 120_000 });
		// The page tells n8n that it is open: that ends the execution.
		await form.waitForLoadState('networkidle');
		return { form, said: await form.locator('body').innerText() };
	}

	/** What did not get in, by the Download button of the output. */
	async function download(): Promise<Buffer> {
		const { bench } = scene();
		await bench.output.getByText('Binary', { exact: true }).click();
		const file = bench.page.waitForEvent('download');
		await bench.output.getByText('Download', { exact: true }).click();
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
		await bench.open('Import contacts');
		await bench.close();

		const first = await importFile(messyFile(), 'klanten.csv');
		const getIn = count('plain');
		assert.match(
			first.said,
			new RegExp(`^${getIn.toLocaleString('en-US')} of [\\d,]+ rows were created`, 'm'),
		);
		const failed = linesOf('unrecognizable');
		const shown = failed.slice(0, 10).join(', ');
		assert.ok(first.said.includes(`Row ${shown}: It has no email address`), first.said);
		await takePicture(first.form, pictureOf(stage, 'import-form-end'), FORM);
		await first.form.close();

		await bench.open('Import contacts');
		await bench.output.getByText('1 item').waitFor();
		await bench.picture(pictureOf(stage, 'import-report'));
		const notImported = await download();
		const lines = notImported.toString('utf8').trimEnd().split('\r\n').slice(1);
		assert.deepEqual(
			lines.map((line) => Number(line.split(';')[0])),
			failed,
		);
		await bench.close();

		const second = await importFile(mended(notImported), 'not-imported.csv');
		assert.match(
			second.said,
			new RegExp(`^${failed.length} of ${failed.length} rows were created\\.`, 'm'),
		);
		await second.form.close();

		// Nobody twice, nobody missing: the same file once more has nothing left to create but what was mended there.
		assert.equal(created().length, getIn + failed.length);
		const again = await importFile(messyFile(), 'klanten.csv');
		assert.match(again.said, /^0 of [\d,]+ rows were created/m);
		await again.form.close();
		assert.equal(created().length, getIn + failed.length);
		assert.ok(infosOf('Voornaam').includes('Françoise'));
		assert.ok(infosOf('Achternaam').includes('van den Berg "de jonge"'));
		assert.ok(infosOf('Straatnaam').every((street) => street === 'Caféstraat'));
	});

	it("is offered to people, and not where the node is an agent's tool", async () => {
		const { bench, stage } = scene();
		const operationsOf = async (type: string) => {
			const parameters = { resource: 'contact', operation: 'getAll' };
			const node = stage.crm('apiToken', parameters, { name: 'CRM', type });
			const { id } = await stage.rest.createWorkflow({
				name: type,
				nodes: [node],
				connections: {},
			});
			await bench.page.goto(`${stage.n8n.url}/workflow/${id}`);
			await bench.open('CRM');
			return await bench.choices('operation');
		};
		const offered = await operationsOf('n8n-nodes-sales-crm.salesCrm');
		assert.ok(offered.includes('Import From File'), offered.join());
		const toTools = await operationsOf('n8n-nodes-sales-crm.salesCrmTool');
		assert.deepEqual(
			toTools,
			offered.filter((name) => name !== 'Import From File'),
		);
	});
}
