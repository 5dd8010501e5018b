import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/rest.mts';
import { ROOT } from '../../../tools/n8n/pack.mts';
import { API_TOKEN, EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { CredentialDialog } from '../sign-in/support/dialog.mts';
import { takePicture } from '../support/pictures.mts';
import type { Stage } from '../support/stage.mts';
import { CREATED, messyFile } from './messyFile.mts';
import type { Workbench } from './workbench.mts';

/** What the form ends with, without the empty page below. */
const FORM = { x: 0, y: 0, width: 700, height: 700 };

const EXAMPLE = join(ROOT, 'examples', 'create-contacts-from-csv.json');

/** README's quick start alone, in an n8n that is as empty as after its first start; what it says in bold is clicked. */
export function quickStart(open: () => { stage: Stage; bench: Workbench }): void {
	const created = () =>
		open().stage.sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID).length;

	/** Words that are in bold on the page, of which n8n 1 has its own. */
	async function inBold(words: string, inOld = words): Promise<string> {
		const page = await readFile(join(ROOT, 'README.md'), 'utf8');
		const [, section] = page.split(/^## (?:Quick start|The nodes).*/m);
		const own = open().stage.rest.line === '1' ? inOld : words;
		assert.ok(section!.includes(`**${own}**`), `README does not say ${own}`);
		return own;
	}

	/** Clicks what stands between the arrows. */
	async function choose(path: string): Promise<void> {
		const { page } = open().bench;
		const [start, ...entries] = path.split(' → ');
		await page.getByTestId(start === '+' ? 'universal-add' : 'workflow-menu').click();
		for (const name of entries)
			await page.getByText(name, { exact: true }).filter({ visible: true }).last().click();
	}

	/** Execute workflow, and the form that opens; gives what the last page says. */
	async function send(content: Buffer, what: string, picture?: string): Promise<string> {
		const { page } = open().bench;
		const opened = page.context().waitForEvent('page');
		const execute = page.getByTestId('execute-workflow-button');
		await execute.filter({ hasText: await inBold('Execute workflow') }).click();
		const form = await opened;
		const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: content };
		await form.locator('input[type=file]').setInputFiles(file);
		await form.getByLabel('Audience ID').fill(EMPTY_AUDIENCE_ID);
		await form.getByLabel('What to do').selectOption(await inBold(what));
		await form.getByRole('button', { name: await inBold('Submit') }).click();
		await form.getByText(/rows? (was|were|would be) created/).waitFor({ timeout: 120_000 });
		// The page tells n8n that it is open: that ends the execution.
		await form.waitForLoadState('networkidle');
		if (picture) await takePicture(form, picture, FORM);
		const said = await form.locator('body').innerText();
		await form.close();
		return said;
	}

	it('signs in with Base URL and token alone', async () => {
		const { bench, stage } = open();
		const { page } = bench;
		await choose(await inBold('+ → New credential', '+ → Credential'));
		const dialog = await CredentialDialog.choose(page, await inBold('Sales CRM API'));
		await dialog.fill({ baseUrl: stage.sandbox.url, apiToken: API_TOKEN });
		await dialog.saveAndTest(/Connection tested successfully/);
		await dialog.close();
	});

	it('starts a workflow when a deal moves: tested, then published', async () => {
		const { bench, stage } = open();
		const { page } = bench;
		const hooks = async (count: number) =>
			await until(`${count} webhooks`, 20_000, async () =>
				stage.sandbox.world.subscriptions().length === count ? true : undefined,
			);
		await choose(await inBold('+ → New workflow', '+ → Workflow'));
		await inBold('Sales CRM → On deal status changed');
		await bench.add('deal', 'Sales CRM', 'On deal status changed');
		await bench.panel.waitFor();
		await page
			.getByText(await inBold('Execute step'))
			.first()
			.click();
		await hooks(1);
		const { deal } = await stage.move();
		await bench.output.getByText(deal.summary).first().waitFor();
		await bench.close();
		await bench.add('edit fields', 'Edit Fields (Set)');
		await bench.close();
		await inBold('Publish');
		await (stage.rest.line === '1' ? bench.activate() : bench.publish());
		await hooks(1);
		await stage.move();
		const ended = await until('the move to start it', 30_000, async () =>
			(await stage.rest.listExecutions(bench.workflowId())).find(({ mode }) => mode === 'webhook'),
		);
		assert.equal((await stage.rest.executionEnded(ended.id)).status, 'success');
		await stage.rest.deactivate(bench.workflowId());
	});

	it('imports the example', async () => {
		const { bench } = open();
		const { page } = bench;
		await choose(await inBold('+ → New workflow', '+ → Workflow'));
		const path = await inBold('⋯ → Import → From file', '⋯ → Import from File...');
		await bench.patiently(async () => {
			// What was left open of the menu would be closed by the first click.
			await page.keyboard.press('Escape');
			const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose(path)]);
			await chooser.setFiles(EXAMPLE);
		});
	});

	it('looks first, then imports what Excel saved: exactly who was counted by hand, and nobody twice', async () => {
		const { bench } = open();
		const file = messyFile();
		const many = CREATED.toLocaleString('en-US');
		assert.match(await send(file, 'Dry run'), new RegExp(`${many} of 3,009 rows would be created`));
		assert.equal(created(), 0);
		const first = await send(file, 'Import', 'import-form-end');
		assert.match(first, new RegExp(`^${many} of 3,009 rows were created`, 'm'));
		assert.equal(created(), CREATED);

		await bench.open('Import contacts');
		await bench.output.getByText(await inBold('Binary'), { exact: true }).click();
		const files: string[] = [];
		for (const button of await bench.output.getByText(await inBold('Download')).all()) {
			const started = bench.page.waitForEvent('download');
			await button.click();
			files.push((await started).suggestedFilename());
		}
		const all = ['imported.csv', 'not-imported.csv', 'other-names.csv'];
		assert.deepEqual(files.sort(), all);
		await bench.close();

		assert.match(await send(file, 'Import'), /^0 of 3,009 rows were created/m);
		assert.equal(created(), CREATED);
	});
}
