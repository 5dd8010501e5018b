import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { tablesOf, type Table } from './tables.mts';
import { titlesOf } from './titles.mts';

/**
 * What docs/ promises stands in tables. Each row names the tests that show it, in a column "Shown by", or one line
 * below the table does for all of its rows. Each test that is named anywhere must be there under that very name.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The first columns of tables that promise nothing: they tell people what to enter, or what was measured. */
const INSTRUCTIONS = ['field', 'from the OpenID configuration', 'case', 'After'];

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

function rowsAreShown({ columns, rows, below }: Table): void {
	const shownBy = columns.indexOf('Shown by');
	if (shownBy === -1) assert.match(below, /^Shown by `/);
	for (const cells of rows) {
		assert.equal(cells.length, columns.length, cells.join(' | '));
		if (shownBy !== -1) assert.match(cells[shownBy]!, REFERENCES, cells[0]);
	}
}

const pages = (await readdir(`${ROOT}docs`)).filter((name) => name.endsWith('.md'));

it('reads all pages', () => {
	const known = [
		'contract.md',
		'errors.md',
		'first-contact.md',
		'history.md',
		'history-trigger.md',
		'importing.md',
		'queue-mode.md',
		'record-trigger.md',
		'signing-in.md',
		'trigger.md',
		'unknowns.md',
	];
	assert.deepEqual(
		known.filter((page) => !pages.includes(page)),
		[],
	);
});

for (const page of pages) {
	describe(`docs/${page}`, async () => {
		const text = await readFile(`${ROOT}docs/${page}`, 'utf8');
		const promises = tablesOf(text).filter(
			({ columns }) => !INSTRUCTIONS.includes(columns[0]!.replaceAll('*', '')),
		);

		for (const table of promises) {
			it(`each row is shown by a test: ${table.heading}`, () => rowsAreShown(table));
		}

		for (const [, short, name] of text.matchAll(REFERENCE)) {
			it(`${short} › ${name}`, async () => {
				const titles = await titlesOf(pathOf(short!));
				const title = name!.replaceAll('&#124;', '|');
				assert.ok(titles.includes(title), `the titles there are:\n${titles.join('\n')}`);
			});
		}
	});
}
