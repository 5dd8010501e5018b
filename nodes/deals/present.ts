import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { toDays, toIso } from '../utils/dates';
import { isChosen, recordOf } from '../utils/lists';
import { folded, textOf } from '../utils/text';
import { type HistoryContext, pipelineIdOf } from './change';
import { type HistoryFilters, isInTime } from './filters';
import { entriesInTime } from './history';
import { assignments, lengthOf, statusVisits } from './visits';

/**
 * How deals stand, now or as of a moment (`dealAsOf`), as their history tells it:
 *
 * 1. The status is the one entered last, the assignee the one assigned last; both last from then on,
 *    whatever else was changed since. A deal without a status was never entered.
 * 2. A deal whose last change has ended stands still: it is in its status no longer, so it is never
 *    long enough in it. A change whose moment cannot be read is never the first or the last.
 * 3. Filters look at the present alone: status, assignee, pipeline, when the last change was, and for
 *    how long the deal has been in its status.
 * 4. Null: the history has no such value.
 */
export type Deal = ReturnType<typeof dealNow>;

/** Moments and durations in milliseconds, undefined where there is none. @param now What counts as now. */
export function dealNow(item: HistoryItem, now: number) {
	const entries = entriesInTime(item);
	const timed = entries.filter(({ startTimestamp }) => Number.isFinite(startTimestamp));
	const last = timed.at(-1);
	const statuses = statusVisits(entries);
	const present = statuses.at(-1);
	const assigned = assignments(entries).at(-1);
	const statusId = present?.id ?? null;
	return {
		item,
		now,
		/** The title. */
		searched: folded(textOf(item.summary)),
		statusId,
		previousStatusId: statuses.at(-2)?.id ?? null,
		enteredAt: present?.from,
		inStatusMs: present && lengthOf(present, now),
		enteredCount: statuses.filter(({ id }) => id === statusId).length,
		assigneeId: assigned?.id ?? null,
		assignedAt: assigned?.from,
		firstChangeAt: timed[0]?.startTimestamp as number | undefined,
		lastChangeAt: last?.startTimestamp,
		/** Rule 2. */
		hasEnded: Boolean(last?.endTimestamp),
	};
}

/** Which deals are wanted; an empty list and what is undefined want all. */
export interface DealFilters extends Omit<HistoryFilters, 'changeTypes'> {
	/** Words that the title holds, each of them; folded, as the title is. */
	words: readonly string[];
	minMsInStatus: number | undefined;
}

export const wantsDeal = (filters: DealFilters, deal: Deal, names: Names): boolean =>
	isChosen(filters.pipelineIds, pipelineIdOf(deal.item, deal.statusId, names)) &&
	isChosen(filters.statusIds, deal.statusId) &&
	isChosen(filters.assigneeIds, deal.assigneeId) &&
	isInTime(filters, deal.lastChangeAt) &&
	isLongEnough(filters, deal) &&
	filters.words.every((word) => deal.searched.includes(word));

const isLongEnough = ({ minMsInStatus }: DealFilters, { inStatusMs, hasEnded }: Deal): boolean =>
	minMsInStatus === undefined ||
	(!hasEnded && inStatusMs !== undefined && inStatusMs >= minMsInStatus);

/** The deal as an item: what people look for first, ids last. */
export function dealRecord(deal: Deal, { names, companyProfileId }: HistoryContext): IDataObject {
	const { item, statusId, previousStatusId, assigneeId, inStatusMs = null } = deal;
	const status = recordOf(names.statuses, statusId);
	const assignee = recordOf(names.users, assigneeId);
	return {
		title: item.summary ?? null,
		status: status?.label || null,
		inStatusDays: inStatusMs === null ? null : toDays(inStatusMs),
		assignee: assignee?.name || null,
		assigneeEmail: assignee?.email || null,
		enteredAt: toIso(deal.enteredAt),
		previousStatus: recordOf(names.statuses, previousStatusId)?.label || null,
		enteredCount: deal.enteredCount,
		assignedAt: toIso(deal.assignedAt),
		firstChangeAt: toIso(deal.firstChangeAt),
		lastChangeAt: toIso(deal.lastChangeAt),
		statusColor: status?.color || null,
		dealId: item.id ?? null,
		statusId,
		previousStatusId,
		assigneeId,
		pipelineId: pipelineIdOf(item, statusId, names),
		companyProfileId: companyProfileId ?? null,
		inStatusMs,
	};
}

/** The orders that deals can be put in, by the moment each goes by. */
export const DEAL_ORDERS = {
	newestFirst: { order: 'newestFirst', moment: ({ lastChangeAt }: Deal) => lastChangeAt },
	oldestFirst: { order: 'oldestFirst', moment: ({ lastChangeAt }: Deal) => lastChangeAt },
	longestInStatus: { order: 'oldestFirst', moment: ({ enteredAt }: Deal) => enteredAt },
} as const;
