import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { linksOf, sectionsOf } from './pages.mts';

/**
 * The pages hold together.
 *
 * 1. Each link between pages leads to a file, and to a heading, that is there.
 * 2. Each picture is shown, not only linked, with a text that tells what it shows, and none lies about unused.
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
