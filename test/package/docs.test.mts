import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { reference } from '../../tools/previews/reference.mts';

/** What the pages link to, show and list exists, and nothing is missing from them. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');
const within = async (folder: string) =>
	(await readdir(join(ROOT, folder))).map((name) => join(folder, name));

const ALL = [
	...(await within('docs')),
	...(await readdir(`${ROOT}tools`, { recursive: true })).map((name) => `tools/${name}`),
	...(await readdir(ROOT)),
].filter((name) => name.endsWith('.md'));

/** The targets of links and pictures of a page, none of its code. */
const linksOf = (markdown: string) =>
	[...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);

const withoutCode = (markdown: string) =>
	markdown.replace(/^\s*```[\s\S]*?^\s*```/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchors of headings, as GitHub and npm name them in an address. */
const anchorsOf = (markdown: string) =>
	[...markdown.replace(/^\s*```[\s\S]*?^\s*```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_\- ]/gu, '')
			.replaceAll(' ', '-'),
	);

for (const path of ALL) {
	it(`links of ${path} lead somewhere`, async () => {
		for (const to of linksOf(await read(path))) {
			if (/^[a-z]+:/.test(to)) continue;
			const [file, anchor] = to.split('#');
			const target = file === '' ? path : join(dirname(path), file!);
			await assert.doesNotReject(stat(join(ROOT, target)), to);
			if (anchor) assert.ok(anchorsOf(await read(target)).includes(anchor), to);
		}
	});
}

it('README links to each example, and names each operation', async () => {
	const readme = await read('README.md');
	const links = linksOf(readme);
	for (const example of await within('examples')) assert.ok(links.includes(example), example);
	for (const { name, operations } of nodes.resources) {
		const row = readme.split('\n').find((line) => line.startsWith(`| ${name} `))!;
		const named = row.split('|')[2]!.trim().split(', ');
		assert.deepEqual(named.sort(), operations.map((operation) => operation.name).sort());
	}
});

it('docs/reference.md has what the node describes', async () => {
	assert.equal(await read('docs/reference.md'), await reference(), 'npm run docs:reference');
});
