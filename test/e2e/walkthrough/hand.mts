import type { Locator } from 'playwright-core';

import type { Workbench } from './workbench.mts';

/** A person's hand in the editor: what it does is counted. */
export class Hand {
	/** A double click, and a key that closes something, count as one. */
	clicks = 0;
	/** Fields that something was typed into, the search in the list of nodes too. */
	typed = 0;

	constructor(readonly bench: Workbench) {}

	get steps(): number {
		return this.clicks + this.typed;
	}

	async click(what: Locator): Promise<void> {
		await what.click();
		this.clicks++;
	}

	async type(field: Locator, text: string): Promise<void> {
		await field.fill(text);
		this.typed++;
		// The editor takes over what was typed a moment later.
		await this.bench.page.waitForTimeout(300);
	}

	/** A new workflow, of which nothing counts yet. */
	async begin(): Promise<void> {
		await this.bench.newWorkflow();
	}

	/** The plus, a word, an entry, and its trigger or action; what lies folded costs a click more. */
	async add(word: string, entry: string, action?: string): Promise<void> {
		const { page } = this.bench;
		const first = page.getByTestId('canvas-plus-button');
		const next = page.getByTestId('node-creator-plus-button');
		await this.click((await first.isVisible()) ? first : next);
		await this.type(page.getByTestId('node-creator').locator('input').first(), word);
		const named = (name: string) =>
			page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		await this.click(named(entry));
		if (action === undefined) return;
		const headings = page.getByText(/^(?:Triggers|Actions) \(\d+\)$/);
		await headings.first().waitFor();
		const section = page.getByText(action.startsWith('On ') ? /^Triggers \(/ : /^Actions \(/);
		if (await named(action).isHidden()) await this.click(section);
		await this.click(named(action));
		await this.bench.panel.waitFor();
	}

	async choose(field: string | Locator, choice: string): Promise<void> {
		await this.bench.choose(field, choice);
		this.clicks += 2;
	}

	async expression(field: string, text: string): Promise<void> {
		await this.bench.expression(field, text);
		this.typed++;
	}

	/** In a drop-down whose list cannot be had here: "Expression" beside it, and the value. */
	async expressionInList(field: string, text: string): Promise<void> {
		const { bench } = this;
		const item = bench
			.field(field)
			.locator('xpath=ancestor::*[contains(@class, "parameter-item")][1]');
		const code = item.locator('.cm-content');
		// A list that is still being loaded takes the field back: then once more, which does not count.
		for (let tries = 1; tries <= 4 && !(await code.isVisible()); tries++) {
			await item.hover();
			await item.getByTestId('radio-button-expression').click();
			await bench.page.waitForTimeout(3_000);
		}
		this.clicks++;
		await code.click();
		await bench.page.keyboard.press('ControlOrMeta+A');
		await bench.page.keyboard.insertText(text);
		this.typed++;
	}

	async addOption(name: string, list: 'last' | 'first' = 'last'): Promise<void> {
		// What the editor shows of an expression lies upon the button; putting that away does not count.
		await this.bench.panel.getByTestId('tab-params').click();
		await this.bench.addOption(name, list);
		this.clicks += 2;
	}

	async close(): Promise<void> {
		await this.bench.page.mouse.click(2, 500);
		await this.bench.panel.waitFor({ state: 'hidden' });
		this.clicks++;
	}

	async open(node: string): Promise<void> {
		await this.bench.open(node);
		this.clicks++;
	}
}
