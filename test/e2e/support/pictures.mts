import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageScreenshotOptions } from 'playwright-core';

import { ROOT } from '../../../runtime/pack.mts';
import { withFewColors } from './png.mts';

/** Messages in the corner and tips are no part of what is shown. */
const STYLE =
	'.el-notification, [role=tooltip], [role=tooltip] * { visibility: hidden !important }';

type Clip = PageScreenshotOptions['clip'];

/** A page, or a part of it. */
interface Shown {
	screenshot(options: PageScreenshotOptions): Promise<Buffer>;
}

/**
 * For README and docs, when asked for: `npm run docs:screenshots`. The pictures are part of the
 * repository, not of the package.
 */
export async function takePicture(shown: Shown, name: string, clip?: Clip): Promise<void> {
	if (!process.env.SALES_CRM_PICTURES) return;
	const folder = join(ROOT, 'docs', 'images');
	await mkdir(folder, { recursive: true });
	const taken = await shown.screenshot({ clip, style: STYLE, animations: 'disabled' });
	await writeFile(join(folder, `${name}.png`), withFewColors(taken));
}
