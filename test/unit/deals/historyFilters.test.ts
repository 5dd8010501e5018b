import fc from 'fast-check';

import { changesOf } from '../../../nodes/deals/outputs';
import { type HistoryFilters, isWantedDeal } from '../../../nodes/deals/historyFilters';
import { timeInStatus } from '../../../nodes/deals/statusPeriods';
import { NO_NAMES } from '../../../nodes/api/names';
import { anyDeal, NO_FILTERS, NOW, STATUS_IDS, USER_IDS } from '../../support/histories';
import { runs } from '../../support/runs';

/** Which changes and deals are wanted, against a plain retelling of the deal, change by change. */

const some = (ids: readonly string[]) => fc.subarray([...ids]);

const moment = fc.option(fc.integer({ min: NOW - 40_000, max: NOW }), { nil: undefined });

const anyFilters: fc.Arbitrary<HistoryFilters> = fc.record({
	changeTypes: some(['STATUS_CHANGED', 'user_changed', 'PRIORITY_CHANGED']),
	changedAfter: moment,
	changedBefore: moment,
	backlogIds: fc.constantFrom([], ['backlog'], ['BACKLOG', 'other'], ['other']),
	statusIds: some(STATUS_IDS),
	userIds: some(USER_IDS),
});

type Deal = typeof anyDeal extends fc.Arbitrary<infer D> ? D : never;

/** Filters with some of their moments set to that of a change: in from it on, out until it. */
const onTheDot = fc.tuple(anyDeal, anyFilters, fc.nat(), fc.nat()).map(([deal, filters, a, b]) => {
	const { history } = deal;
	if (history.length === 0) return [deal, filters] as const;
	const at = (which: number) => history[which % history.length].startTimestamp;
	const { changedAfter, changedBefore } = filters;
	return [
		deal,
		{
			...filters,
			changedAfter: changedAfter && at(a),
			changedBefore: changedBefore && at(b),
		},
	] as const;
});

/** The ids of the wanted changes, told from the rule's words rather than from the code. */
function wantedIn({ history, backlogId }: Deal, filters: HistoryFilters): string[] {
	const isIn = (ids: string[], id?: string | null) =>
		typeof id === 'string' && ids.map((i) => i.toUpperCase()).includes(id.toUpperCase());
	if (filters.backlogIds.length > 0 && !isIn(filters.backlogIds, backlogId)) return [];
	const wanted: string[] = [];
	history.forEach(({ id, type, startTimestamp: at, metaData }, index) => {
		const now = metaData?.propertyValue?._id;
		const standing = (kind: string) =>
			history.slice(0, index + 1).findLast((entry) => entry.type === kind)?.metaData?.propertyValue
				?._id;
		const toStatus = type === 'STATUS_CHANGED' && isIn(filters.statusIds, now);
		const toUser = type === 'USER_CHANGED' && isIn(filters.userIds, now);
		const byStatus = filters.statusIds.length > 0;
		const byUser = filters.userIds.length > 0;
		let fits = true;
		if (byStatus && !byUser) fits = toStatus;
		if (byUser && !byStatus) fits = toUser;
		if (byStatus && byUser) {
			fits =
				(toStatus && isIn(filters.userIds, standing('USER_CHANGED'))) ||
				(toUser && isIn(filters.statusIds, standing('STATUS_CHANGED')));
		}
		if (filters.changeTypes.length > 0) fits &&= isIn(filters.changeTypes, type);
		if (filters.changedAfter !== undefined) fits &&= at >= filters.changedAfter;
		if (filters.changedBefore !== undefined) fits &&= at < filters.changedBefore;
		if (fits) wanted.push(id);
	});
	return wanted;
}

it('exactly the changes of which the rule speaks', () => {
	fc.assert(
		fc.property(onTheDot, ([deal, filters]) => {
			const wanted = wantedIn(deal, filters);
			const found = isWantedDeal(filters, deal) ? changesOf(deal, NO_NAMES, filters) : [];
			if (isWantedDeal(filters, deal)) {
				expect(found.map(({ changeId }) => changeId)).toEqual(wanted);
			} else expect(wanted).toEqual([]);
		}),
		runs(300),
	);
});

it('a deal is wanted when one of its changes is; without such a filter every one of the backlogs', () => {
	fc.assert(
		fc.property(onTheDot, ([deal, filters]) => {
			const { backlogIds } = filters;
			const only = { ...NO_FILTERS, backlogIds };
			const isPlain = JSON.stringify(only) === JSON.stringify(filters);
			const ofBacklog = backlogIds.length === 0 || backlogIds[0].toLowerCase() === 'backlog';
			const expected = isPlain ? ofBacklog : wantedIn(deal, filters).length > 0;
			expect(isWantedDeal(filters, deal)).toBe(expected);
		}),
		runs(300),
	);
});

it.each([
	['changeTypes', ['STATUS_CHANGED']],
	['statusIds', [STATUS_IDS[0]]],
	['userIds', [USER_IDS[0]]],
	['changedAfter', NOW],
	['changedBefore', NOW],
])('%s alone looks at changes: a deal without any is not wanted', (filter, value) => {
	const deal = { id: 'deal', backlogId: 'backlog', summary: '', companyProfileId: [], history: [] };
	expect(isWantedDeal({ ...NO_FILTERS, [filter]: value }, deal)).toBe(false);
});

it('statuses and users together: a move to the status while assigned, or an assignment while in it', () => {
	const entry = (id: string, type: string, _id: string) => ({
		id,
		backlogItemId: 'deal',
		startTimestamp: NOW - 1000 + Number(id),
		endTimestamp: 0,
		type,
		metaData: { propertyValue: { _id, type: type === 'STATUS_CHANGED' ? 'STATUS' : 'USER' } },
	});
	const deal = {
		id: 'deal',
		backlogId: 'backlog',
		summary: '',
		companyProfileId: [],
		history: [
			entry('1', 'STATUS_CHANGED', 'new'),
			entry('2', 'USER_CHANGED', 'anna'), // assigned while in it
			entry('3', 'STATUS_CHANGED', 'talking'),
			entry('4', 'STATUS_CHANGED', 'new'), // moved to it while assigned
			entry('5', 'USER_CHANGED', 'bram'),
			entry('6', 'STATUS_CHANGED', 'new'), // moved to it, but Bram's by then
		],
	};
	const filters = { ...NO_FILTERS, statusIds: ['new'], userIds: ['Anna'] };
	const ids = changesOf(deal, NO_NAMES, filters).map(({ changeId }) => changeId);
	expect(ids).toEqual(['2', '4']);
	expect(timeInStatus(deal, NO_NAMES, filters, NOW)).toEqual([
		// The third move put it where it stood.
		expect.objectContaining({ statusId: 'new', enteredCount: 2 }),
	]);
	expect(isWantedDeal({ ...filters, userIds: ['carla'] }, deal)).toBe(false);
});

it('a deal without a backlog passes no filter of backlogs, and breaks nothing', () => {
	for (const backlogId of [undefined, null, '']) {
		const deal = { id: 'deal', backlogId, history: [] } as never;
		expect(isWantedDeal({ ...NO_FILTERS, backlogIds: ['backlog'] }, deal)).toBe(false);
		expect(isWantedDeal(NO_FILTERS, deal)).toBe(true);
	}
});
