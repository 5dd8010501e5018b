import { openEditor } from '../sign-in/support/browser.mts';
import { takePicture } from './pictures.mts';
import type { Stage } from './stage.mts';

/** The rows of an import on their ways, without the note above and the panels around. */
const CANVAS = { x: 505, y: 318, width: 680, height: 372 };

/** For docs/importing.md, when asked for. */
export async function takeImportPictures(stage: Stage, workflow: string, { dryRun, all }: Runs) {
	if (!process.env.SALES_CRM_PICTURES) return;
	const { page, close } = await openEditor(stage.n8n.url);
	try {
		await page.setViewportSize({ width: 1280, height: 760 });
		const open = async (execution: string) => {
			await page.goto(`${stage.n8n.url}/workflow/${workflow}/executions/${execution}`);
			const node = page.locator('[data-node-name="Import contacts"]').first();
			await node.waitFor();
			// The canvas moves until all of it is in sight.
			await page.waitForTimeout(4_000);
			return node;
		};
		await open(all);
		await takePicture(page, 'import-outcomes', CANVAS);
		await (await open(dryRun)).dblclick({ timeout: 10_000 });
		await page.waitForTimeout(2_000);
		await takePicture(page, 'import-dry-run-items');
	} finally {
		await close();
	}
}

/** Executions: of the dry run, and of the import of all rows. */
interface Runs {
	dryRun: string;
	all: string;
}
