import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

import filters from '../../nodes/deals/filters.ts';
import changes from '../../nodes/deals/outputs.ts';
import reports from '../../nodes/deals/statusReport.ts';
import history from '../../nodes/deals/history.ts';
import present from '../../nodes/deals/present.ts';
import times from '../../nodes/deals/visits.ts';
import type { HistoryItem } from '../../nodes/api/types.ts';
import { tablesOf } from './tables.mts';

/** The worked example of docs/history.md: the node's own words for it, against the figures on the page. */

const page = await readFile(new URL('../../docs/history.md', import.meta.url), 'utf8');

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const [story, inStatus, current, then, report, changed] = tablesOf(page)
	.filter(({ heading }) => heading === 'A worked example')
	.map(({ columns, rows }) =>
		rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [columns[n]!, cell]))),
	);

const momentOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00Z`);
const shown = (iso: unknown) => String(iso).replace('T', ' ').slice(0, 16);

const [, nowText] = /It is ([\d -]+:\d\d) UTC/.exec(page)!;
const now = momentOf(nowText!);

const deal = {
	id: 'deal',
	history: story!.map(({ At, Changed, To }, n) => ({
		id: String(n),
		backlogItemId: 'deal',
		startTimestamp: momentOf(At!),
		endTimestamp: story![n + 1] ? momentOf(story![n + 1]!.At!) : 0,
		type: Changed === 'status' ? 'STATUS_CHANGED' : 'USER_CHANGED',
		metaData: { propertyValue: { _id: To, type: Changed === 'status' ? 'STATUS' : 'USER' } },
	})),
} as unknown as HistoryItem;

const names = { statuses: new Map(), users: new Map() };
const context = { names, filters: filters.NO_FILTERS, now, companyProfileId: undefined };

it('the worked example: time in status', () => {
	const rows = times.timeInStatus(deal, names, filters.NO_FILTERS, now).map((row) => ({
		Status: row.statusId,
		enteredCount: String(row.enteredCount),
		firstEnteredAt: shown(row.firstEnteredAt),
		lastEnteredAt: shown(row.lastEnteredAt),
		lastLeftAt: shown(row.lastLeftAt),
		totalMs: String(Number(row.totalMs) / HOUR),
		latestMs: String(Number(row.latestMs) / HOUR),
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
		inStatusMs: String(Number(row.inStatusMs) / HOUR),
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
	assert.deepEqual([standing(momentOf(`${day} 00:00`))], then);
});

it('the worked example: status report', () => {
	const rows = reports.statusReport([deal], names, filters.NO_FILTERS).map((row) => ({
		Status: row.statusId,
		deals: String(row.deals),
		visits: String(row.visits),
		openNow: String(row.openNow),
		medianDays: String(row.medianDays),
		p90Days: String(row.p90Days),
		averageDays: String(row.averageDays),
		'next (visits, share)': (row.next as Array<Record<string, unknown>>)
			.map(({ statusId, visits, share }) => `${statusId} (${visits}, ${share})`)
			.join(),
	}));
	assert.deepEqual(rows, report);
});

it('the worked example: changes', () => {
	const orNone = (value: unknown) => String(value ?? '');
	const rows = changes.changesOf(deal, context).map((row) => ({
		changeType: row.changeType,
		occurredAt: shown(row.occurredAt),
		endedAt: row.open ? '' : shown(row.endedAt),
		durationMs: row.durationMs === null ? '' : String(Number(row.durationMs) / HOUR),
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
			{ ...filters.NO_FILTERS, words: [], minMsInStatus: Number(days) * DAY },
			present.dealNow(deal, now),
			names,
		);
	assert.deepEqual([isThere(kept!), isThere(dropped!)], [true, false]);
	assert.match(
		page,
		new RegExp(
			`${present.dealRecord(present.dealNow(deal, now), context).inStatusDays} in \`inStatusDays\``,
		),
	);
});
