import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { cached } from './cache.mts';
import { exists, run, withProgress, type Say } from './command.mts';
import { NODE_MAJOR, RELEASES, SCANNER, type Line } from './versions.mts';

export type Installed = {
	/** The Node binary to run n8n with. */
	node: string;
	/** n8n's start script. */
	n8n: string;
	/** The folder that holds both `package.json` and `node_modules` of the installation. */
	folder: string;
	version: string;
};

/**
 * Makes sure that n8n of that line is installed in the cache, and says where.
 * The first call takes some minutes and about 3 GB; later calls return at once.
 */
export async function ensureN8n(line: Line, say: Say): Promise<Installed> {
	const { version, overrides, rebuild } = RELEASES[line];
	const node = await ensureNode(say);
	const folder = await cached(`n8n-${version}`, say, async (draft) => {
		await writePackage(draft, { n8n: version }, overrides);
		await withProgress(say, `installing n8n ${version} (2 to 5 minutes, once)`, async () => {
			await run('npm', [...INSTALL, '--ignore-scripts'], { cwd: draft, env: envFor(node) });
		});
		await withProgress(
			say,
			`building ${rebuild.join(' and ')} for n8n (about a minute)`,
			async () => await build(rebuild, draft, node),
		);
	});
	return { node, n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), folder, version };
}

/** Node's own package of the wanted major, or the Node that runs this when it is of that major already. */
async function ensureNode(say: Say): Promise<string> {
	if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) return process.execPath;
	// The packages of this name on npm hold nothing but the official binary and headers.
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	const binary = join('node_modules', name, 'bin', 'node');
	const folder = await cached(`node-${NODE_MAJOR}`, say, async (draft) => {
		await writePackage(draft, { [name]: String(NODE_MAJOR) }, {});
		await withProgress(
			say,
			`installing Node ${NODE_MAJOR} for n8n (this machine has ${process.version})`,
			async () => await run('npm', [...INSTALL, '--ignore-scripts'], { cwd: draft }),
		);
		await run(join(draft, binary), ['--version'], { cwd: draft });
	});
	return join(folder, binary);
}

/** n8n's scanner of community packages, as it looks at what is published: the folder that holds its `node_modules`. */
export async function ensureScanner(say: Say): Promise<string> {
	return await cached(`scanner-${SCANNER}`, say, async (draft) => {
		await writePackage(draft, { '@n8n/scan-community-package': SCANNER }, {});
		await withProgress(
			say,
			`installing n8n's scanner ${SCANNER}`,
			async () => await run('npm', [...INSTALL, '--ignore-scripts'], { cwd: draft }),
		);
	});
}

/** Flags stand on the command line, so that the settings of whatever npm script called us do not reach n8n. */
const INSTALL = ['install', '--no-audit', '--no-fund', '--no-legacy-peer-deps', '--loglevel=error'];

async function writePackage(
	folder: string,
	dependencies: Record<string, string>,
	overrides: Record<string, string>,
): Promise<void> {
	const content = { name: 'runtime', private: true, dependencies, overrides };
	await writeFile(join(folder, 'package.json'), JSON.stringify(content, null, 2));
}

/** npm and node-gyp with the wanted Node first in the path, and its own headers in place of a download. */
function envFor(node: string): NodeJS.ProcessEnv {
	const home = dirname(dirname(node));
	const headers = existsSync(join(home, 'include', 'node', 'node.h'));
	return {
		...process.env,
		PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
		...(headers && { npm_config_nodedir: home }),
	};
}

/**
 * Builds what n8n cannot start without. Its SQLite binding comes ready-made from the web where that can be reached,
 * and is compiled otherwise.
 */
async function build(names: string[], draft: string, node: string): Promise<void> {
	const args = ['rebuild', ...names, '--ignore-scripts=false', '--foreground-scripts'];
	try {
		await run('npm', args, { cwd: draft, env: envFor(node) });
		await run(node, ['-e', names.map((name) => `require('${name}')`).join(';')], { cwd: draft });
	} catch (error) {
		const missing: string[] = [];
		for (const tool of ['python3', 'make', 'g++']) if (!(await exists(tool))) missing.push(tool);
		if (missing.length === 0) throw error;
		throw new Error(
			`To build ${names.join(' and ')} this machine needs ${missing.join(', ')}. ` +
				'Debian and Ubuntu: apt-get install python3 make g++; macOS: xcode-select --install',
		);
	}
}
