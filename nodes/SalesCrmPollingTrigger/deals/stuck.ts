import { dealDetails } from '../../api/dealDetails';
import type { Directory, Names } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import { type DealChange, dealChanges, isMove } from '../../deals/history';
import { idsNamed } from '../../deals/namedIds';
import { DAY_MS } from '../../utils/dates';
import { isChosen, recordOf } from '../../utils/lists';
import { isUuid } from '../../utils/uuid';
import type { PollSettings } from '../settings';

export interface StuckDeal extends DealChange {
	/** When it entered the status, plus the days of that status. Milliseconds since the Unix epoch. */
	stuckAt: number;
}

/** Of 24 hours; 0 for never. JSON. */
export interface Days {
	usual: number;
	/** By the ID of the status, in lower case. */
	byStatus: Record<string, number>;
}

/** Deals that got stuck by these days up to this time (milliseconds since the Unix epoch) were reported or noted. */
export type NotedStuck = { upTo: number; days: Days };

/** @throws UserError as for filters (`deals/namedIds`). */
export function resolvedDays(
	{ usual, perStatus }: NonNullable<PollSettings['days']>,
	directory: Directory,
	onUnknown: (words: string) => void,
): Days {
	const idsOf = (statuses: string[]) =>
		idsNamed(statuses, 'statuses', 'Days per Status', directory, onUnknown);
	// A deleted status is an error only if none of the others exists.
	idsOf(perStatus.map(({ status }) => status));
	const byStatus: Days['byStatus'] = {};
	for (const { status, days } of perStatus) {
		const ids = isUuid(status) ? [status.toLowerCase()] : idsOf([status]);
		for (const id of ids) byStatus[id.toLowerCase()] = days;
	}
	return { usual, byStatus };
}

/**
 * The deals that exceed today's number of days, but at the last poll did not exceed the number of that time. So each status
 * period is reported once without being remembered, even if the number is lowered.
 */
export const stuckDeals = (
	deals: HistoryItem[],
	days: Days,
	previous: NotedStuck | undefined,
	now: number,
): StuckDeal[] =>
	deals
		.flatMap((deal) => startOfCurrentPeriod(deal) ?? [])
		.map((began) => ({ ...began, stuckAt: stuckTime(began, days) }))
		.filter(
			(one) => one.stuckAt <= now && !(previous && stuckTime(one, previous.days) <= previous.upTo),
		);

/** A closed deal is not stuck, unless a setting names its status. */
export function isClosed(
	{ deal, statusId }: DealChange,
	{ statuses }: Names,
	named: readonly string[],
) {
	if (named.length > 0 && isChosen(named, statusId)) return false;
	const { result, archived } = dealDetails(deal);
	const isDone = recordOf(statuses, statusId)?.status_category === 'DONE';
	return isDone || result !== null || archived === true;
}

/** Infinity for never. */
function stuckTime({ entry, statusId }: DealChange, { usual, byStatus }: Days): number {
	const days = byStatus[statusId!.toLowerCase()] ?? usual;
	return entry.startTimestamp + (Math.round(days * DAY_MS) || Infinity);
}

/** An entry may end a little before the next one starts. */
const MAX_GAP_MS = 1000;

/** Its last move, or the change that reopened it after a gap. Undefined without a status, or for a closed deal. */
function startOfCurrentPeriod(deal: HistoryItem): DealChange | undefined {
	const changes = dealChanges(deal);
	const last = changes.at(-1);
	if (!last || last.statusId === null || last.entry.endTimestamp) return undefined;
	let began = last;
	let endedAt = -Infinity;
	for (const change of changes) {
		const { startTimestamp, endTimestamp } = change.entry;
		if (isMove(change) || startTimestamp - endedAt > MAX_GAP_MS) began = change;
		// Entries may overlap, and an open one has no end.
		endedAt = Math.max(endedAt, endTimestamp || Infinity);
	}
	return { ...began, assigneeId: last.assigneeId };
}
