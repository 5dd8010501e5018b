import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageScreenshotOptions } from 'playwright-core';

import { ROOT } from '../../../tools/n8n/pack.mts';
import { openEditor } from '../sign-in/support/browser.mts';
import { LINE, type Stage } from './stage.mts';

/** A folder in SALES_CRM_PICTURES takes them in place of the docs, to be looked at. Of n8n 1 there are none. */
const WANTED = LINE === '2' ? process.env.SALES_CRM_PICTURES : undefined;

/** Messages in the corner and tips are not part of what is shown. A list that is open is a tip to the editor, too. */
const TIP = '[role=tooltip]:not(:has([role=option], [data-test-id^="rlc-"]))';
const STYLE = `.el-notification, ${TIP}, ${TIP} * { visibility: hidden !important }`;

type Clip = PageScreenshotOptions['clip'];

/** A page, or a part of it. */
interface Shown {
	screenshot(options: PageScreenshotOptions): Promise<unknown>;
}

/** For README and docs, when asked for: `npm run docs:screenshots`. */
export async function takePicture(shown: Shown, name: string, clip?: Clip): Promise<void> {
	if (!WANTED) return;
	const folder = WANTED === '1' ? join(ROOT, 'docs', 'images') : WANTED;
	await mkdir(folder, { recursive: true });
	const path = join(folder, `${name}.png`);
	await shown.screenshot({ path, clip, style: STYLE, animations: 'disabled' });
}

/** An execution in the editor of n8n 2, when pictures are asked for. @param node Waited for; opened where no clip is named. */
export async function takeExecutionPicture(
	{ n8n }: Stage,
	picture: string,
	{ workflowId, id }: { workflowId: string; id: string },
	node: string,
	clip?: Clip,
): Promise<void> {
	if (!WANTED) return;
	const { page, close } = await openEditor(n8n.url);
	try {
		await page.setViewportSize({ width: clip ? 1280 : 1600, height: 760 });
		await page.goto(`${n8n.url}/workflow/${workflowId}/executions/${id}`);
		const shown = page.locator(`[data-node-name="${node}"]`).first();
		await shown.waitFor();
		// The canvas moves until all of it is in sight.
		await page.waitForTimeout(4_000);
		if (!clip) {
			await shown.dblclick({ timeout: 10_000 });
			await page.waitForTimeout(2_000);
		}
		await takePicture(page, picture, clip);
	} finally {
		await close();
	}
}
