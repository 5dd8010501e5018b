import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';

import { sharedSession } from '../../support/shared.mts';
import { OWNER } from '../../../../tools/n8n/rest.mts';

const PLACES = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** It keeps to this machine: nothing of its own is looked up or reported. */
const FLAGS = [
	'--no-sandbox',
	'--headless',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
];

/** A machine that is busy with other things takes its time, above all with the first page of a browser that just began. */
const PATIENCE_MS = 60_000;
const FIRST_PAGE_MS = 180_000;

function executablePath(): string {
	const found = PLACES.find((path) => path && existsSync(path));
	if (found) return found;
	throw new Error(
		'There is no browser for this test: install chromium (Debian: apt-get install chromium), or name one in CHROMIUM_PATH.',
	);
}

export interface Editor {
	page: Page;
	close(): Promise<void>;
}

/** A real browser, signed in at n8n as its owner. */
export async function openEditor(n8nUrl: string): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser: Browser = await chromium.launch({
		executablePath: executablePath(),
		args: FLAGS,
	});
	try {
		// What moves on the screen is drawn anew, also while nobody does anything.
		const page = await browser.newPage({
			viewport: { width: 1280, height: 1000 },
			reducedMotion: 'reduce',
		});
		page.setDefaultTimeout(PATIENCE_MS);
		page.setDefaultNavigationTimeout(FIRST_PAGE_MS);
		await signIn(page, n8nUrl);
		return { page, close: async () => await browser.close() };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

/** With the session that all tests share, where there is one; else by the form. */
async function signIn(page: Page, n8nUrl: string): Promise<void> {
	const session = sharedSession(n8nUrl);
	if (session) {
		const [name, value] = session.cookie!.split('=');
		await page.context().addCookies([{ name: name!, value: value!, url: n8nUrl }]);
		// Where the editor keeps the id that it sends, and n8n compares with the session's.
		const id = JSON.stringify(session['browser-id']);
		await page.addInitScript(`localStorage.setItem('n8n-browserId', ${id})`);
		await page.goto(`${n8nUrl}/home/workflows`);
	} else {
		await page.goto(`${n8nUrl}/signin`);
		await page.locator('input[autocomplete=email]').fill(OWNER.email);
		await page.locator('input[type=password]').fill(OWNER.password);
		await page.getByRole('button', { name: 'Sign in' }).click();
	}
	await page.waitForURL(/\/home\//);
}
