import assert from 'node:assert/strict';
import type { Locator, Page, Request } from 'playwright-core';

import { until } from '../../../tools/n8n/rest.mts';
import { takePicture } from '../support/pictures.mts';

/** So much of a panel shows what it is about. In pixels. */
const FORM_HEIGHT = 800;
const PICTURE_HEIGHT = 520;
const WIDE = 1900;

/** A machine that is busy with other things takes its time. */
const PATIENCE_MS = 60_000;

/** After this a person clicks again, so often at most. */
const CLICK_MS = 20_000;
const MAX_CLICKS = 3;

/** A workflow in n8n's editor, built as a person does: by the list of nodes and the panel of each. */
export class Workbench {
	/** The panel of the node that is open. */
	readonly panel: Locator;
	readonly output: Locator;

	constructor(
		readonly page: Page,
		private readonly n8nUrl: string,
	) {
		this.panel = page.getByTestId('ndv');
		this.output = page.getByTestId('output-panel');
		page.setDefaultTimeout(PATIENCE_MS);
		// What stands on the canvas is saved by itself; the browser asks all the same.
		page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
	}

	/** Within the editor: to load it anew takes ten times as long. */
	async newWorkflow(): Promise<void> {
		const first = this.page.getByTestId('canvas-plus-button');
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		const entry = this.page.getByTestId('navigation-menu-item').filter({ visible: true });
		const before = this.page.url();
		await this.patiently(async () => {
			if (await this.panel.isVisible()) await this.close();
			await this.page.getByTestId('universal-add').first().click();
			await entry.filter({ hasText: 'Workflow' }).first().click();
		});
		// The editor asks if what was built last is not yet saved.
		await leave.or(first).first().waitFor();
		if (await leave.isVisible()) await leave.click();
		await this.page.waitForURL((url) => url.href !== before);
		await first.waitFor();
	}

	/** A list closes again while the editor is busy with what was done before: a person opens it once more. */
	async patiently(steps: () => Promise<void>): Promise<void> {
		this.page.setDefaultTimeout(CLICK_MS);
		try {
			for (let tries = 1; ; tries++) {
				const error = await steps().then(
					() => undefined,
					(reason: unknown) => reason,
				);
				if (error === undefined) return;
				if (tries === MAX_CLICKS) throw error;
			}
		} finally {
			this.page.setDefaultTimeout(PATIENCE_MS);
		}
	}

	/** Opens the list of nodes, takes one of those with a word, and one of its actions if it has any. */
	async add(word: string, entry: string, action?: string): Promise<void> {
		const creator = this.page.getByTestId('node-creator');
		await this.patiently(async () => {
			// What was left open lists the actions of a node, not the nodes.
			if (await creator.isVisible()) await this.page.keyboard.press('Escape');
			await creator.waitFor({ state: 'hidden' });
			const first = this.page.getByTestId('canvas-plus-button');
			const next = this.page.getByTestId('node-creator-plus-button');
			await ((await first.isVisible()) ? first : next).click();
			await creator.locator('input').first().fill(word);
			await this.page.waitForTimeout(600);
			await this.#entry(entry).click();
			if (!action) return;
			const folded = this.page.getByText(/^Actions \(\d+\)$/);
			await this.#entry(action).or(folded).first().waitFor();
			if (!(await this.#entry(action).isVisible())) await folded.click();
			await this.#entry(action).click();
		});
		await creator.waitFor({ state: 'hidden' });
	}

	#entry(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	field(name: string): Locator {
		return this.panel.getByTestId(`parameter-input-${name}`);
	}

	async fill(name: string, text: string): Promise<void> {
		await this.field(name).locator('input').fill(text);
		// The editor takes over what was typed a moment later.
		await this.page.waitForTimeout(300);
	}

	/** Makes a field an expression, as typing its first sign does. */
	async expression(name: string, text: string): Promise<void> {
		await this.field(name).locator('input').pressSequentially('=');
		const code = this.field(name).locator('.cm-content');
		await code.click();
		await this.page.keyboard.insertText(text);
		await this.page.waitForTimeout(300);
	}

	/** Opens the list of a field that takes one of many, and types into its search; gives what comes up. */
	async search(name: string, word: string): Promise<string[]> {
		await this.field(name).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').first().waitFor();
		await this.page.getByTestId('rlc-search').fill(word);
		// The editor waits for the typing to end before it asks, and shows the whole list meanwhile.
		return await until(`what contains ${word}`, 20_000, async () => {
			const listed = this.page.getByTestId('rlc-item').filter({ visible: true });
			const names = (await listed.allInnerTexts()).map((text) => text.trim());
			const isFound =
				names.length > 0 && names.every((one) => one.toUpperCase().includes(word.toUpperCase()));
			return isFound ? names : undefined;
		});
	}

	/** Takes one of those listed. */
	async take(text: string): Promise<void> {
		await this.page
			.getByTestId('rlc-item')
			.filter({ visible: true, hasText: text })
			.first()
			.click();
	}

	/** Turns a switch on or off. */
	async turn(name: string): Promise<void> {
		await this.field(name).locator('.el-switch').click();
		await this.page.waitForTimeout(300);
	}

	/** Opens a drop-down and takes one of its choices. */
	async choose(input: Locator | string, choice: string): Promise<void> {
		const opened = typeof input === 'string' ? this.field(input) : input;
		const named = this.page.getByText(choice, { exact: true });
		const option = this.page.getByRole('option').filter({ visible: true, has: named });
		await this.patiently(async () => {
			if (!(await option.isVisible())) await opened.locator('input').click();
			await option.click();
		});
	}

	/** Opens a drop-down, and leaves it open; gives its choices. */
	async choices(name: string): Promise<string[]> {
		const options = this.page.getByRole('option').filter({ visible: true });
		await this.patiently(async () => {
			if ((await options.count()) === 0) await this.field(name).locator('input').click();
			await options.first().waitFor();
		});
		return (await options.allInnerTexts()).map((text) => text.trim());
	}

	/** Adds an option, or one of the filters, which come first. */
	async addOption(name: string, list: 'last' | 'first' = 'last'): Promise<void> {
		// A button in 2.x, a drop-down in 1.x.
		const button = this.panel.getByTestId('collection-parameter-add');
		const buttons = button.or(this.panel.locator('.param-options input'));
		const option = this.page.getByTestId('collection-parameter-option');
		const options = option.or(this.page.getByRole('option')).filter({ visible: true });
		const named = options.getByText(name, { exact: true });
		await this.patiently(async () => {
			if (!(await named.isVisible()))
				await (list === 'last' ? buttons.last() : buttons.first()).click();
			await named.click();
		});
	}

	/** Gives the open node items without running it ("set mock data"). */
	async setItems(items: object[]): Promise<void> {
		await this.output.getByText('set mock data').click();
		await this.output.locator('.cm-content').click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.insertText(JSON.stringify(items));
		await this.output.getByRole('button', { name: 'Save' }).click();
		await this.output.getByText(`${items.length} item${items.length === 1 ? '' : 's'}`).waitFor();
	}

	/** Opens a node that stands on the canvas. */
	async open(name: string): Promise<void> {
		await this.page.locator(`[data-node-name="${name}"]`).first().dblclick();
		await this.panel.waitFor();
	}

	/** For the first time in this n8n, which then explains what that means, in a dialog of its own. */
	async publish(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		const published = this.page.waitForResponse(/\/rest\/workflows\/[^/]+\/activate/);
		await this.page.getByTestId('workflow-publish-button').click();
		assert.ok((await published).ok());
		await this.page.getByRole('button', { name: 'Got it' }).click();
	}

	/** The same in n8n 1. */
	async activate(): Promise<void> {
		const activated = this.page.waitForResponse(
			(response) => response.request().method() === 'PATCH' && response.ok(),
		);
		await this.page.getByTestId('workflow-activate-switch').click();
		await activated;
		await this.page.getByRole('button', { name: 'Got it' }).click();
	}

	workflowId(): string {
		return /\/workflow\/([^/?]+)/.exec(this.page.url())![1]!;
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.panel.waitFor({ state: 'hidden' });
	}

	/** The button above the parameters: Execute step, Listen for test event. */
	get button(): Locator {
		return this.panel.getByTestId('node-execute-button');
	}

	/** Runs the open node, with all that stands before it, and waits until it has succeeded. */
	async run(): Promise<void> {
		const told = this.page.locator('.el-notification').filter({ visible: true });
		// What was told of an earlier run would be taken for this one's. It may come late, or end by itself.
		while ((await told.count()) > 0) {
			await told
				.last()
				.locator('.el-notification__closeBtn')
				.click({ timeout: 2_000 })
				.catch(() => undefined);
		}
		// Watched from before the click, because it goes away by itself. Of a run that ends before the editor has noted which
		// node it was for, it says the workflow (n8n 2.41, `usePushConnection`).
		const succeeded = told
			.getByText(/^(Node|Workflow) executed successfully/)
			.first()
			.waitFor();
		succeeded.catch(() => undefined);
		const isRun = (request: Request) =>
			request.method() === 'POST' && /\/workflows\/[^/]+\/run\b/.test(request.url());
		// A click is lost while the editor is busy with what was entered before: a person clicks again if nothing runs.
		await this.patiently(async () => {
			await Promise.all([this.page.waitForRequest(isRun), this.button.click()]);
		});
		await succeeded.catch(async ({ message }: Error) => {
			throw new Error(`${message}\nThe output says: ${await this.output.innerText()}`);
		});
	}

	/** Shows the output in another way: Schema, Table or JSON. */
	async show(way: 'schema' | 'table' | 'json'): Promise<void> {
		await this.output.getByTestId(`radio-button-${way}`).click();
	}

	/** What the node gave out as a table: its columns, and the cells of each row. */
	async table(): Promise<{ columns: string[]; rows: string[][] }> {
		await this.show('table');
		const table = this.output.locator('table').filter({ visible: true }).first();
		await table.waitFor();
		const cells = async (row: Locator) => await row.locator('td').allInnerTexts();
		const rows = await Promise.all((await table.locator('tbody tr').all()).map(cells));
		return {
			columns: (await table.locator('thead th').allInnerTexts()).map((text) => text.trim()),
			rows: rows.map((row) => row.map((text) => text.trim())),
		};
	}

	/** Names of the fields that can be seen, from top to bottom. */
	async fields(): Promise<string[]> {
		const inputs = this.panel
			.locator('[data-test-id^="parameter-input-"]')
			.filter({ visible: true });
		const ids = await Promise.all(
			(await inputs.all()).map(async (input) => (await input.getAttribute('data-test-id'))!),
		);
		return ids.map((id) => id.replace('parameter-input-', '')).filter((name) => name !== 'field');
	}

	/** Runs the open node, which fails; gives what the editor says. */
	async fails(): Promise<string> {
		await this.button.click();
		await this.output.getByText('Error details').waitFor();
		return await this.output.innerText();
	}

	/** The parameters of the open node alone. */
	async formPicture(name: string): Promise<void> {
		const form = (await this.panel.locator('.node-settings').boundingBox())!;
		await takePicture(this.page, name, { ...form, height: Math.min(form.height, FORM_HEIGHT) });
	}

	/** The open node with its parameters and its output, without the pane of the input. */
	async picture(name: string): Promise<void> {
		const panel = (await this.panel.boundingBox())!;
		const { x, y } = (await this.page.getByTestId('tab-params').boundingBox())!;
		const clip = { x, y: y - 20, width: panel.x + panel.width - x, height: PICTURE_HEIGHT };
		await takePicture(this.page, name, clip);
	}

	/** The same for an item whose first columns need a wide screen. */
	async widePicture(name: string): Promise<void> {
		const before = this.page.viewportSize()!;
		await this.page.setViewportSize({ ...before, width: WIDE });
		await this.picture(name);
		await this.page.setViewportSize(before);
	}
}
