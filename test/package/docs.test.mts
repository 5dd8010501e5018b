import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { readmeWithOperations, reference } from '../../tools/previews/reference.mts';
import { linksOf, sectionsOf } from './pages.mts';

/** What the pages link to, show and list exists, and nothing is missing from them. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');

const EXAMPLES = (await readdir(`${ROOT}examples`)).map((name) => `examples/${name}`);

const pages = (await readdir(`${ROOT}docs`)).filter((name) => name.endsWith('.md'));

const ALL = [
	...pages.map((name) => `docs/${name}`),
	...(await readdir(`${ROOT}tools`, { recursive: true })).map((name) => `tools/${name}`),
	...(await readdir(ROOT)),
].filter((name) => name.endsWith('.md'));

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

	it(`pictures of ${path} are shown, each with a description`, async () => {
		for (const { picture, words, to } of linksOf(await read(path))) {
			if (!/\.(png|svg|jpe?g|gif)$/.test(to)) continue;
			assert.ok(picture, `${to} is only linked`);
			assert.ok(words.split(' ').length >= 4, `${to}: "${words}"`);
		}
	});
}

it('README links to each example', async () => {
	const links = linksOf(await read('README.md')).map(({ to }) => to);
	assert.deepEqual(
		EXAMPLES.filter((path) => !links.includes(path)),
		[],
	);
});

it('each picture is on a page', async () => {
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

it("README's table has the operations of the node", async () => {
	assert.equal(await read('README.md'), await readmeWithOperations(), 'npm run docs:reference');
});

it('docs/reference.md has what the node describes', async () => {
	assert.equal(await read('docs/reference.md'), await reference(), 'npm run docs:reference');
});

it('files and folders that CONTRIBUTING names exist', async () => {
	const within = async (folder: string): Promise<string[]> => {
		const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
		const found = entries.map(async (entry) => {
			const path = `${folder}/${entry.name}`;
			const isOurs = !/^(node_modules|dist|\.git)$/.test(entry.name);
			return entry.isDirectory() && isOurs ? [path, ...(await within(path))] : [path];
		});
		return (await Promise.all(found)).flat();
	};
	const there = (await within('')).map((path) => path.replace(/\.ts$/, ''));
	const names = (await read('CONTRIBUTING.md')).matchAll(/`([\w.-]+\/[\w./-]*)`/g);
	for (const [, name] of names) {
		// The guide's example does not exist.
		if (/\bnotes?\b/.test(name!)) continue;
		const path = `/${name!.replace(/\/$|\.ts$/, '')}`;
		assert.ok(
			there.some((one) => one.endsWith(path)),
			name,
		);
	}
});

it('each step of the walks in CONTRIBUTING is a call', async () => {
	const text = await read('CONTRIBUTING.md');
	const steps = [...text.matchAll(/^- `([\w./]+)` calls `(\w+)` of `([\w./]+)`/gm)];
	assert.ok(steps.length >= 20);
	const sources = (await readdir(`${ROOT}nodes`, { recursive: true })).map(
		(name) => `nodes/${name}`,
	);
	const sourceOf = async (name: string) => {
		const path = sources.find((one) => one.endsWith(`/${name}.ts`));
		assert.ok(path, `${name} is not there`);
		return await read(path);
	};
	for (const [step, from, name, to] of steps) {
		assert.match(await sourceOf(from!), new RegExp(`\\b${name}\\(`), step);
		const made = new RegExp(`(function\\*? |const |async |^\\t)${name}\\b|\\b${name}:`, 'm');
		assert.match(await sourceOf(to!), made, step);
	}
});
