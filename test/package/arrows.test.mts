import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The folders of nodes/ form layers: each may import from those named here, and from itself. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SERVICE = ['transport', 'auth', 'pagination', 'api'];
const BELOW: Record<string, string[]> = {
	utils: [],
	transport: ['utils'],
	auth: ['utils', 'transport'],
	pagination: ['utils', 'transport'],
	contacts: ['utils'],
	api: ['utils', 'transport', 'pagination', 'contacts'],
	deals: ['utils', 'contacts', 'api'],
	parameters: ['utils'],
	descriptions: ['utils', 'transport', 'contacts', 'api', 'deals', 'parameters'],
	methods: ['utils', ...SERVICE, 'contacts', 'deals', 'parameters', 'descriptions'],
	credentials: ['utils', 'transport', 'auth'],
};
/** For `nodes/SalesCrm`, `nodes/SalesCrmTrigger` and so on; no node imports from another. */
const BELOW_NODES = [
	...['utils', ...SERVICE, 'deals', 'contacts'],
	...['parameters', 'descriptions', 'methods'],
];
const isNode = (folder: string) => /^SalesCrm\w*$/.test(folder);

/** Such as `transport` for `nodes/transport/request.ts`. */
const folderOf = (path: string) => path.replace(/^nodes\//, '').split('/')[0]!;

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => posix.join(folder, name)),
);

/** Including those of types. */
function importsOf(path: string): string[] {
	const source = readFileSync(join(ROOT, path), 'utf8');
	const { statements } = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
	return statements.flatMap((statement) => {
		const from =
			ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement : null;
		const name = from?.moduleSpecifier as ts.StringLiteral | undefined;
		if (!name?.text.startsWith('.')) return [];
		const base = posix.join(posix.dirname(path), name.text);
		const target = [`${base}.ts`, `${base}/index.ts`].find((one) => files.includes(one));
		assert.ok(target, `${path} imports ${name.text}, which does not exist`);
		return [target];
	});
}

const imports = new Map(files.map((path) => [path, importsOf(path)]));

const linesOf = (text: string) => text.trimEnd().split('\n').length;

it('no file is longer than 250 lines, no function than 60', () => {
	const long: string[] = [];
	for (const path of files) {
		const source = readFileSync(join(ROOT, path), 'utf8');
		if (linesOf(source) > 250) long.push(path);
		const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
		const visit = (node: ts.Node) => {
			if (ts.isFunctionLike(node) && linesOf(node.getText(file)) > 60) {
				long.push(`${path}: ${node.name?.getText(file) ?? 'a function'}`);
			}
			ts.forEachChild(node, visit);
		};
		visit(file);
	}
	assert.deepEqual(long, []);
});

it('imports between the folders of nodes/ run one way', () => {
	assert.ok(files.length > 80);
	for (const [path, targets] of imports) {
		const folder = folderOf(path);
		const below = isNode(folder) ? BELOW_NODES : BELOW[folder];
		assert.ok(below, `${path} is in a folder that has no layer yet`);
		for (const target of targets) {
			const isBelow = [folder, ...below].includes(folderOf(target));
			assert.ok(isBelow, `${path} imports ${target}, which is not below it`);
		}
	}
});

it('imports never run in a circle', () => {
	const done = new Set<string>();
	const visit = (path: string, way: string[]) => {
		assert.ok(!way.includes(path), [...way, path].join(' → '));
		if (done.has(path)) return;
		for (const target of imports.get(path)!) visit(target, [...way, path]);
		done.add(path);
	};
	for (const path of files) visit(path, []);
});
