import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The folders of nodes/ form layers: each may import from those named here, and from itself. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SERVICE = ['transport', 'auth', 'pagination', 'api'];
const BELOW: Record<string, string[]> = {
	utils: [],
	transport: ['utils'],
	auth: ['utils', 'transport'],
	pagination: ['utils', 'transport'],
	api: ['utils', 'transport', 'pagination'],
	deals: ['utils', 'api'],
	descriptions: ['utils', 'transport', 'api'],
	methods: ['utils', ...SERVICE, 'deals', 'descriptions'],
	credentials: ['utils', 'transport', 'auth'],
};
/** For `nodes/SalesCrm`, `nodes/SalesCrmTrigger` and so on; no node imports from another. */
const BELOW_NODES = ['utils', ...SERVICE, 'deals', 'descriptions', 'methods'];

/** Such as `transport` for `nodes/transport/request.ts`. */
const folderOf = (path: string) => path.replace(/^nodes\//, '').split('/')[0]!;

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => posix.join(folder, name)),
);

it('imports between the folders of nodes/ run one way', () => {
	assert.ok(files.length > 80);
	for (const path of files) {
		const folder = folderOf(path);
		const below = BELOW[folder] ?? (folder.startsWith('SalesCrm') && BELOW_NODES);
		assert.ok(below, `${path} is in a folder that has no layer yet`);
		for (const [, name] of readFileSync(join(ROOT, path), 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
			const target = folderOf(posix.join(posix.dirname(path), name!));
			assert.ok([folder, ...below].includes(target), `${path} imports ${name}, not below it`);
		}
	}
});
