import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageScreenshotOptions } from 'playwright-core';

import { ROOT } from '../../../runtime/pack.mts';
import { withFewColors } from './png.mts';

/** A list that is open is a tooltip to the editor of 1.x. */
const TIP = '[role=tooltip]:not(:has([role=option], [data-test-id^="rlc-"]))';

/** Messages in the corner and tips are no part of what is shown. */
const STYLE = `.el-notification, ${TIP}, ${TIP} * { visibility: hidden !important }`;

type Clip = PageScreenshotOptions['clip'];

/** A page, or a part of it. */
interface Shown {
	screenshot(options: PageScreenshotOptions): Promise<Buffer>;
}

/**
 * For README and docs, when asked for: `npm run docs:screenshots`. The pictures are part of the repository, not of the
 * package, and those alone that a page shows. A folder in SALES_CRM_PICTURES takes all of them, to be looked at.
 */
export async function takePicture(shown: Shown, name: string, clip?: Clip): Promise<void> {
	const wanted = process.env.SALES_CRM_PICTURES;
	if (!wanted || (wanted === '1' && !(await pages()).includes(`images/${name}.png`))) return;
	const folder = wanted === '1' ? join(ROOT, 'docs', 'images') : wanted;
	await mkdir(folder, { recursive: true });
	const taken = await shown.screenshot({ clip, style: STYLE, animations: 'disabled' });
	await writeFile(join(folder, `${name}.png`), withFewColors(taken));
}

async function pages(): Promise<string> {
	const docs = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
	const paths = ['README.md', ...docs.map((name) => join('docs', name))];
	return (await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')))).join('\n');
}
