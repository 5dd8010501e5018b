import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from 'playwright-core';

import { ROOT } from '../../../tools/n8n/pack.mts';
import { openEditor } from '../sign-in/support/browser.mts';
import { LINE, type Stage } from './stage.mts';

/** A folder in SALES_CRM_PICTURES takes them in place of the docs, to be looked at. Of n8n 1 there are none. */
const WANTED = LINE === '2' ? process.env.SALES_CRM_PICTURES : undefined;

/** Messages in the corner and tips are not part of what is shown. A list that is open is a tip to the editor, too. */
const TIP = '[role=tooltip]:not(:has([role=option], [data-test-id^="rlc-"]))';
const STYLE = `.el-notification, ${TIP}, ${TIP} * { visibility: hidden !important }`;

type Clip = PageScreenshotOptions['clip'];

/** A page, or a part of it, for README and docs, when asked for: `npm run docs:screenshots`. */
export async function takePicture(shown: Page | Locator, name: string, clip?: Clip): Promise<void> {
	if (!WANTED) return;
	const folder = WANTED === '1' ? join(ROOT, 'docs', 'images') : WANTED;
	await mkdir(folder, { recursive: true });
	const path = join(folder, `${name}.png`);
	const options: PageScreenshotOptions = { path, clip, style: STYLE, animations: 'disabled' };
	await shown.screenshot(options);
}

/** A page at n8n, when pictures are asked for. @param selector What it is complete with. */
export async function takePagePicture(
	{ rest }: Stage,
	picture: string,
	url: string,
	selector: string,
	clip: Clip,
): Promise<void> {
	if (!WANTED) return;
	const { page, close } = await openEditor(rest);
	try {
		await page.setViewportSize({ width: clip!.x + clip!.width, height: 760 });
		await page.goto(url);
		await page.locator(selector).first().waitFor();
		// A canvas moves until all of it is in sight.
		await page.waitForTimeout(4_000);
		await takePicture(page, picture, clip);
	} finally {
		await close();
	}
}
