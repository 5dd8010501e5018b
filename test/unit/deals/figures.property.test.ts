import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { namesOf } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { type Filters, readFilters, wantsChange } from '../../../nodes/deals/filters';
import { dealChanges } from '../../../nodes/deals/history';
import { resolvedFilters } from '../../../nodes/deals/namedIds';
import { dealAt, dealRecord, wantsDeal } from '../../../nodes/deals/present';
import { statusReport } from '../../../nodes/deals/statusReport';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
import { readTime } from '../../../nodes/utils/dates';
import { readSearch } from '../../../nodes/utils/search';
import { statusOf } from '../../support/deals';
import { runs } from '../../support/runs';
import { figuresInSql, type Question, type World } from '../../support/sql/figures.cjs';
import { uuid } from '../../support/uuid';

/**
 * Status report, time in status and filters against the same calculations in SQL. The histories are drawn: five pipelines
 * with the same labels, deals that are moved between them, reopened and handed over, changes at the same time, open and
 * closed ends, and days around the change to summer time.
 */

const HOUR = 3_600_000;
const ZONE = 'Europe/Amsterdam';
const NOW = Date.parse('2026-04-05T12:00:00Z');

const PIPELINES = [1, 2, 3, 4, 5].map((n) => uuid(0xb0 + n));
const LABELS = ['New', 'Offer', 'Won'];
/** The service lists them in any order. */
const STATUSES = LABELS.flatMap((label, row) =>
	PIPELINES.map((pipeline, n) => statusOf(uuid(0x50 + 8 * n + row), pipeline, label, '#111111')),
);
const USERS = ['Anna', 'Bram', 'Anna'].map((name, n) => ({
	id: uuid(0xa0 + n),
	name,
	email: `${name}${n}@zonendak.example`.toLowerCase(),
}));
const NAMES = namesOf(STATUSES, USERS);
const GONE = uuid(0xff);

const step = fc.record({
	/** After the change before. */
	hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 })),
	what: fc.oneof(
		fc
			.constantFrom(...STATUSES.slice(0, 8).map(({ id }) => id), GONE)
			.map((id) => ({ type: 'STATUS_CHANGED', id })),
		fc.constantFrom(...USERS.map(({ id }) => id), GONE).map((id) => ({ type: 'USER_CHANGED', id })),
		fc
			.constantFrom('STATUS_CHANGED', 'USER_CHANGED', 'PRIORITY_CHANGED')
			.map((type) => ({ type, id: undefined })),
	),
	isClosed: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const anyDeal = fc.tuple(
	fc.array(step, { maxLength: 9 }),
	fc.constantFrom(...PIPELINES),
	fc.integer({ min: 1, max: 500 }),
);

const anyDeals = fc.array(anyDeal, { minLength: 1, maxLength: 12 }).map((drawn) => {
	let entries = 0;
	return drawn.map(([steps, backlogId, before], n): HistoryItem => {
		const id = uuid(0xd000 + n);
		let at = NOW - before * HOUR;
		const starts = steps.map(({ hours }) => (at = Math.min(NOW, at + hours * HOUR)));
		const history = steps.map(({ what, isClosed }, place) => ({
			id: uuid(0xe0000 + entries++),
			backlogItemId: id,
			startTimestamp: starts[place],
			endTimestamp: isClosed ? starts[place] + HOUR / 2 : (starts[place + 1] ?? 0),
			type: what.type,
			metaData: what.id === undefined ? {} : { propertyValue: { _id: what.id, type: 'ANY' } },
		}));
		return { id, backlogId, summary: `Deal ${n}`, companyProfileId: [], history };
	});
});

const seldom = <T>(usual: T, drawn: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, drawn);
const some = (...names: string[]) =>
	seldom<string[]>([], fc.subarray(names, { minLength: 1, maxLength: 2 }));
/** A day of March or April. */
const aDay = fc
	.integer({ min: 0, max: 34 })
	.map((days) => new Date(Date.UTC(2026, 2, 3 + days)).toISOString().slice(0, 10));

const anyQuestion: fc.Arbitrary<Question> = fc.record({
	status: some('offer', 'WON'),
	user: some('anna', 'bram1@zonendak.example'),
	pipeline: some('Pipeline 1', 'pipeline 4'),
	after: seldom<string | null>(null, aDay),
	before: seldom<string | null>(null, aDay),
	days: seldom<number | null>(null, fc.integer({ min: 0, max: 9 })),
	type: seldom<string | null>(null, fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED')),
	split: fc.boolean(),
});

const anyWorld: fc.Arbitrary<World> = fc.record({
	deals: anyDeals,
	questions: fc.array(anyQuestion, { minLength: 5, maxLength: 5 }),
	statuses: fc.constant(STATUSES),
	users: fc.constant(USERS),
	now: fc.constant(NOW),
});

type Sql = ReturnType<typeof figuresInSql>[number][number];

/** Half a hundredth, and what floating point adds. */
const isSameDays = (days: unknown, ms: unknown): boolean =>
	ms === null || ms === undefined
		? days === null
		: Math.abs(Number(days) - Number(ms) / (24 * HOUR)) < 0.005 + 1e-6;

/** Whether the figures of each row are those of SQL. */
function reportLike({ figures, days, onward }: Sql['report'], rows: IDataObject[]) {
	const keyOf = ({ status, assignee }: Sql['times'][number]) => `${status} ${assignee}`;
	return rows.map((row) => {
		const key = `${row.statusId} ${row.assigneeId ?? null}`;
		const sums = figures.find((one) => keyOf(one) === key);
		const length = days.find((one) => keyOf(one) === key);
		const nexts = onward.filter((one) => keyOf(one) === key);
		const shown = row.next as Array<{ statusId: string; visits: number; share: number }>;
		return {
			sums: [row.openNow, row.entered, row.left].join() === sumsOf(sums),
			days:
				isSameDays(row.medianDays, length?.median) &&
				isSameDays(row.p90Days, length?.p90) &&
				isSameDays(row.averageDays, length?.average),
			next:
				shown.length === nexts.length &&
				shown.every(({ statusId, visits, share }, n) => {
					const same = nexts.find(({ next }) => next === statusId)?.visits === visits;
					const falls = n === 0 || shown[n - 1].visits >= visits;
					return same && falls && Math.abs(share - visits / Number(row.left)) < 0.0051;
				}) &&
				row.nextShare === (shown[0]?.share ?? null),
		};
	});
}

const sumsOf = (sums: Sql['times'][number] | undefined): string =>
	[sums?.openNow ?? 0, sums?.entered ?? 0, sums?.left ?? 0].join();

function checkReport(
	deals: HistoryItem[],
	question: Question,
	filters: Filters,
	{ report: sql }: Sql,
) {
	const period = {
		after: readTime(question.after, 'After', ZONE),
		before: readTime(question.before, 'Before', ZONE),
	};
	const settings = { ...filters, ...period, splitByAssignee: question.split };
	const rows = statusReport(deals, NAMES, settings);
	const right = { sums: true, days: true, next: true };
	expect(reportLike(sql, rows)).toEqual(rows.map(() => right));
	// All statuses in their order, then those that are gone; if split, only those with a figure.
	const ids = rows.map(({ statusId }) => String(statusId));
	const placeOf = (id: string) => (sql.order.includes(id) ? sql.order.indexOf(id) : Infinity);
	expect(ids).toEqual(ids.toSorted((a, b) => placeOf(a) - placeOf(b) || 0));
	if (question.split) {
		const withDays = new Set(sql.days.map(({ status, assignee }) => `${status} ${assignee}`));
		const withFigure = sql.figures.filter(
			(one) => sumsOf(one) !== '0,0,0' || withDays.has(`${one.status} ${one.assignee}`),
		);
		expect(rows).toHaveLength(withFigure.length);
	} else {
		expect(ids.filter((id) => placeOf(id) < Infinity)).toEqual(sql.order);
		const gone = sql.figures.filter(({ status }) => placeOf(String(status)) === Infinity);
		expect(rows).toHaveLength(sql.order.length + gone.length);
	}
}

function checkTimes(deals: HistoryItem[], filters: Filters, { times: sql }: Sql) {
	const rows = deals.flatMap((deal) => timeInStatus(deal, NAMES, filters, NOW));
	expect(rows).toHaveLength(sql.length);
	const iso = (at: number | string | null) => (at === null ? null : new Date(at).toISOString());
	for (const row of rows) {
		const one = sql.find(({ deal, status }) => deal === row.dealId && status === row.statusId)!;
		expect(row).toMatchObject({
			enteredCount: one.entered,
			firstEnteredAt: iso(one.firstEntered),
			lastEnteredAt: iso(one.lastEntered),
			lastLeftAt: iso(one.lastLeft),
			current: one.current === 1,
		});
		const same = [isSameDays(row.totalDays, one.total), isSameDays(row.latestDays, one.latest)];
		expect(same).toEqual([true, true]);
	}
}

function checkChanges(deals: HistoryItem[], filters: Filters, { changes: sql }: Sql) {
	const changes = deals.flatMap((deal) =>
		dealChanges(deal)
			.filter((change) => wantsChange(filters, change, NAMES))
			.map(({ entry }) => ({ deal: deal.id, id: entry.id })),
	);
	expect(changes).toEqual(sql);
}

function checkDeals(deals: HistoryItem[], filters: Filters, { deals: sql }: Sql) {
	const standing = deals.filter(({ history }) => history.length > 0);
	const found = standing
		.map((deal) => dealAt(deal, NOW))
		.filter((deal) => wantsDeal(filters, readSearch(''), deal, NAMES))
		.map((deal) => dealRecord(deal, { names: NAMES, companyProfileId: undefined }));
	expect(found.map(({ dealId }) => dealId)).toEqual(sql.map(({ deal }) => deal));
	for (const [n, row] of found.entries()) {
		expect(row.enteredCount).toBe(sql[n].enteredCount);
		expect(isSameDays(row.daysToStatus, sql[n].toStatus)).toBe(true);
		expect(isSameDays(row.daysInStatus, sql[n].inStatus)).toBe(true);
	}
}

const resolved = ({ status, user, pipeline }: Question, more: IDataObject = {}) =>
	resolvedFilters(
		readFilters({ statusIds: status, assigneeIds: user, pipelineIds: pipeline, ...more }, ZONE),
		{ names: NAMES, missing: [] },
		() => {},
	);

type Check = (deals: HistoryItem[], question: Question, sql: Sql) => void;

it.each<[string, Check]>([
	[
		'figures of the status report',
		(deals, question, sql) => checkReport(deals, question, resolved(question), sql),
	],
	[
		'figures of the time in status',
		(deals, question, sql) => checkTimes(deals, resolved(question), sql),
	],
	[
		'changes that the filters let through',
		(deals, question, sql) => {
			const { after: changedAfter, before: changedBefore, type } = question;
			const changeTypes = type === null ? [] : [type];
			const filters = resolved(question, { changedAfter, changedBefore, changeTypes });
			checkChanges(deals, filters, sql);
		},
	],
	[
		'deals that the filters let through',
		(deals, question, sql) => {
			const { after: enteredAfter, before: enteredBefore, days } = question;
			const minDaysInStatus = days ?? undefined;
			const filters = resolved(question, { enteredAfter, enteredBefore, minDaysInStatus });
			checkDeals(deals, filters, sql);
		},
	],
])('%s are the same as in SQL', (_what, check) => {
	fc.assert(
		// Many at once, because Python takes longer to start than to answer.
		fc.property(fc.array(anyWorld, { minLength: 12, maxLength: 12 }), (worlds) => {
			for (const [n, answers] of figuresInSql(worlds).entries()) {
				const { deals, questions } = worlds[n];
				for (const [q, sql] of answers.entries()) check(deals, questions[q], sql);
			}
		}),
		// Without shrinking, because each try would start Python.
		{ ...runs(2), endOnFailure: true },
	);
});
