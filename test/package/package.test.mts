import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { serviceTypes, TYPES } from '../../tools/previews/types.mts';
import { descriptions, manifest } from './built.mts';

/** The package as it would be published. Build it first: `npm run build`. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** All that n8n itself supplies on both supported lines and this package uses. */
const SUPPLIED = ['n8n-workflow', 'luxon', 'crypto'];

let files: string[];

before(async () => {
	const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	const { stdout } = await promisify(execFile)('npm', pack, { cwd: ROOT });
	const [{ files: packed }] = JSON.parse(stdout) as [{ files: Array<{ path: string }> }];
	files = packed.map(({ path }) => path);
});

const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');

describe('what is published', () => {
	it('is the built code, the licence, the page for readers and the manifest', () => {
		const others = files.filter((path) => !path.startsWith('dist/'));
		assert.deepEqual(others.sort(), ['LICENSE.md', 'README.md', 'package.json']);
	});

	it('has code, codex files, previews and drawn icons in it, and nothing else', () => {
		const kinds = /\.(js|svg|node\.json)$|\/__schema__\/.*\.json$/;
		const strange = files.filter((path) => path.startsWith('dist/') && !kinds.test(path));
		assert.deepEqual(strange, []);
	});

	it('has both icons, and every icon that a node or credential names', async () => {
		const icons = files.filter((path) => path.endsWith('.svg')).sort();
		assert.deepEqual(icons, ['dist/icons/salesCrm.dark.svg', 'dist/icons/salesCrm.svg']);
		for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			const named = [...(await read(path)).matchAll(/'file:([^']+)'/g)];
			assert.equal(named.length, 2, `${path} names a light and a dark icon`);
			for (const [, icon] of named) {
				assert.ok((await stat(resolve(ROOT, dirname(path), icon))).isFile());
			}
		}
	});
});

describe('what it needs', () => {
	it('is nothing but its own files and what n8n supplies', async () => {
		const scripts = files.filter((path) => path.endsWith('.js'));
		assert.ok(scripts.length > 50);
		for (const path of scripts) {
			const code = await read(path);
			for (const [, wanted] of code.matchAll(/\brequire\(\s*['"`]([^'"`]+)['"`]\s*\)/g)) {
				const own =
					wanted.startsWith('.') && resolve('/', dirname(path), wanted).startsWith('/dist/');
				assert.ok(own || SUPPLIED.includes(wanted), `${path} needs ${wanted}`);
			}
			assert.doesNotMatch(
				code,
				/\bimport\(|\brequire\((?!\s*['"`])/,
				`${path} loads by a computed name`,
			);
		}
	});

	it('is said as one peer, without dependencies, overrides or scripts at installation', () => {
		assert.deepEqual(manifest.peerDependencies, { 'n8n-workflow': '*' });
		const fields = ['dependencies', 'optionalDependencies', 'bundleDependencies'];
		fields.push('bundledDependencies', 'overrides', 'resolutions');
		for (const field of fields) assert.equal(manifest[field], undefined, field);
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']) {
			assert.equal(manifest.scripts[script], undefined, script);
		}
		assert.equal(manifest.n8n.strict, true);
	});
});

describe('previews of the output', () => {
	it('are there for every operation and the triggers, and say which fields there are', async () => {
		const [action, instant, polling] = descriptions;
		const folder = (name: string) => `dist/nodes/${name}/__schema__/v`;
		const wanted = nodes.resources.flatMap(({ value, operations }) =>
			operations.map(
				(one) => `${folder('SalesCrm')}${action!.version}.0.0/${value}/${one.value}.json`,
			),
		);
		wanted.push(`${folder('SalesCrmTrigger')}${instant!.version}.0.json`);
		wanted.push(`${folder('SalesCrmPollingTrigger')}${polling!.version}.0.0.json`);
		const there = files.filter((file) => file.includes('/__schema__/'));
		assert.deepEqual(there.sort(), wanted.sort());
		for (const path of wanted) {
			const { type, properties } = JSON.parse(await read(path));
			assert.equal(type, 'object', path);
			assert.ok(Object.keys(properties).length > 0, path);
		}
	});
});

describe('types of the service', () => {
	it('are as it is described: npm run types', async () => {
		assert.equal(await readFile(TYPES, 'utf8'), await serviceTypes());
	});
});

describe('codex files', () => {
	it('name each node as n8n does, and say what people search for', async () => {
		for (const [n, path] of manifest.n8n.nodes.entries()) {
			const codex = JSON.parse(await read(path.replace('.node.js', '.node.json')));
			assert.equal(codex.node, `n8n-nodes-sales-crm.${descriptions[n]!.name}`);
			assert.ok(codex.alias.includes('CRM'), path);
			assert.deepEqual(codex.categories, ['Sales']);
		}
	});
});
