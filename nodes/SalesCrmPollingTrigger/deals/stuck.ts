import type { FoundNames } from '../../api/names';
import type { HistoryItem } from '../../api/types';
import { type DealChange, dealChanges } from '../../deals/history';
import { idsNamed } from '../../deals/namedIds';
import { DAY_MS } from '../../utils/dates';
import { isUuid } from '../../utils/uuid';
import type { PollSettings } from '../settings';

/**
 * When a deal got stuck: the time at which it entered its status, plus the days of that status.
 *
 * 1. The stay must last: it ends with the next status, and with the end of the deal's last entry.
 * 2. Moving a deal to the status that it is in starts no new stay. Opening a closed deal again does: then there is a
 *    gap between two entries.
 * 3. The assignee is that of now: deals are often assigned after they entered a status.
 * 4. A stay is due where it is stuck by the days of now, and was not by what was noted. So it is emitted once, no stay
 *    has to be remembered, and fewer days than at the poll before lose none.
 */

/** An unbroken time of a deal in the status that it is in: the change that began it, with the assignee of now. */
export interface DueStay extends DealChange {
	/** Milliseconds since the Unix epoch. */
	stuckAt: number;
}

/** Of 24 hours; 0 for never. JSON. */
export interface Days {
	usual: number;
	/** By the ID of the status, in lower case. */
	byStatus: Record<string, number>;
}

/** @throws UserError as for filters (`deals/namedIds`). */
export function resolvedDays(
	{ usual, perStatus }: NonNullable<PollSettings['days']>,
	found: FoundNames,
	onUnknown: (words: string) => void,
): Days {
	const idsOf = (statuses: string[]) =>
		idsNamed(statuses, 'statuses', 'Days per Status', found, onUnknown);
	// All at once: some may be gone.
	idsOf(perStatus.map(({ status }) => status));
	const byStatus: Days['byStatus'] = {};
	for (const { status, days } of perStatus) {
		const ids = isUuid(status) ? [status] : idsOf([status]);
		for (const id of ids) byStatus[id.toLowerCase()] = days;
	}
	return { usual, byStatus };
}

/** Up to when (milliseconds since the Unix epoch) stuck deals were emitted or noted, and by which days. */
export type NotedStuck = { upTo: number; days: Days };

/** Rule 4. @param now Milliseconds since the Unix epoch. */
export const dueStays = (
	deals: HistoryItem[],
	days: Days,
	noted: NotedStuck | undefined,
	now: number,
): DueStay[] =>
	deals
		.flatMap((deal) => presentStay(deal) ?? [])
		.map((stay) => ({ ...stay, stuckAt: stuckAt(stay, days) }))
		.filter((stay) => stay.stuckAt <= now && !(noted && stuckAt(stay, noted.days) <= noted.upTo));

/** Milliseconds since the Unix epoch; Infinity for never. */
function stuckAt({ entry, statusId }: DealChange, { usual, byStatus }: Days): number {
	const days = byStatus[statusId!.toLowerCase()] ?? usual;
	return entry.startTimestamp + (Math.round(days * DAY_MS) || Infinity);
}

/** A service may let an entry end a little before the next one starts. */
const MAX_GAP_MS = 1000;

/** Undefined for a deal that has no status, or is closed. */
function presentStay(deal: HistoryItem): DealChange | undefined {
	const changes = dealChanges(deal);
	const last = changes.at(-1);
	if (!last || last.statusId === null || last.entry.endTimestamp) return undefined;
	let began = last;
	let statusId: string | null = null;
	let endedAt = -Infinity;
	for (const change of changes) {
		const { startTimestamp, endTimestamp } = change.entry;
		if (change.statusId !== statusId || startTimestamp - endedAt > MAX_GAP_MS) began = change;
		statusId = change.statusId;
		// Entries may run side by side; one that is open ends at infinity.
		endedAt = Math.max(endedAt, endTimestamp || Infinity);
	}
	return { ...began, assigneeId: last.assigneeId };
}
