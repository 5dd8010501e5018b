import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

import naming from '../../nodes/api/names.ts';
import filters from '../../nodes/deals/filters.ts';
import change from '../../nodes/deals/change.ts';
import reports from '../../nodes/deals/statusReport.ts';
import history from '../../nodes/deals/history.ts';
import present from '../../nodes/deals/present.ts';
import times from '../../nodes/deals/visits.ts';
import type { HistoryItem } from '../../nodes/api/types.ts';
import { tablesOf } from './tables.mts';

/** The worked example of docs/reports.md: the node's own words for it, against the figures on the page. */

const page = await readFile(new URL('../../docs/reports.md', import.meta.url), 'utf8');

const [story, inStatus, current, then, report, split, changed] = tablesOf(page)
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

const standing = (at: number) => {
	const row = present.dealRecord(present.dealNow(history.dealAsOf(deal, at)!, at), context);
	return {
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
};

it('the worked example: deal, now and as of a day', () => {
	assert.deepEqual([standing(now)], current);
	const [, day] = /As Of_ ([\d-]+)/.exec(page)!;
	assert.deepEqual([standing(momentOf(`${day} 00:00`) + 86_399_999)], then);
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

it('the worked example: changes', () => {
	const items = history.dealChanges(deal).map((one) => change.changeItem(one, context));
	const rows = items.map((row) => ({
		changeType: row.changeType,
		occurredAt: shown(row.occurredAt),
		endedAt: row.open ? '' : shown(row.endedAt),
		durationDays: orNone(row.durationDays),
		Status: orNone(row.statusId),
		Previous: orNone(row.previousStatusId),
		Assignee: orNone(row.assigneeId),
		'Previous assignee': orNone(row.previousAssigneeId),
	}));
	assert.equal(rows.length, 6);
	assert.deepEqual(rows, changed);
});

it('the worked example: days in status', () => {
	const [, kept, dropped] = /Minimum Days in Status_ (\d+) includes the deal, (\d+)/.exec(page)!;
	const isThere = (days: string) =>
		present.wantsDeal(
			{ ...filters.NO_FILTERS, minDaysInStatus: Number(days) },
			[],
			present.dealNow(deal, now),
			names,
		);
	assert.deepEqual([isThere(kept!), isThere(dropped!)], [true, false]);
});
