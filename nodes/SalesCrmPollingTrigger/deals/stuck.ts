import { dealDetails } from '../../api/dealDetails';
import type { FoundNames, Names } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import { type DealChange, dealChanges, isMove } from '../../deals/history';
import { idsNamed } from '../../deals/namedIds';
import { DAY_MS } from '../../utils/dates';
import { isChosen, recordOf } from '../../utils/lists';
import { isUuid } from '../../utils/uuid';
import type { PollSettings } from '../settings';

/** When deals got stuck: the time at which a deal entered its status, plus the days of that status. */

/** The change that began a deal's present status period, with the assignee of now. */
export interface StuckDeal extends DealChange {
	/** Milliseconds since the Unix epoch. */
	stuckAt: number;
}

/** Of 24 hours; 0 for never. JSON. */
export interface Days {
	usual: number;
	/** By the ID of the status, in lower case. */
	byStatus: Record<string, number>;
}

/** Up to when (milliseconds since the Unix epoch) stuck deals were reported or noted, and by which days. */
export type NotedStuck = { upTo: number; days: Days };

/** @throws UserError as for filters (`deals/namedIds`). */
export function resolvedDays(
	{ usual, perStatus }: NonNullable<PollSettings['days']>,
	found: FoundNames,
	onUnknown: (words: string) => void,
): Days {
	const idsOf = (statuses: string[]) =>
		idsNamed(statuses, 'statuses', 'Days per Status', found, onUnknown);
	// A status that was deleted is an error only if none of the others exists.
	idsOf(perStatus.map(({ status }) => status));
	const byStatus: Days['byStatus'] = {};
	for (const { status, days } of perStatus) {
		const ids = isUuid(status) ? [status.toLowerCase()] : idsOf([status]);
		for (const id of ids) byStatus[id.toLowerCase()] = days;
	}
	return { usual, byStatus };
}

/**
 * A deal is reported if it exceeds today's number of days but did not exceed the number at the last poll. So each
 * status period is reported once without being remembered, also when the number is lowered.
 */
export const stuckDeals = (
	deals: HistoryItem[],
	days: Days,
	noted: NotedStuck | undefined,
	now: number,
): StuckDeal[] =>
	deals
		.flatMap((deal) => presentPeriod(deal) ?? [])
		.map((began) => ({ ...began, stuckAt: stuckAt(began, days) }))
		.filter((one) => one.stuckAt <= now && !(noted && stuckAt(one, noted.days) <= noted.upTo));

/**
 * A deal that is won, lost, archived or in a status that the service calls done is not stuck, unless a setting names its
 * status.
 */
export function isClosed({ deal, statusId }: DealChange, { statuses }: Names, named: string[]) {
	if (named.length > 0 && isChosen(named, statusId)) return false;
	const { result, archived } = dealDetails(deal);
	const isDone = recordOf(statuses, statusId)?.status_category === 'DONE';
	return isDone || result !== null || archived === true;
}

/** Milliseconds since the Unix epoch; Infinity for never. */
function stuckAt({ entry, statusId }: DealChange, { usual, byStatus }: Days): number {
	const days = byStatus[statusId!.toLowerCase()] ?? usual;
	return entry.startTimestamp + (Math.round(days * DAY_MS) || Infinity);
}

/** A service may let an entry end a little before the next one starts. */
const MAX_GAP_MS = 1000;

/**
 * The change that began it: a move, or the one by which a closed deal was opened again, which leaves a gap between two
 * entries. The assignee is that of now, because deals are often assigned after they entered a status.
 * @returns Undefined for a deal that has no status, or is closed: its last entry has ended.
 */
function presentPeriod(deal: HistoryItem): DealChange | undefined {
	const changes = dealChanges(deal);
	const last = changes.at(-1);
	if (!last || last.statusId === null || last.entry.endTimestamp) return undefined;
	let began = last;
	let endedAt = -Infinity;
	for (const change of changes) {
		const { startTimestamp, endTimestamp } = change.entry;
		if (isMove(change) || startTimestamp - endedAt > MAX_GAP_MS) began = change;
		// Entries may run side by side; one that is open ends at infinity.
		endedAt = Math.max(endedAt, endTimestamp || Infinity);
	}
	return { ...began, assigneeId: last.assigneeId };
}
