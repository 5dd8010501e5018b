import fc from 'fast-check';

import { currentStatus, timeInStatus } from '../../../nodes/deals/statusPeriods';
import type { HistoryFilters } from '../../../nodes/deals/historyFilters';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { anyHourlyDeal, NO_FILTERS, NOW, STATUS_IDS, USER_IDS } from '../../support/histories';
import { runs } from '../../support/runs';

/**
 * Current status and time in status against a model that knows no intervals: every hour it asks
 * how the deal stands, and counts.
 */

const HOUR = 3_600_000;

const iso = (at: number) => new Date(at).toISOString();

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
				return {
					statusId: id,
					enteredCount: visits.length,
					firstEnteredAt: iso(visits[0][0].at),
					lastEnteredAt: iso(visits.at(-1)![0].at),
					lastLeftAt: left ? iso(left.at(-1)!.at + HOUR) : null,
					totalMs: visits.flat().length * HOUR,
					latestMs: visits.at(-1)!.length * HOUR,
					current: seen.at(-1)!.id === id,
				};
			});
			const rows = timeInStatus(deal, NO_NAMES, NO_FILTERS, NOW);
			expect(rows).toEqual(expected.map((row) => expect.objectContaining(row)));
		}),
		runs(200),
	);
});

it('current status: hour by hour', () => {
	fc.assert(
		fc.property(anyHourlyDeal, (deal) => {
			const visits = stretches(hours(deal, 'STATUS'));
			const present = visits.at(-1);
			const assigned = stretches(hours(deal, 'USER')).at(-1);
			const starts = deal.history.map(({ startTimestamp }) => startTimestamp);
			expect(currentStatus(deal, NO_NAMES, NO_FILTERS, NOW)).toEqual([
				{
					dealId: deal.id,
					dealSummary: deal.summary,
					backlogId: deal.backlogId,
					companyProfileIds: deal.companyProfileId,
					statusId: present?.[0].id ?? null,
					statusLabel: null,
					statusColor: null,
					enteredAt: present ? iso(present[0].at) : null,
					inStatusMs: present ? present.length * HOUR : null,
					enteredCount: visits.filter(([{ id }]) => id === present![0].id).length,
					previousStatusId: visits.at(-2)?.[0].id ?? null,
					previousStatusLabel: null,
					userId: assigned?.[0].id ?? null,
					userName: null,
					userEmail: null,
					assignedAt: assigned ? iso(assigned[0].at) : null,
					lastChangeAt: starts.length > 0 ? iso(Math.max(...starts)) : null,
				},
			]);
		}),
		runs(200),
	);
});

const moment = fc.option(
	fc.integer({ min: 0, max: 60 }).map((hour) => NOW - hour * HOUR),
	{ nil: undefined },
);

const anyFilters: fc.Arbitrary<HistoryFilters> = fc.record({
	changeTypes: fc.constant([]),
	changedAfter: moment,
	changedBefore: moment,
	backlogIds: fc.constant([]),
	statusIds: fc.subarray([...STATUS_IDS]),
	userIds: fc.subarray([...USER_IDS]),
	minMsInStatus: fc.option(
		fc.integer({ min: 0, max: 30 }).map((hour) => hour * HOUR),
		{ nil: undefined },
	),
});

it('the filters of the current status look at what its row shows, and at nothing else', () => {
	fc.assert(
		fc.property(anyHourlyDeal, anyFilters, (deal, filters) => {
			const { statusIds, userIds, changedAfter, changedBefore, minMsInStatus } = filters;
			const [row] = currentStatus(deal, NO_NAMES, NO_FILTERS, NOW);
			const at = Date.parse(row.enteredAt as string);
			const fits =
				(statusIds.length === 0 || statusIds.includes(row.statusId as string)) &&
				(userIds.length === 0 || userIds.includes(row.userId as string)) &&
				(changedAfter === undefined || at >= changedAfter) &&
				(changedBefore === undefined || at < changedBefore) &&
				(minMsInStatus === undefined ||
					(row.inStatusMs !== null && Number(row.inStatusMs) >= minMsInStatus));
			expect(currentStatus(deal, NO_NAMES, filters, NOW)).toEqual(fits ? [row] : []);
		}),
		runs(300),
	);
});

it('a least time leaves, of the times, the present statuses that last so long already', () => {
	fc.assert(
		fc.property(anyHourlyDeal, fc.integer({ min: -2, max: 2 }), (deal, more) => {
			// About as long as the present status has lasted, to the hour.
			const [{ inStatusMs }] = currentStatus(deal, NO_NAMES, NO_FILTERS, NOW);
			const minMsInStatus = Number(inStatusMs) + more * HOUR;
			const kept = timeInStatus(deal, NO_NAMES, { ...NO_FILTERS, minMsInStatus }, NOW);
			const all = timeInStatus(deal, NO_NAMES, NO_FILTERS, NOW);
			expect(kept).toEqual(
				all.filter(({ current, latestMs }) => current && Number(latestMs) >= minMsInStatus),
			);
		}),
		runs(200),
	);
});

describe('what cannot be read', () => {
	const [change] = [
		{
			id: 'one',
			backlogItemId: 'deal',
			startTimestamp: NOW + HOUR,
			endTimestamp: 0,
			type: 'STATUS_CHANGED',
			metaData: { propertyValue: { _id: 'a', type: 'STATUS' } },
		},
	];
	const dealWith = (...history: object[]) =>
		({ id: 'deal', summary: null, history }) as unknown as HistoryItem;

	it('a clock that goes ahead makes no time less than none', () => {
		const deal = dealWith(change);
		const [row] = currentStatus(deal, NO_NAMES, NO_FILTERS, NOW);
		expect(row).toMatchObject({ statusId: 'a', inStatusMs: 0, enteredAt: iso(NOW + HOUR) });
		const [time] = timeInStatus(deal, NO_NAMES, NO_FILTERS, NOW);
		expect(time).toMatchObject({ latestMs: 0, totalMs: 0, current: true });
	});

	it('a move without a moment is no present status', () => {
		const lost = { ...change, id: 'two', startTimestamp: 'soon' };
		const before = { ...change, id: 'three', startTimestamp: NOW - HOUR };
		const named = { propertyValue: { _id: 'b', type: 'STATUS' } };
		const rows = currentStatus(
			dealWith({ ...lost, metaData: named }, before),
			NO_NAMES,
			NO_FILTERS,
			NOW,
		);
		expect(rows).toMatchObject([
			{ statusId: 'a', inStatusMs: HOUR, lastChangeAt: iso(NOW - HOUR) },
		]);
	});

	it('a deal without changes stands nowhere', () => {
		const [row] = currentStatus(dealWith(), NO_NAMES, NO_FILTERS, NOW);
		const nothing = { statusId: null, enteredAt: null, inStatusMs: null, enteredCount: 0 };
		const noParts = { backlogId: null, companyProfileIds: [], dealSummary: null };
		expect(row).toMatchObject({ ...nothing, ...noParts, assignedAt: null, lastChangeAt: null });
		const waiting = { ...NO_FILTERS, minMsInStatus: 0 };
		expect(currentStatus(dealWith(), NO_NAMES, waiting, NOW)).toEqual([]);
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
	const [row] = currentStatus(deal, { statuses, users } as never, NO_FILTERS, NOW);
	expect(row).toMatchObject({
		statusLabel: 'Label new',
		statusColor: 'Color new',
		previousStatusLabel: 'Label old',
		userName: 'Anna',
		userEmail: 'anna@zonendak.example',
	});
});
