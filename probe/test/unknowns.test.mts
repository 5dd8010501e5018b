import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { tablesOf } from '../../test/package/tables.mts';
import { ROWS } from '../conclude/unknowns.mts';

test('there is an answer to each row of docs/unknowns.md, and to nothing else', async () => {
	const page = await readFile(new URL('../../docs/unknowns.md', import.meta.url), 'utf8');
	const rows = tablesOf(page)
		.filter(({ columns }) => columns[0] === 'Not shown')
		.flatMap(({ rows: cells }) => cells.map(([first]) => first));
	assert.deepEqual(Object.keys(ROWS), rows);
});
