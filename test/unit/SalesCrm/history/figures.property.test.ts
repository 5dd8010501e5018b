import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { HistoryItem } from '../../../../nodes/api/types';
import { type Chapter, dealOf, statusOf } from '../../../support/deals';
import { deals, fillSandbox, history } from '../../../support/historyRuns';
import { runs } from '../../../support/runs';
import {
	figuresInSql,
	type Question,
	type Row,
	type World,
} from '../../../support/sql/figures.cjs';
import { uuid } from '../../../support/uuid';

/**
 * Status report, time in status and filters against the same calculations in SQL. The histories are drawn: five pipelines
 * with the same labels, deals that are moved between them, reopened and handed over, changes at the same time, open and
 * closed ends, deals that are listed twice, and days around the change to summer time.
 */

const HOUR = 3_600_000;
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
const GONE = 'gone';
/** Each pipeline had a status that no longer exists, and a user who left. */
const goneIn = (pipeline: string) => pipeline.replace('b', 'f');

const step = fc.record({
	/** After the change before. */
	hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 })),
	what: fc.oneof(
		fc.tuple(
			fc.constant('STATUS_CHANGED'),
			fc.constantFrom(...STATUSES.slice(0, 8).map(({ id }) => id), GONE, undefined),
		),
		fc.tuple(
			fc.constant('USER_CHANGED'),
			fc.constantFrom(...USERS.map(({ id }) => id), GONE, undefined),
		),
		fc.constant(['PRIORITY_CHANGED', undefined] as const),
	),
	isClosed: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const anyDeal = fc.tuple(
	fc.array(step, { minLength: 1, maxLength: 9 }),
	fc.constantFrom(...PIPELINES),
	fc.integer({ min: 1, max: 500 }),
);

const anyDeals = fc.array(anyDeal, { minLength: 1, maxLength: 12 }).map((drawn) =>
	drawn.map(([steps, pipeline, before], n): HistoryItem => {
		let at = NOW - before * HOUR;
		const story = steps.map(({ hours, what: [type, to] }): Chapter => {
			at = Math.min(NOW, at + hours * HOUR);
			return [new Date(at).toISOString(), type, to === GONE ? goneIn(pipeline) : to];
		});
		const deal = dealOf(`Deal ${n}`, pipeline, story, uuid(0xd000 + n));
		for (const [place, entry] of deal.history.entries()) {
			if (steps[place].isClosed) entry.endTimestamp = entry.startTimestamp + HOUR / 2;
		}
		return deal;
	}),
);

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

/** Rounded to two decimals, so half a hundredth off at most. */
const rounded = (value: number): unknown => expect.closeTo(value, 1.99);

/** A value of SQL as items have it. */
function shownAs(key: string, value: Row[string]) {
	if (key === 'current') return value === 1;
	if (value === null) return null;
	if (/Days|^days/.test(key)) return rounded(Number(value) / (24 * HOUR));
	return key.endsWith('At') ? new Date(value).toISOString() : value;
}

function expectSame(items: IDataObject[], rows: Row[]) {
	const inOrder = <T extends IDataObject>(all: T[]) => {
		const keyOf = ({ dealId, statusId, assigneeId }: T) => [dealId, statusId, assigneeId].join();
		return all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
	};
	const wanted = rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shownAs(key, value)])),
	);
	expect(inOrder(items)).toMatchObject(inOrder(wanted as IDataObject[]));
}

function checkReport(items: IDataObject[], isSplit: boolean, { figures, order }: Sql['report']) {
	const shown = items.map(({ next, nextShare, left, ...rest }) => {
		const all = next as Array<{ statusId: string; visits: number; share: number }>;
		const most = all.toSorted((a, b) => b.visits - a.visits);
		const shares = most.map((one) => ({ ...one, share: rounded(one.visits / Number(left)) }));
		expect(all).toEqual(shares);
		expect(nextShare).toBe(all[0]?.share ?? null);
		const visits = all.map(({ statusId, visits: many }) => [statusId, many]).sort();
		return { ...rest, left, next: JSON.stringify(visits) };
	});
	const none = { openNow: 0, entered: 0, left: 0, medianDays: null, p90Days: null, next: '[]' };
	const others = order.filter((status) => !figures.some(({ statusId }) => statusId === status));
	const rows = isSplit
		? figures.filter((one) => one.openNow || one.entered || one.medianDays !== null)
		: [...figures, ...others.map((statusId) => ({ ...none, statusId }))];
	expectSame(shown, rows);
	// All statuses in their order, then those that are gone.
	const ids = [...new Set(items.map(({ statusId }) => String(statusId)))];
	const gone = ids.filter((id) => !order.includes(id));
	expect(ids).toEqual([...order.filter((id) => ids.includes(id)), ...gone]);
}

async function check(question: Question, sql: Sql) {
	const { after, before, days, type, split: splitByAssignee } = question;
	const { status: statusIds, user: assigneeIds, pipeline: pipelineIds } = question;
	const filters = { statusIds, assigneeIds, pipelineIds };
	const options = { nextAsList: true };
	const report = { after, before, splitByAssignee, options, filters };
	checkReport(
		await history({ operation: 'getStatusReport', ...report }),
		splitByAssignee,
		sql.report,
	);
	expectSame(await history({ operation: 'getTimeInStatus', filters }), sql.times);
	const changed = { changedAfter: after, changedBefore: before, changeTypes: type ?? [] };
	expect(await history({ filters: { ...filters, ...changed } })).toMatchObject(sql.changes);
	const entered = { enteredAfter: after, enteredBefore: before, minDaysInStatus: days ?? '' };
	expectSame(await deals({ filters: { ...filters, ...entered } }), sql.deals);
}

beforeEach(() => {
	sandbox.reset();
	sandbox.switches.only = 'described';
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => jest.restoreAllMocks());

it('the figures, and what the filters let through, are the same as in SQL', async () => {
	await fc.assert(
		// Many at once, because Python takes longer to start than to answer.
		fc.asyncProperty(fc.array(anyWorld, { minLength: 8, maxLength: 8 }), async (worlds) => {
			for (const [n, answers] of figuresInSql(worlds).entries()) {
				const { deals: all, questions } = worlds[n];
				const again = all.slice(0, 2).map((deal) => {
					return { ...deal, history: deal.history.toReversed() };
				});
				fillSandbox([...all, ...again], STATUSES, USERS);
				for (const [q, sql] of answers.entries()) await check(questions[q], sql);
			}
		}),
		// Without shrinking, because each try would start Python.
		{ ...runs(2), endOnFailure: true },
	);
});
