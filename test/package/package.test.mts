import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { serviceTypes, TYPES } from '../../tools/previews/types.mts';
import { descriptions, manifest } from './built.mts';

/** The package as it would be published. Build it first: `npm run build`. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What n8n supplies on both supported lines. */
const SUPPLIED = ['n8n-workflow', 'luxon', 'crypto'];

let files: string[];

before(async () => {
	const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	const { stdout } = await promisify(execFile)('npm', pack, { cwd: ROOT });
	const [{ files: packed }] = JSON.parse(stdout) as [{ files: Array<{ path: string }> }];
	files = packed.map(({ path }) => path);
});

const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');

it('what is published is code, codex files, previews, icons, the licence, the README and the manifest', () => {
	const others = files.filter((path) => !path.startsWith('dist/'));
	assert.deepEqual(others.sort(), ['LICENSE.md', 'README.md', 'package.json']);
	const kinds = /\.(js|svg|node\.json)$|\/__schema__\/.*\.json$/;
	assert.deepEqual(
		files.filter((path) => path.startsWith('dist/') && !kinds.test(path)),
		[],
	);
	const icons = files.filter((path) => path.endsWith('.svg')).sort();
	assert.deepEqual(icons, ['dist/icons/salesCrm.dark.svg', 'dist/icons/salesCrm.svg']);
});

it('the code needs nothing but its own files and what n8n supplies', async () => {
	const scripts = files.filter((path) => path.endsWith('.js'));
	assert.ok(scripts.length > 50);
	for (const path of scripts) {
		const code = await read(path);
		for (const [, wanted] of code.matchAll(/\brequire\(\s*['"`]([^'"`]+)['"`]\s*\)/g)) {
			const isOwn =
				wanted.startsWith('.') && resolve('/', dirname(path), wanted).startsWith('/dist/');
			assert.ok(isOwn || SUPPLIED.includes(wanted), `${path} needs ${wanted}`);
		}
	}
	// n8n's linter checks what else the manifest must not contain.
	assert.equal(manifest.n8n.strict, true);
});

it('every operation and trigger has a preview of its output, with its fields', async () => {
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

it('the types of the service are those of its description: npm run types', async () => {
	assert.equal(await readFile(TYPES, 'utf8'), await serviceTypes());
});

it('codex files name each node as n8n does, and contain what people search for', async () => {
	for (const [n, path] of manifest.n8n.nodes.entries()) {
		const codex = JSON.parse(await read(path.replace('.node.js', '.node.json')));
		assert.equal(codex.node, `n8n-nodes-sales-crm.${descriptions[n]!.name}`);
		assert.ok(codex.alias.includes('CRM'), path);
		assert.deepEqual(codex.categories, ['Sales']);
	}
});
