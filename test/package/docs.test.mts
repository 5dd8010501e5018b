import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The tables in docs/ name tests. Each of them must be there, under that very name. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const ENDINGS: Record<string, string> = { unit: 'ts', e2e: 'mts', package: 'mts', sandbox: 'mts' };

/** `unit/lists` stands for test/unit/lists.test.ts, `sandbox/routes` for sandbox/test/routes.test.mts. */
function pathOf(short: string): string {
	const [kind, ...rest] = short.split('/');
	const folder = kind === 'sandbox' ? 'sandbox/test' : `test/${kind}`;
	return `${ROOT}${folder}/${rest.join('/')}.test.${ENDINGS[kind]}`;
}

for (const page of ['contract.md', 'unknowns.md']) {
	describe(`docs/${page}`, async () => {
		const text = await readFile(`${ROOT}docs/${page}`, 'utf8');
		const rows = text.split('\n').filter((line) => /^\| (?!---)/.test(line) && line.includes('`'));

		it('names a test in each row', () => {
			assert.ok(rows.length > 20);
			for (const row of rows) assert.match(row, /`[\w/.-]+` › /);
		});

		for (const [, short, name] of text.matchAll(/`([\w/.-]+)` › (.+?)(?=<br>| \|$)/gm)) {
			it(`${short} › ${name}`, async () => {
				const source = await readFile(pathOf(short), 'utf8');
				assert.ok(source.includes(name.replaceAll('&#124;', '|')), 'no test of that name');
			});
		}
	});
}
