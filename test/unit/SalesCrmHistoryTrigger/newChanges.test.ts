import type { ChangeKey, HistoryCursor } from '../../../nodes/SalesCrmHistoryTrigger/cursor';
import {
	newChanges,
	type DetectionOptions,
} from '../../../nodes/SalesCrmHistoryTrigger/newChanges';

/** The edges of what is new, each by hand; `newChanges.property` draws the rest by chance. */

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 10, 12);

/** `startAt` of "Only New Changes". */
const ONLY_NEW = Infinity;

const at = (key: string, hoursAgo: number): ChangeKey => ({ key, moment: NOW - hoursAgo * HOUR });

type Asked = Partial<DetectionOptions<ChangeKey>>;

function poll(cursor: unknown, changes: ChangeKey[], asked: Asked = {}) {
	const { fresh, cursor: after } = newChanges(cursor, () => changes, {
		source: 'crm',
		wanted: { changes: ['statusChanged'] },
		kindOf: () => 'statusChanged',
		wasWanted: () => true,
		lookBackMs: 24 * HOUR,
		maxChanges: 1000,
		startAt: ONLY_NEW,
		now: NOW,
		...asked,
	});
	// As n8n keeps it: JSON.
	return {
		came: fresh.map(({ change }) => change.key),
		cursor: JSON.parse(JSON.stringify(after)) as HistoryCursor,
	};
}

describe('the first poll', () => {
	it('with past days begins with them, and counts as late what comes late before them', () => {
		const there = [at('old', 49), at('day', 47), at('hour', 1)];
		const first = poll(undefined, there, { startAt: NOW - 48 * HOUR });
		expect(first.came).toEqual(['day', 'hour']);
		const late = [...there, at('late', 20), at('too late', 50)];
		expect(poll(first.cursor, late).came).toEqual(['late']);
	});

	it.each([0, 1 / 60])(
		'with %d past hours loses nothing of a service whose clock is slow',
		(hours) => {
			const first = poll(undefined, [at('old', 5)], { startAt: NOW - hours * HOUR });
			expect(first.came).toEqual([]);
			// The service's clock is a quarter of an hour behind this machine's.
			expect(poll(first.cursor, [at('old', 5), at('next', 0.25)]).came).toEqual(['next']);
		},
	);

	it('hands out nothing whose moment cannot be read: nobody knows that it was in those days', () => {
		const there = [{ key: 'some day', moment: NaN }, at('day', 1)];
		const first = poll(undefined, there, { startAt: NOW - 48 * HOUR });
		expect(first.came).toEqual(['day']);
		expect(poll(first.cursor, there).came).toEqual([]);
		const more = [...there, { key: 'some other day', moment: NaN }, at('next', 0)];
		expect(poll(first.cursor, more).came).toEqual(['next', 'some other day']);
	});

	it.each<[string, ChangeKey[]]>([
		['an empty history', []],
		['an old one', [at('of last year', 9000)]],
		['none whose moment can be read', [{ key: 'some day', moment: NaN }]],
	])('of %s is no reason to hand out the past at the next', (_what, there) => {
		const past = [...there, at('last month', 720), at('a day and more', 24.1)];
		const { came, cursor } = poll(undefined, there);
		expect(came).toEqual([]);
		const next = [...past, at('late', 23.9), at('now', 0)];
		expect(poll(cursor, next).came).toEqual(['late', 'now']);
	});

	it('with past days, of an empty history: those days come at the next, and nothing older', () => {
		const { cursor } = poll(undefined, [], { startAt: NOW - 48 * HOUR });
		expect(poll(cursor, [at('old', 49), at('day', 47)]).came).toEqual(['day']);
	});

	it('with a short look-back, or none, loses nothing of a service whose clock is slow', () => {
		const { cursor } = poll(undefined, [], { lookBackMs: 0 });
		expect(poll(cursor, [at('old', 1.1), at('now', 0.9)]).came).toEqual(['now']);
	});
});

describe('what comes twice in an answer', () => {
	it('with two moments comes once, for as long as the later one counts', () => {
		const twins = [at('twin', 1), at('twin', 23)];
		let { cursor, came } = poll(poll(undefined, [at('old', 20)]).cursor, twins);
		expect(came).toEqual(['twin']);
		// The mark moves on, so that the earlier moment no longer counts.
		for (const hours of [-0.5, -0.9]) {
			({ cursor, came } = poll(cursor, [...twins, at(`next ${hours}`, hours)]));
			expect(came).toEqual([`next ${hours}`]);
		}
		const later = { now: NOW + 20 * HOUR };
		expect(poll(cursor, [...twins, at('much later', -20)], later).came).toEqual(['much later']);
		({ cursor } = poll(cursor, [...twins, at('much later', -20)], later));
		expect(poll(cursor, twins, later).came).toEqual([]);
	});
});

it('what comes twice and is new but once is not lost while others are handed out first', () => {
	const there = [at('first', 2), at('twin', 1), at('twin', 10)];
	const { came, cursor } = poll(undefined, there, { startAt: NOW - 5 * HOUR, maxChanges: 1 });
	expect(came).toEqual(['first']);
	expect(poll(cursor, there).came).toEqual(['twin']);
});

describe('a change dated ahead', () => {
	it.each([
		['an hour', 1, []],
		['more than an hour', 1 + 1 / HOUR, ['late']],
	])('by %s: what is late is measured by it only up to an hour', (_by, hours, expected) => {
		const there = [at('now', 0), at('ahead', -hours)];
		const { cursor } = poll(undefined, there);
		expect(poll(cursor, [...there, at('late', 23.5)]).came).toEqual(expected);
	});
});

describe('a shorter look-back', () => {
	it('skips nothing that still has to be handed out', () => {
		const old = at('old', 0);
		const { cursor } = poll(undefined, [old]);
		const late = [at('a', 20), at('b', 19), at('c', 18)];
		const first = poll(cursor, [old, ...late], { maxChanges: 1 });
		expect(first.came).toEqual(['a']);
		const second = poll(first.cursor, [old, ...late], { maxChanges: 1, lookBackMs: HOUR });
		expect(second.came).toEqual(['b']);
		const third = poll(second.cursor, [old, ...late], { maxChanges: 1, lookBackMs: HOUR });
		expect(third.came).toEqual(['c']);
	});

	it('a longer one replays nothing', () => {
		const there = [at('before', 30), at('old', 0)];
		const { cursor } = poll(undefined, there);
		expect(poll(cursor, there, { lookBackMs: 90 * HOUR }).came).toEqual([]);
	});
});

describe('a memory that is none', () => {
	const there = [at('ancient', 100), at('a', 2), at('b', 1)];
	const whole = poll(undefined, there).cursor;

	it('is told from one that is', () => {
		const next = [...there, at('next', 0)];
		expect(poll(structuredClone(whole), next).came).toEqual(['next']);
		expect(poll(Object.freeze(structuredClone(whole)), next).came).toEqual(['next']);
	});

	it.each<[string, unknown]>([
		['of another source', { ...whole, source: 'another' }],
		['without a look-back', { ...whole, lookBackFrom: undefined }],
		['with a mark in words', { ...whole, highWaterMark: 'yesterday' }],
		['without what was seen', { ...whole, seen: undefined }],
		['with numbers where fingerprints stood', { ...whole, seen: { 1: 5 } }],
		['with a list of what was seen', { ...whole, seen: null }],
		['a text', 'crm'],
		['a list', [whole]],
		['null', null],
	])('starts anew, and hands out nothing that is there: %s', (_what, stored) => {
		expect(poll(stored, there)).toEqual({ came: [], cursor: whole });
	});
});

it('what no longer counts is forgotten, but for what has no moment, which never comes again', () => {
	const someDay = { key: 'some day', moment: NaN };
	let { cursor } = poll(undefined, [at('first', 0)]);
	const sizes: number[] = [];
	for (let day = 1; day <= 6; day++) {
		const now = NOW + day * 24 * HOUR;
		const made = Array.from({ length: 500 }, (_, n) => at(`${day} ${n}`, -24 * day + n / 50));
		const polled = poll(cursor, [someDay, ...made], { now });
		expect(polled.came.includes('some day')).toBe(day === 1);
		expect(polled.came.filter((key) => key !== 'some day')).toHaveLength(500);
		({ cursor } = polled);
		sizes.push(JSON.stringify(cursor).length);
	}
	expect(sizes[5]).toBe(sizes[2]);
});

it('100,000 changes in the look-back take eight characters each, and a few for each hour', () => {
	const many = Array.from({ length: 100_000 }, (_, n) => at(`change ${n}`, (n / 100_000) * 24));
	const { cursor } = poll(undefined, many);
	const size = JSON.stringify(cursor).length;
	expect(size).toBeGreaterThan(8 * 100_000);
	expect(size).toBeLessThan(8 * 100_000 + 1000);
	expect(poll(cursor, many).came).toEqual([]);
});
