import { openEditor } from '../sign-in/support/browser.mts';
import { takePicture } from './pictures.mts';
import type { Stage } from './stage.mts';

interface Shown {
	/** Of an execution, or of the workflow where it is left out. */
	execution?: string;
	/** Waited for; opened where `opened` says so. */
	node: string;
	opened?: boolean;
	/** Of the window. */
	width?: number;
	clip?: { x: number; y: number; width: number; height: number };
}

/** A workflow in the editor, for a page that shows the picture; when asked for, and in n8n 2 alone. */
export async function takeExecutionPicture(
	{ n8n, rest }: Stage,
	workflow: string,
	picture: string,
	{ execution, node: name, opened, width = 1280, clip }: Shown,
): Promise<void> {
	// n8n 1 shows executions in a page of their own within the page.
	if (!process.env.SALES_CRM_PICTURES || rest.line !== '2') return;
	const { page, close } = await openEditor(n8n.url);
	try {
		await page.setViewportSize({ width, height: 760 });
		const path = execution ? `/executions/${execution}` : '';
		await page.goto(`${n8n.url}/workflow/${workflow}${path}`);
		const node = page.locator(`[data-node-name="${name}"]`).first();
		await node.waitFor();
		// The canvas moves until all of it is in sight.
		await page.waitForTimeout(4_000);
		if (opened) {
			await node.dblclick({ timeout: 10_000 });
			await page.waitForTimeout(2_000);
		}
		await takePicture(page, picture, clip);
	} finally {
		await close();
	}
}
