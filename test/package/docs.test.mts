import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { linksOf, sectionsOf } from './pages.mts';
import { tablesOf } from './tables.mts';

/**
 * The pages hold together.
 *
 * 1. Each link between pages leads to a file, and to a heading, that is there.
 * 2. Each picture is shown, not only linked, with a text that tells what it shows, and none lies about unused.
 * 3. README's table of operations holds those that there are, and each is named on a page.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');

const pages = (await readdir(`${ROOT}docs`)).filter((name) => name.endsWith('.md'));

const ALL = [...pages.map((name) => `docs/${name}`), 'sandbox/README.md'].concat(
	(await readdir(ROOT)).filter((name) => name.endsWith('.md')),
);

for (const path of ALL) {
	it(`links of ${path} lead somewhere`, async () => {
		const text = await read(path);
		for (const { to } of linksOf(text)) {
			if (/^[a-z]+:/.test(to)) continue;
			const [file, anchor] = to.split('#');
			const target = file === '' ? path : join(dirname(path), file!);
			await assert.doesNotReject(stat(join(ROOT, target)), to);
			if (anchor === undefined) continue;
			const anchors = sectionsOf(await read(target)).map((section) => section.anchor);
			assert.ok(anchors.includes(anchor), `${to}: the headings there are ${anchors.join(', ')}`);
		}
	});

	it(`pictures of ${path} are shown, with what they tell`, async () => {
		for (const { picture, words, to } of linksOf(await read(path))) {
			if (!/\.(png|svg|jpe?g|gif)$/.test(to)) continue;
			assert.ok(picture, `${to} is only linked`);
			assert.ok(words.split(' ').length >= 4, `${to}: "${words}"`);
		}
	});
}

it('no picture lies about unused', async () => {
	const shown = new Set<string>();
	for (const path of ALL) {
		for (const { to } of linksOf(await read(path))) shown.add(to.split('/').at(-1)!);
	}
	const there = await readdir(`${ROOT}docs/images`);
	assert.deepEqual(
		there.filter((name) => !shown.has(name)),
		[],
	);
});

it("README's table of operations holds those that there are", async () => {
	const table = tablesOf(await read('README.md')).find(({ columns }) => columns[0] === 'resource');
	// Such as "Download (PDF), Get: what it gives".
	const named = table!.rows.map(([resource, cell]) => {
		const [list] = cell!.split(':');
		return [resource, ...list!.split(',').map((name) => name.replace(/\(.*\)/, '').trim())];
	});
	const known = nodes.resources.map(({ name, operations }) => [
		name,
		...operations.map((operation) => operation.name).sort(),
	]);
	assert.deepEqual(named, known);
});

it('each operation is named on a page', async () => {
	const text = (await Promise.all(pages.map((name) => read(`docs/${name}`)))).join('\n');
	for (const { name: resource, operations } of nodes.resources) {
		const [, section] = text.split(`\n## ${resource}\n`);
		for (const { name } of operations) {
			const isNamed = text.includes(`${resource}: ${name}`) || section?.includes(`**${name}**`);
			assert.ok(isNamed, `${resource}: ${name}`);
		}
	}
});
