import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { switchesWith } from '../../sandbox/switches.mts';
import { tablesOf } from '../../test/package/tables.mts';
import { QUESTIONS } from '../questions/index.mts';

test('docs/unknowns.md has a row for each question, and for nothing else; its switches are there', async () => {
	const page = await readFile(new URL('../../docs/unknowns.md', import.meta.url), 'utf8');
	const tables = tablesOf(page).filter(({ columns }) => columns[0] === 'Not shown');
	const rows = tables.flatMap(({ rows: cells }) => cells);
	assert.deepEqual(
		rows.map(([row]) => row),
		QUESTIONS.map(({ row }) => row),
	);
	const switches = Object.keys(switchesWith());
	for (const [row, , played] of rows) {
		for (const [, name] of played!.matchAll(/`(\w+)`(?=[,:;]|$| with)/g)) {
			const isKind =
				played!.includes(`faults\`: \``) || /`(error|status|route|retryAfter)`/.test(`\`${name}\``);
			assert.ok(switches.includes(name!) || isKind, `${row}: ${name}`);
		}
	}
});
