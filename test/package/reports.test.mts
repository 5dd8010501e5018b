import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

import naming from '../../nodes/api/names.ts';
import filters from '../../nodes/deals/filters.ts';
import reports from '../../nodes/deals/statusReport.ts';
import present from '../../nodes/deals/present.ts';
import times from '../../nodes/deals/visits.ts';
import type { HistoryItem } from '../../nodes/api/types.ts';
import { tablesOf } from './tables.mts';

/** The worked example of docs/reports.md: the node's own words for it, against the figures on the page. */

const page = await readFile(new URL('../../docs/reports.md', import.meta.url), 'utf8');

const [story, inStatus, current, report, split] = tablesOf(page)
	.filter(({ heading }) => heading === 'A worked example')
	.map(({ columns, rows }) =>
		rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [columns[n]!, cell]))),
	);

const orNone = (value: unknown) => String(value ?? '');
const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00Z`);
const shown = (iso: unknown) => String(iso).replace('T', ' ').slice(0, 16);

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
const PERIOD = { after: undefined, before: undefined, splitByAssignee: false };

it('the worked example: time in status', () => {
	const rows = times.timeInStatus(deal, names, filters.NO_FILTERS, now).map((row) => ({
		Status: row.statusId,
		enteredCount: String(row.enteredCount),
		firstEnteredAt: shown(row.firstEnteredAt),
		lastEnteredAt: shown(row.lastEnteredAt),
		lastLeftAt: shown(row.lastLeftAt),
		totalDays: String(row.totalDays),
		latestDays: String(row.latestDays),
		current: String(row.current),
	}));
	assert.equal(rows.length, 2);
	assert.deepEqual(rows, inStatus);
});

it('the worked example: deal', () => {
	const row = present.dealRecord(present.dealNow(deal, now), context);
	const shownRow = {
		Status: row.statusId,
		enteredAt: shown(row.enteredAt),
		daysInStatus: String(row.daysInStatus),
		daysToStatus: String(row.daysToStatus),
		enteredCount: String(row.enteredCount),
		Previous: row.previousStatusId,
		Assignee: row.assigneeId,
		assignedAt: shown(row.assignedAt),
		firstChangeAt: shown(row.firstChangeAt),
		lastChangeAt: shown(row.lastChangeAt),
	};
	assert.deepEqual([shownRow], current);
});

it('the worked example: status report', () => {
	const settings = { ...filters.NO_FILTERS, ...PERIOD };
	const rows = reports.statusReport([deal], names, settings).map((row) => ({
		Status: row.statusId,
		openNow: String(row.openNow),
		entered: String(row.entered),
		left: String(row.left),
		medianDays: String(row.medianDays),
		p90Days: String(row.p90Days),
		averageDays: String(row.averageDays),
		'next (visits, share)': (row.next as Array<Record<string, unknown>>)
			.map(({ statusId, visits, share }) => `${statusId} (${visits}, ${share})`)
			.join(),
	}));
	assert.deepEqual(rows, report);
	const parts = reports.statusReport([deal], names, { ...settings, splitByAssignee: true });
	const byAssignee = parts.map((row) => ({
		Status: row.statusId,
		Assignee: orNone(row.assigneeId),
		openNow: String(row.openNow),
		entered: String(row.entered),
		left: String(row.left),
		averageDays: orNone(row.averageDays),
	}));
	assert.deepEqual(byAssignee, split);
});
