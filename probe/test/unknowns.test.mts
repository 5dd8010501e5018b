import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { switchesWith } from '../../sandbox/switches.mts';
import { tablesOf } from '../../test/package/tables.mts';
import { QUESTIONS } from '../questions/index.mts';

/** What the switch `faults` takes, and values of `errorShape` and `listShape`. */
const NO_SWITCHES = ['status', 'route', 'retryAfter', 'redirect', 'failure200', 'error', 'keyed'];

test('docs/unknowns.md has a row for each question and for nothing else, with switches that exist', async () => {
	const page = await readFile(new URL('../../docs/unknowns.md', import.meta.url), 'utf8');
	const tables = tablesOf(page).filter(({ columns }) => columns[0] === 'Not shown');
	const rows = tables.flatMap(({ rows: cells }) => cells);
	const titles = rows.map(([row]) => row);
	assert.deepEqual(
		titles,
		QUESTIONS.map(({ row }) => row),
	);
	const known = [...Object.keys(switchesWith()), ...NO_SWITCHES];
	for (const [row, , played] of rows) {
		for (const [, name] of played!.matchAll(/`(\w+)`/g))
			assert.ok(known.includes(name!), `${row}: ${name}`);
	}
});
