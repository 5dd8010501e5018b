import { existsSync } from 'node:fs';
import { chromium, selectors, type Page } from 'playwright-core';

import type { Rest } from '../../../../tools/n8n/rest.mts';

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

/** A real browser in the session of n8n's owner. */
export async function openEditor({ url, headers }: Rest): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath: executablePath(), args: FLAGS });
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
		page.setDefaultTimeout(20_000);
		const [name, value] = headers.cookie!.split('=');
		await page.context().addCookies([{ name: name!, value: value!, url }]);
		// Where the editor keeps the id that it sends, and n8n compares with the session's.
		const id = JSON.stringify(headers['browser-id']);
		await page.addInitScript(`localStorage.setItem('n8n-browserId', ${id})`);
		return { page, close: async () => await browser.close() };
	} catch (error) {
		await browser.close();
		throw error;
	}
}
