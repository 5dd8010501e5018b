import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from './command.mts';

/**
 * Puts the package where n8n keeps community packages and finds them at start: `.n8n/nodes/node_modules`.
 * The flags are those of n8n's own installer, which also leaves peer dependencies out.
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	const manifest = { name: 'installed-nodes', private: true, dependencies: {} };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
	const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
	const args = ['install', ...flags, '--omit=dev', '--legacy-peer-deps', tarball];
	await run('npm', args, { cwd: folder });
}
