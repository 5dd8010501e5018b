import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
	NodeHelpers,
	type IBuilderHint,
	type INode,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** The package as it would be published. Build it first: `npm run build`. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const { name, version, n8n } = require('../../package.json');

/** What n8n supplies on both supported lines. */
const SUPPLIED = ['n8n-workflow', 'luxon', 'crypto'];

const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }));
const files: string[] = packed.files.map(({ path }: { path: string }) => path);

it('what is published is code, codex files, previews, icons, the licence, the README and the manifest', () => {
	const others = files.filter((path) => !path.startsWith('dist/'));
	assert.deepEqual(others.sort(), ['LICENSE.md', 'README.md', 'package.json']);
	const kinds = /\.(js|svg|node\.json)$|\/__schema__\/.*\.json$/;
	assert.deepEqual(
		files.filter((path) => path.startsWith('dist/') && !kinds.test(path)),
		[],
	);
});

it('the code needs nothing but its own files and what n8n supplies', () => {
	const scripts = files.filter((path) => path.endsWith('.js'));
	assert.ok(scripts.length > 50);
	for (const path of scripts) {
		const code = readFileSync(join(ROOT, path), 'utf8');
		for (const [, wanted] of code.matchAll(/\brequire\(\s*['"`]([^'"`]+)['"`]\s*\)/g)) {
			const isOwn =
				wanted!.startsWith('.') && resolve('/', dirname(path), wanted!).startsWith('/dist/');
			assert.ok(isOwn || SUPPLIED.includes(wanted!), `${path} needs ${wanted}`);
		}
	}
	// n8n's linter checks what else the manifest must not contain.
	assert.equal(n8n.strict, true);
});

const types = new Map<string, INodeTypeDescription>(
	(n8n.nodes as string[]).map((path) => {
		const [Node] = Object.values<new () => { description: INodeTypeDescription }>(
			require(`../../${path}`),
		);
		const { description } = new Node!();
		return [`${name}.${description.name}`, description];
	}),
);

it('each node points assistants to the other two by the names that n8n gives them', () => {
	for (const [type, { builderHint }] of types) {
		const related = (builderHint as IBuilderHint).relatedNodes!.map(({ nodeType }) => nodeType);
		const others = [...types.keys()].filter((other) => other !== type);
		assert.deepEqual(
			others.filter((other) => !related.includes(other)),
			[],
		);
	}
});

/**
 * Workflows as each version saved them (tools/release/everyParameter.mts). What a person set then must still exist,
 * because n8n silently drops what is no longer declared.
 */
const SAVED = join(import.meta.dirname, 'saved');

it('this version has saved its own', () => assert.ok(readdirSync(SAVED).includes(version)));

for (const file of readdirSync(SAVED, { recursive: true, encoding: 'utf8' })) {
	if (!file.endsWith('.json')) continue;
	const { nodes } = JSON.parse(readFileSync(join(SAVED, file), 'utf8')) as { nodes: INode[] };
	for (const node of nodes) {
		it(`${node.name} of ${file} is loaded as it was saved`, () => {
			const description = types.get(node.type)!;
			assert.ok([description.version].flat().includes(node.typeVersion));
			const given = [description.properties, node.parameters, false, false] as const;
			assert.deepEqual(NodeHelpers.getNodeParameters(...given, node, description), node.parameters);
			const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
			assert.deepEqual(issues?.parameters ?? {}, {});
		});
	}
}
