import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { serviceTypes, TYPES } from '../../previews/types.mts';

/** The package as it would be published. Build it first: `npm run build`. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/** All that n8n itself supplies on both supported lines and this package uses. */
const SUPPLIED = ['n8n-workflow', 'luxon', 'crypto'];

interface Manifest {
	[field: string]: unknown;
	scripts: Record<string, string>;
	peerDependencies: object;
	n8n: { strict: boolean; nodes: string[]; credentials: string[] };
}

const manifest: Manifest = require('../../package.json');
let files: string[];

before(async () => {
	await stat(join(ROOT, 'dist')).catch(() => assert.fail('There is no dist: npm run build'));
	const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	const { stdout } = await promisify(execFile)('npm', pack, { cwd: ROOT });
	const [{ files: packed }] = JSON.parse(stdout) as [{ files: Array<{ path: string }> }];
	files = packed.map(({ path }) => path);
});

const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');

const descriptionOf = (path: string): INodeTypeDescription => {
	const [Node] = Object.values<new () => { description: INodeTypeDescription }>(
		require(join(ROOT, path)),
	);
	return new Node().description;
};

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

	it('has every node and credential that the manifest names', () => {
		for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			assert.ok(files.includes(path), path);
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
		for (const field of [
			'dependencies',
			'optionalDependencies',
			'bundleDependencies',
			'bundledDependencies',
			'overrides',
			'resolutions',
		]) {
			assert.equal(manifest[field], undefined, field);
		}
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']) {
			assert.equal(manifest.scripts[script], undefined, script);
		}
		assert.equal(manifest.n8n.strict, true);
	});
});

describe('previews of the output', () => {
	const preview = async (path: string) => {
		assert.ok(files.includes(path), path);
		const { type, properties } = JSON.parse(await read(path));
		assert.equal(type, 'object', path);
		assert.ok(Object.keys(properties).length > 0, path);
	};

	it('are there for every operation', async () => {
		const { properties, version } = descriptionOf('dist/nodes/SalesCrm/SalesCrm.node.js');
		const choices = properties.filter(({ name }) => name === 'operation');
		const paths = choices.flatMap(({ displayOptions, options }: INodeProperties) =>
			(displayOptions!.show!.resource as string[]).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }) => `${resource}/${value}.json`),
			),
		);
		const folder = `dist/nodes/SalesCrm/__schema__/v${version}.0.0/`;
		const wanted = paths.map((path) => folder + path);
		assert.deepEqual(files.filter((file) => file.startsWith(folder)).sort(), wanted.sort());
		for (const path of wanted) await preview(path);
	});

	it('are there for the triggers', async () => {
		const { version } = descriptionOf('dist/nodes/SalesCrmTrigger/SalesCrmTrigger.node.js');
		assert.equal(version, 1.1);
		await preview('dist/nodes/SalesCrmTrigger/__schema__/v1.1.0.json');
		await preview('dist/nodes/SalesCrmPollingTrigger/__schema__/v1.0.0.json');
	});
});

describe('types of the service', () => {
	it('are as it is described: npm run types', async () => {
		assert.equal(await readFile(TYPES, 'utf8'), await serviceTypes());
	});
});

describe('codex files', () => {
	it('name each node as n8n does, and say what people search for', async () => {
		for (const path of manifest.n8n.nodes) {
			const codex = JSON.parse(await read(path.replace('.node.js', '.node.json')));
			assert.equal(codex.node, `n8n-nodes-sales-crm.${descriptionOf(path).name}`);
			assert.ok(codex.alias.includes('CRM'), path);
			assert.deepEqual(codex.categories, ['Sales']);
		}
	});

	it('the triggers say what tells them apart; the first one also what the whole app is for', () => {
		const [, instant, polling] = manifest.n8n.nodes.map(descriptionOf);
		// The list of nodes shows the action node and its trigger as one app, by the words of the trigger.
		assert.match(instant!.description, /Contacts, deals and quotations/);
		assert.match(polling!.description, /new or stuck deals, contacts and quotations/);
		const noticeOf = ({
			properties,
		}: {
			properties: Array<{ type: string; displayName: string }>;
		}) => properties.find(({ type }) => type === 'notice')!.displayName;
		assert.match(noticeOf(instant!), /must be able to reach the webhook URL.*Polling Trigger/);
		assert.match(noticeOf(polling!), /reads every chosen source whole.*Sales CRM Trigger/);
	});
});
