import type { Locator, Page } from 'playwright-core';

import { takePicture } from '../../support/pictures.mts';

/** The dialog of n8n's editor in which a credential is made and changed. */
export class CredentialDialog {
	readonly #dialog: Locator;

	private constructor(readonly page: Page) {
		this.#dialog = page.getByTestId('editCredential-modal');
	}

	/** Opens "Create credential" and chooses a type. */
	static async create(page: Page, displayName: string): Promise<CredentialDialog> {
		await page.getByTestId('universal-add').click();
		const entry = page.getByText('New credential', { exact: true });
		await entry.filter({ visible: true }).last().click();
		return await CredentialDialog.choose(page, displayName);
	}

	/** Chooses a type, as the list of types calls it. */
	static async choose(page: Page, displayName: string): Promise<CredentialDialog> {
		const select = page.getByTestId('new-credential-type-select');
		await select.locator('input').fill(displayName);
		await page.getByText(displayName, { exact: true }).filter({ visible: true }).first().click();
		await page.getByTestId('new-credential-type-button').click();
		return await new CredentialDialog(page).#opened();
	}

	async #opened(): Promise<this> {
		await this.field('baseUrl').waitFor();
		return this;
	}

	field(name: string): Locator {
		return this.#dialog.getByTestId(`parameter-input-${name}`).locator('input');
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
		// The editor takes over what was typed a moment later.
		await this.page.waitForTimeout(400);
	}

	/** Opens a drop-down and takes the choice of that name. */
	async choose(name: string, choice: string): Promise<void> {
		await this.field(name).click();
		await this.page.getByRole('option', { name: choice, exact: true }).click();
	}

	part(text: string | RegExp): Locator {
		return this.#dialog.getByText(text);
	}

	/** Saves, upon which n8n tests at once, and waits until the sentence stands above the fields. */
	async saveAndTest(sentence: RegExp): Promise<void> {
		const tested = this.page.waitForResponse(/\/rest\/credentials\/test$/);
		const save = this.#dialog.getByTestId('credential-save-button');
		await save.filter({ hasText: /^\s*Save\s*$/ }).click();
		await tested;
		const more = this.#dialog.getByText('More details');
		const banner = this.#dialog.getByText(/tested successfully|Couldn’t connect/);
		await banner.filter({ visible: true }).waitFor();
		if (await more.isVisible()) await more.click();
		await this.#dialog.getByText(sentence).filter({ visible: true }).waitFor();
	}

	/** Presses Connect, which saves and opens the window of the identity provider. */
	async connect(): Promise<Page> {
		const opened = this.page.waitForEvent('popup');
		await this.#dialog.getByTestId('quick-connect-button').filter({ visible: true }).click();
		return await opened;
	}

	async connected(): Promise<void> {
		const banner = this.#dialog.getByTestId('oauth-connect-success-banner');
		await banner.filter({ visible: true }).waitFor();
	}

	async close(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.#dialog.waitFor({ state: 'hidden' });
	}

	async picture(name: string): Promise<void> {
		await takePicture(this.#dialog, `sign-in-${name}`);
	}
}
