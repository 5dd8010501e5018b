import fc from 'fast-check';

import { type DealFilters, dealNow, dealRecord, wantsDeal } from '../../../nodes/deals/present';
import { timeInStatus } from '../../../nodes/deals/visits';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { anyHourlyDeal, NO_FILTERS, NOW, STATUS_IDS, USER_IDS } from '../../support/histories';
import { runs } from '../../support/runs';

/**
 * Deal and time in status against a model that knows no intervals: every hour it asks how the deal
 * stands, and counts.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const iso = (at: number) => new Date(at).toISOString();

const presentOf = (deal: HistoryItem) => dealRecord(dealNow(deal, NOW), NO_NAMES);

const WANTS_ALL: DealFilters = {
	words: [],
	changedAfter: undefined,
	changedBefore: undefined,
	backlogIds: [],
	statusIds: [],
	userIds: [],
	minMsInStatus: undefined,
};

/** How the deal stands at each full hour from its first entry of a kind to now, oldest first. */
function hours({ history }: HistoryItem, kind: 'STATUS' | 'USER') {
	const changes = history.filter(({ type }) => type === `${kind}_CHANGED`);
	const seen: Array<{ at: number; id: string | null }> = [];
	for (let at = changes[0]?.startTimestamp ?? NOW; at < NOW; at += HOUR) {
		const last = changes.filter(({ startTimestamp }) => startTimestamp <= at).at(-1)!;
		seen.push({ at, id: last.metaData?.propertyValue?._id ?? null });
	}
	return seen;
}

/** The hours cut wherever the deal stands otherwise than the hour before. */
function stretches(seen: ReturnType<typeof hours>) {
	const cuts: Array<typeof seen> = [];
	seen.forEach((hour, index) => {
		if (index > 0 && seen[index - 1].id === hour.id) cuts.at(-1)!.push(hour);
		else cuts.push([hour]);
	});
	return cuts;
}

it('time in status: hour by hour', () => {
	fc.assert(
		fc.property(anyHourlyDeal, (deal) => {
			const seen = hours(deal, 'STATUS');
			const ids = [...new Set(seen.map(({ id }) => id))];
			const expected = ids.map((id) => {
				const visits = stretches(seen).filter(([{ id: there }]) => there === id);
				const left = visits.filter((visit) => visit.at(-1) !== seen.at(-1)).at(-1);
				const inAll = visits.flat().length;
				const latest = visits.at(-1)!.length;
				return {
					statusId: id,
					enteredCount: visits.length,
					firstEnteredAt: iso(visits[0][0].at),
					lastEnteredAt: iso(visits.at(-1)![0].at),
					lastLeftAt: left ? iso(left.at(-1)!.at + HOUR) : null,
					totalDays: Number((inAll / 24).toFixed(1)),
					totalMs: inAll * HOUR,
					latestDays: Number((latest / 24).toFixed(1)),
					latestMs: latest * HOUR,
					current: seen.at(-1)!.id === id,
				};
			});
			const rows = timeInStatus(deal, NO_NAMES, NO_FILTERS, NOW);
			expect(rows).toEqual(expected.map((row) => expect.objectContaining(row)));
		}),
		runs(200),
	);
});

it('a deal: hour by hour', () => {
	fc.assert(
		fc.property(anyHourlyDeal, (deal) => {
			const visits = stretches(hours(deal, 'STATUS'));
			const present = visits.at(-1);
			const assigned = stretches(hours(deal, 'USER')).at(-1);
			const starts = deal.history.map(({ startTimestamp }) => startTimestamp);
			expect(presentOf(deal)).toEqual({
				dealId: deal.id,
				dealSummary: deal.summary,
				backlogId: deal.backlogId,
				companyProfileIds: deal.companyProfileId,
				statusId: present?.[0].id ?? null,
				statusLabel: null,
				statusColor: null,
				enteredAt: present ? iso(present[0].at) : null,
				inStatusDays: present ? Number((present.length / 24).toFixed(1)) : null,
				inStatusMs: present ? present.length * HOUR : null,
				enteredCount: visits.filter(([{ id }]) => id === present![0].id).length,
				previousStatusId: visits.at(-2)?.[0].id ?? null,
				previousStatusLabel: null,
				userId: assigned?.[0].id ?? null,
				userName: null,
				userEmail: null,
				assignedAt: assigned ? iso(assigned[0].at) : null,
				firstChangeAt: starts.length > 0 ? iso(Math.min(...starts)) : null,
				lastChangeAt: starts.length > 0 ? iso(Math.max(...starts)) : null,
			});
		}),
		runs(200),
	);
});

/** Each filter left out more often than not, so that each alone decides often. */
const seldom = <T>(usual: T, drawn: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: drawn });

/** Moments and times at, and right beside, those that the deal shows. */
const anyFiltersOf = (deal: HistoryItem): fc.Arbitrary<DealFilters> => {
	const { enteredAt, lastChangeAt, firstChangeAt, inStatusMs } = presentOf(deal);
	const shown = [enteredAt, lastChangeAt, firstChangeAt].map((at) =>
		at === null ? NOW : Date.parse(at as string),
	);
	const moment = fc
		.tuple(fc.constantFrom(...shown), fc.constantFrom(-HOUR, 0, 1))
		.map(([at, beside]): number | undefined => at + beside);
	const time = fc
		.constantFrom(-1, 0, 1, HOUR)
		.map((more): number | undefined => Math.max(0, Number(inStatusMs ?? 0) + more));
	return fc.record({
		words: seldom<string[]>([], fc.subarray(['DAK', 'A', 'B'], { maxLength: 2 })),
		changedAfter: seldom(undefined, moment),
		changedBefore: seldom(undefined, moment),
		backlogIds: seldom<string[]>([], fc.constantFrom(['Backlog', 'other'], ['other'])),
		statusIds: seldom<string[]>([], fc.subarray<string>([...STATUS_IDS])),
		userIds: seldom<string[]>([], fc.subarray<string>([...USER_IDS])),
		minMsInStatus: seldom(undefined, time),
	});
};

/** The last entry ended half an hour after it began. */
const ended = (deal: HistoryItem): HistoryItem => ({
	...deal,
	history: deal.history.map((entry, index) => ({
		...entry,
		endTimestamp: entry.endTimestamp || deal.history[index].startTimestamp + HOUR / 2,
	})),
});

const anyOpenOrEnded = fc.tuple(anyHourlyDeal, fc.boolean());

const anyFiltered = anyOpenOrEnded.chain(([deal, hasEnded]) =>
	fc.tuple(fc.constant(deal), fc.constant(hasEnded), anyFiltersOf(deal)),
);

it('filters look at what the item shows, all of them, and at nothing else; a deal that has ended waits for nothing', () => {
	const seen = { wanted: 0, unwanted: 0 };
	fc.assert(
		fc.property(anyFiltered, ([drawn, hasEnded, filters]) => {
			const deal = hasEnded ? ended(drawn) : drawn;
			const { statusIds, userIds, changedAfter, changedBefore, minMsInStatus } = filters;
			const row = presentOf(deal);
			const at = Date.parse(row.lastChangeAt as string);
			const fits =
				(filters.backlogIds.length === 0 || filters.backlogIds.includes('Backlog')) &&
				(statusIds.length === 0 || statusIds.includes(row.statusId as string)) &&
				(userIds.length === 0 || userIds.includes(row.userId as string)) &&
				(changedAfter === undefined || at >= changedAfter) &&
				(changedBefore === undefined || at < changedBefore) &&
				(minMsInStatus === undefined ||
					(!hasEnded && row.inStatusMs !== null && Number(row.inStatusMs) >= minMsInStatus)) &&
				!filters.words.includes('B');
			expect(wantsDeal(filters, dealNow(deal, NOW))).toBe(fits);
			seen[fits ? 'wanted' : 'unwanted']++;
		}),
		runs(600),
	);
	expect(Math.min(seen.wanted, seen.unwanted)).toBeGreaterThan(10);
});

it('a least time leaves those in their status for so long already, to the millisecond', () => {
	fc.assert(
		fc.property(anyHourlyDeal, fc.integer({ min: -2, max: 2 }), (deal, more) => {
			const now = dealNow(deal, NOW);
			const minMsInStatus = Number(now.inStatusMs ?? 0) + more;
			const wanted = wantsDeal({ ...WANTS_ALL, minMsInStatus }, now);
			expect(wanted).toBe(now.statusId !== undefined && now.enteredAt !== undefined && more <= 0);
			// A deal that has ended is in its status no longer, and shown as it was.
			expect(wantsDeal({ ...WANTS_ALL, minMsInStatus: 0 }, dealNow(ended(deal), NOW))).toBe(false);
			expect(presentOf(ended(deal))).toEqual(presentOf(deal));
		}),
		runs(200),
	);
});

it('an entry whose moment cannot be read changes nothing of a deal', () => {
	const lost = fc.record({
		place: fc.nat(12),
		entry: fc.record({
			id: fc.constant('lost'),
			backlogItemId: fc.constant('deal'),
			startTimestamp: fc.constantFrom('soon', null, undefined, NaN),
			endTimestamp: fc.constantFrom(0, NOW, NOW - DAY, 'soon'),
			type: fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED', 'PRIORITY_CHANGED'),
			metaData: fc.constantFrom({}, { propertyValue: { _id: 'c' } }),
		}),
	});
	fc.assert(
		fc.property(anyOpenOrEnded, lost, ([drawn, hasEnded], { place, entry }) => {
			const deal = hasEnded ? ended(drawn) : drawn;
			const history = deal.history.toSpliced(place, 0, entry as never);
			expect(dealNow({ ...deal, history }, NOW)).toEqual({
				...dealNow(deal, NOW),
				item: { ...deal, history },
			});
		}),
		runs(200),
	);
});

describe('what cannot be read', () => {
	const change = {
		id: 'one',
		backlogItemId: 'deal',
		startTimestamp: NOW + HOUR,
		endTimestamp: 0,
		type: 'STATUS_CHANGED',
		metaData: { propertyValue: { _id: 'a', type: 'STATUS' } },
	};
	const dealWith = (...history: object[]) =>
		({ id: 'deal', summary: null, history }) as unknown as HistoryItem;

	it('a clock that goes ahead makes no time less than none', () => {
		const deal = dealWith(change);
		const row = presentOf(deal);
		expect(row).toMatchObject({ statusId: 'a', inStatusMs: 0, enteredAt: iso(NOW + HOUR) });
		const [time] = timeInStatus(deal, NO_NAMES, NO_FILTERS, NOW);
		expect(time).toMatchObject({ latestMs: 0, totalMs: 0, current: true });
	});

	it('a move without a moment is no present status', () => {
		const lost = { ...change, id: 'two', startTimestamp: 'soon' };
		const before = { ...change, id: 'three', startTimestamp: NOW - HOUR };
		const named = { propertyValue: { _id: 'b', type: 'STATUS' } };
		expect(presentOf(dealWith({ ...lost, metaData: named }, before))).toMatchObject({
			statusId: 'a',
			inStatusMs: HOUR,
			lastChangeAt: iso(NOW - HOUR),
		});
	});

	it('a deal without changes stands nowhere, and is in no status for however short', () => {
		const row = presentOf(dealWith());
		const nothing = { statusId: null, enteredAt: null, inStatusMs: null, inStatusDays: null };
		const noParts = { backlogId: null, companyProfileIds: [], dealSummary: null, enteredCount: 0 };
		const noMoments = { assignedAt: null, firstChangeAt: null, lastChangeAt: null };
		expect(row).toMatchObject({ ...nothing, ...noParts, ...noMoments });
		expect(wantsDeal(WANTS_ALL, dealNow(dealWith(), NOW))).toBe(true);
		expect(wantsDeal({ ...WANTS_ALL, minMsInStatus: 0 }, dealNow(dealWith(), NOW))).toBe(false);
	});

	it.each([
		[DAY / 20 - 1, 0],
		[DAY / 20, 0.1],
		[3 * DAY, 3],
		[3.96 * DAY, 4],
	])('%p milliseconds are %p days', (inStatusMs, inStatusDays) => {
		const deal = dealWith({ ...change, startTimestamp: NOW - inStatusMs });
		expect(presentOf(deal)).toMatchObject({ inStatusDays, inStatusMs });
	});
});

it('names come from the lists of statuses and users', () => {
	const at = (hour: number, type: string, _id: string) => ({
		id: `${hour}`,
		backlogItemId: 'deal',
		startTimestamp: NOW + hour * HOUR,
		endTimestamp: 0,
		type: `${type}_CHANGED`,
		metaData: { propertyValue: { _id, type } },
	});
	const history = [at(-3, 'STATUS', 'old'), at(-2, 'USER', 'Anna'), at(-1, 'STATUS', 'new')];
	const deal = { id: 'deal', history } as unknown as HistoryItem;
	const status = (id: string) => ({ id, label: `Label ${id}`, color: `Color ${id}` });
	const statuses = new Map([status('old'), status('new')].map((one) => [one.id, one]));
	const users = new Map([['anna', { id: 'anna', name: 'Anna', email: 'anna@zonendak.example' }]]);
	expect(dealRecord(dealNow(deal, NOW), { statuses, users } as never)).toMatchObject({
		statusLabel: 'Label new',
		statusColor: 'Color new',
		previousStatusLabel: 'Label old',
		userName: 'Anna',
		userEmail: 'anna@zonendak.example',
	});
});
