import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

import naming from '../../nodes/api/names.ts';
import filters from '../../nodes/deals/filters.ts';
import reports from '../../nodes/deals/statusReport.ts';
import present from '../../nodes/deals/present.ts';
import times from '../../nodes/deals/statusPeriods.ts';
import type { HistoryItem } from '../../nodes/api/types.ts';
import { tablesOf } from './tables.mts';

/** The worked example of docs/reports.md: the figures of the page are those of the node. */

const page = await readFile(new URL('../../docs/reports.md', import.meta.url), 'utf8');

const [story, inStatus, current, report, split] = tablesOf(page)
	.filter(({ heading }) => heading === 'A worked example')
	.map(({ columns, rows }) =>
		rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [columns[n]!, cell]))),
	);

const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00Z`);
const [, nowText] = /It is ([\d -]+:\d\d) UTC/.exec(page)!;
const now = momentOf(nowText!);

const deal = {
	id: 'deal',
	summary: 'Dak',
	history: story!.map(({ At, Changed, To }, n) => ({
		id: String(n),
		backlogItemId: 'deal',
		startTimestamp: momentOf(At!),
		endTimestamp: story![n + 1] ? momentOf(story![n + 1]!.At!) : 0,
		type: Changed === 'status' ? 'STATUS_CHANGED' : 'USER_CHANGED',
		metaData: { propertyValue: { _id: To, type: Changed === 'status' ? 'STATUS' : 'USER' } },
	})),
} as unknown as HistoryItem;

const names = naming.NO_NAMES;
const context = { names, companyProfileId: undefined };
const settings = {
	...filters.NO_FILTERS,
	...{ after: undefined, before: undefined, splitByAssignee: false },
};

/** The keys of columns that have another name on the page. */
const KEYS: Record<string, string> = {
	Status: 'statusId',
	Assignee: 'assigneeId',
	Previous: 'previousStatusId',
};
type Row = Record<string, unknown>;
const shown = (value: unknown): string =>
	String(value ?? '').replace(/^([\d-]{10})T([\d:]{5}).*/, '$1 $2');

for (const [what, rows, table] of [
	['time in status', times.timeInStatus(deal, names, filters.NO_FILTERS, now), inStatus],
	['deal', [present.dealRecord(present.dealAt(deal, now), context)], current],
	['status report', reports.statusReport([deal], names, settings), report],
	[
		'status report by assignee',
		reports.statusReport([deal], names, { ...settings, splitByAssignee: true }),
		split,
	],
] as Array<[what: string, rows: Row[], table: Row[]]>)
	it(`the worked example: ${what}`, () => {
		const columns = Object.keys(table[0]!);
		const figures = rows.map((row) =>
			Object.fromEntries(columns.map((name) => [name, shown(row[KEYS[name] ?? name])])),
		);
		assert.deepEqual(figures, table);
	});
