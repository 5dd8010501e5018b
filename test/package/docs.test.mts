import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { linksOf, plain, type Section, sectionsOf } from './pages.mts';
import { titlesOf } from './titles.mts';

/**
 * Pages say what users may rely on; docs/contract.md names the tests that show it.
 *
 * 1. Each row of a table there with a column "Shown by" names tests, and each is there under that very name. No other
 *    page names any.
 * 2. A section there whose first line is "Of [heading](page.md#anchor)." speaks of that section of that page: each
 *    first cell stands in it, word for word.
 * 3. Each row of a table and each item of a list in that section of the page holds one of these sentences. "Every row"
 *    stands for all of them.
 * 4. A table in a section of which nothing is shown promises nothing: it tells people what to enter, compares, or
 *    gives what was measured.
 * 5. Each link between pages leads to a file, and to a heading, that is there. Each picture is shown, not only linked,
 *    with a text that tells what it shows, and none lies about unused.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = async (path: string) => await readFile(join(ROOT, path), 'utf8');

/** The first columns of tables that promise nothing. */
const NO_PROMISE = ['', 'After', 'case', 'field', 'from the OpenID configuration', 'way'];

const ENDINGS: Record<string, string> = {
	unit: 'ts',
	engine: 'ts',
	e2e: 'mts',
	package: 'mts',
	sandbox: 'mts',
	probe: 'mts',
};

/** `unit/lists` stands for test/unit/lists.test.ts, `sandbox/routes` for sandbox/test/routes.test.mts. */
function pathOf(short: string): string {
	const [kind, ...rest] = short.split('/');
	const folder = ['sandbox', 'probe'].includes(kind!) ? `${kind}/test` : `test/${kind}`;
	return `${ROOT}${folder}/${rest.join('/')}.test.${ENDINGS[kind!]}`;
}

/** "`file` › title", alone or several on lines of their own. */
const REFERENCE = /`([\w/.-]+)` › (.+?)(?=<br>| *\||$)/gm;
const REFERENCES = /^(`[\w/.-]+` › [^`].*?)(<br>`[\w/.-]+` › .+?)*$/;

const EVERY_ROW = 'Every row';

const pages = (await readdir(`${ROOT}docs`)).filter((name) => name.endsWith('.md'));
const texts = new Map<string, string>();
for (const name of pages) texts.set(name, await read(`docs/${name}`));
const contract = sectionsOf(texts.get('contract.md')!);

/** What a section of the contract shows of another page. */
interface Proof {
	section: Section;
	page: string;
	anchor: string;
	heading: string;
}

const proofs = contract.flatMap((section): Proof[] => {
	const [, heading, page, anchor] =
		/^Of \[(.+)\]\(([\w-]+\.md)#(.+)\)\.$/m.exec(section.text) ?? [];
	return page ? [{ section, page, anchor: anchor!, heading: heading! }] : [];
});

const firstCells = (section: Section) =>
	section.tables.flatMap(({ rows }) => rows.map(([first]) => plain(first!)));

describe('docs/contract.md', () => {
	it('speaks of other pages', () => {
		const shown = new Set(proofs.map(({ page }) => page));
		const known = [
			'errors.md',
			'first-contact.md',
			'history-trigger.md',
			'history.md',
			'importing.md',
			'queue-mode.md',
			'record-trigger.md',
			'signing-in.md',
			'trigger.md',
			'unknowns.md',
		];
		assert.deepEqual(
			known.filter((page) => !shown.has(page)),
			[],
		);
	});

	for (const { heading, tables } of contract) {
		for (const { columns, rows } of tables) {
			it(`each row is shown by a test: ${heading}`, () => {
				const shownBy = columns.indexOf('Shown by');
				assert.notEqual(shownBy, -1);
				for (const cells of rows) {
					assert.equal(cells.length, columns.length, cells.join(' | '));
					assert.match(cells[shownBy]!, REFERENCES, cells[0]);
				}
			});
		}
	}

	for (const [, short, name] of texts.get('contract.md')!.matchAll(REFERENCE)) {
		it(`${short} › ${name}`, async () => {
			const titles = await titlesOf(pathOf(short!));
			const title = name!.replaceAll('&#124;', '|');
			assert.ok(titles.includes(title), `the titles there are:\n${titles.join('\n')}`);
		});
	}
});

for (const { section, page, anchor, heading } of proofs) {
	describe(`docs/${page}: ${heading}`, () => {
		const there = sectionsOf(texts.get(page) ?? '').find((one) => one.anchor === anchor);
		const sentences = firstCells(section);

		it('is there under that name', () => assert.equal(there?.heading, heading));

		it('says, word for word, what docs/contract.md shows', () => {
			const said = plain(there!.text);
			assert.deepEqual(
				sentences.filter((sentence) => sentence !== EVERY_ROW && !said.includes(sentence)),
				[],
			);
		});

		it('says nothing in tables and lists that docs/contract.md does not show', () => {
			const promises = [...firstCells(there!), ...there!.items.map(plain)];
			if (sentences.includes(EVERY_ROW)) return assert.ok(promises.length > 0);
			assert.deepEqual(
				promises.filter((promise) => !sentences.some((sentence) => promise.includes(sentence))),
				[],
			);
		});
	});
}

for (const page of pages.filter((name) => name !== 'contract.md')) {
	describe(`docs/${page}`, () => {
		it('leaves naming tests to docs/contract.md', () => {
			assert.deepEqual([...texts.get(page)!.matchAll(REFERENCE)].map(String), []);
		});

		it('has no table of promises that docs/contract.md knows nothing of', () => {
			const shown = new Set(proofs.filter((proof) => proof.page === page).map((one) => one.anchor));
			const others = sectionsOf(texts.get(page)!).filter(({ anchor }) => !shown.has(anchor));
			const columns = others.flatMap(({ tables }) => tables.map(({ columns: [first] }) => first!));
			assert.deepEqual(
				columns.filter((first) => !NO_PROMISE.includes(first.replaceAll('*', ''))),
				[],
			);
		});
	});
}

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
