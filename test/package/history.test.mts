import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

import changes from '../../nodes/deals/outputs.ts';
import present from '../../nodes/deals/present.ts';
import times from '../../nodes/deals/visits.ts';
import type { HistoryItem } from '../../nodes/api/types.ts';
import { tablesOf } from './tables.mts';

/** The worked example of docs/history.md: the node's own words for it, against the figures on the page. */

const page = await readFile(new URL('../../docs/history.md', import.meta.url), 'utf8');

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const [story, inStatus, current, changed] = tablesOf(page)
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
const ALL = {
	changeTypes: [],
	changedAfter: undefined,
	changedBefore: undefined,
	backlogIds: [],
	statusIds: [],
	userIds: [],
};

it('the worked example: time in status', () => {
	const rows = times.timeInStatus(deal, names, ALL, now).map((row) => ({
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

it('the worked example: deal', () => {
	const row = present.dealRecord(present.dealNow(deal, now), names);
	assert.deepEqual(
		[
			{
				Status: row.statusId,
				enteredAt: shown(row.enteredAt),
				inStatusMs: String(Number(row.inStatusMs) / HOUR),
				enteredCount: String(row.enteredCount),
				Previous: row.previousStatusId,
				User: row.userId,
				assignedAt: shown(row.assignedAt),
				firstChangeAt: shown(row.firstChangeAt),
				lastChangeAt: shown(row.lastChangeAt),
			},
		],
		current,
	);
});

it('the worked example: changes', () => {
	const orNone = (value: unknown) => String(value ?? '');
	const rows = changes.changesOf(deal, names, ALL).map((row) => ({
		type: row.type,
		startedAt: shown(row.startedAt),
		endedAt: row.open ? '' : shown(row.endedAt),
		durationMs: row.durationMs === null ? '' : String(Number(row.durationMs) / HOUR),
		Status: orNone(row.statusId),
		Previous: orNone(row.previousStatusId),
		User: orNone(row.userId),
		'Previous user': orNone(row.previousUserId),
	}));
	assert.equal(rows.length, 6);
	assert.deepEqual(rows, changed);
});

it('the worked example: days in status', () => {
	const [, kept, dropped] = /Minimum Days in Status_ (\d+) the deal is there, with (\d+)/.exec(
		page,
	)!;
	const isThere = (days: string) =>
		present.wantsDeal(
			{ ...ALL, words: [], minMsInStatus: Number(days) * DAY },
			present.dealNow(deal, now),
		);
	assert.deepEqual([isThere(kept!), isThere(dropped!)], [true, false]);
	assert.match(
		page,
		new RegExp(
			`${present.dealRecord(present.dealNow(deal, now), names).inStatusDays} in \`inStatusDays\``,
		),
	);
});
