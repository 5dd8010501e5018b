import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageScreenshotOptions } from 'playwright-core';

import { ROOT } from '../../../tools/n8n/pack.mts';
import { openEditor } from '../sign-in/support/browser.mts';
import type { Stage } from './stage.mts';

/** A list that is open is a tooltip to the editor of 1.x. */
const TIP = '[role=tooltip]:not(:has([role=option], [data-test-id^="rlc-"]))';

/** Messages in the corner and tips are no part of what is shown. */
const STYLE = `.el-notification, ${TIP}, ${TIP} * { visibility: hidden !important }`;

type Clip = PageScreenshotOptions['clip'];

/** A page, or a part of it. */
interface Shown {
	screenshot(options: PageScreenshotOptions): Promise<unknown>;
}

/**
 * For README, docs and n8n's reviewers, when asked for: `npm run docs:screenshots`. The pictures are part of the repository, not of the
 * package, and those alone that a page shows. A folder in SALES_CRM_PICTURES takes all of them, to be looked at.
 */
export async function takePicture(shown: Shown, name: string, clip?: Clip): Promise<void> {
	const wanted = process.env.SALES_CRM_PICTURES;
	if (!wanted || (wanted === '1' && !(await pages()).includes(`images/${name}.png`))) return;
	const folder = wanted === '1' ? join(ROOT, 'docs', 'images') : wanted;
	await mkdir(folder, { recursive: true });
	const path = join(folder, `${name}.png`);
	await shown.screenshot({ path, clip, style: STYLE, animations: 'disabled' });
}

async function pages(): Promise<string> {
	const docs = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
	const paths = [
		'README.md',
		'tools/release/guidelines.md',
		...docs.map((name) => join('docs', name)),
	];
	return (await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')))).join('\n');
}

/** An execution in the editor of n8n 2, when pictures are asked for. @param node Waited for; opened where no clip is named. */
export async function takeExecutionPicture(
	{ n8n, rest }: Stage,
	picture: string,
	{ workflowId, id }: { workflowId: string; id: string },
	node: string,
	clip?: Clip,
): Promise<void> {
	// n8n 1 shows executions in a page of their own within the page.
	if (!process.env.SALES_CRM_PICTURES || rest.line !== '2') return;
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
