import { rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run, withProgress, type Say } from './command.mts';

export const ROOT = join(import.meta.dirname, '../..');

/**
 * Builds the package and packs it as it would be published.
 * Gives the path of the tarball, in a temporary folder that goes when this process ends.
 */
export async function packPackage(say: Say): Promise<string> {
	return await withProgress(say, 'building and packing the package', async () => {
		await run('npm', ['run', 'build'], { cwd: ROOT });
		const folder = await mkdtemp(join(tmpdir(), 'sales-crm-pack-'));
		process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
		await run('npm', ['pack', '--pack-destination', folder], { cwd: ROOT });
		const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
		if (!tarball) throw new Error('npm pack left no tarball');
		return join(folder, tarball);
	});
}
