import type { IDataObject } from 'n8n-workflow';

import { assigneeShown, type Names, statusShown } from '../api/names';
import type { HistoryItem } from '../api/types';
import { DAY_MS, isoOf, toDays } from '../utils/dates';
import { isChosen } from '../utils/lists';
import { containsWords } from '../utils/text';
import { type HistoryContext, pipelineIdOf } from './change';
import { type Filters, isWithin } from './filters';
import { dealChanges } from './history';
import { lengthOf, statusPeriodsOf } from './statusPeriods';

/**
 * How deals stand, now or as of a time (`dealAsOf`), as their history tells it:
 *
 * 1. The status is the one entered last, the assignee the one assigned last; both last from then on,
 *    whatever else was changed since. A deal without a status was never entered.
 * 2. A deal whose last entry has ended is in its status no longer: its days there are over, and it is never
 *    long enough in it.
 * 3. Filters look at the present alone: status and when it was entered, assignee, pipeline, for how long
 *    the deal has been in its status; `changedAfter` and `changedBefore` at the last change of any kind.
 * 4. Null: the history has no such value.
 */
export type Deal = ReturnType<typeof dealNow>;

/** Times and durations in milliseconds, undefined where there is none. @param now What counts as now. */
export function dealNow(item: HistoryItem, now: number) {
	const changes = dealChanges(item);
	const periods = statusPeriodsOf(changes);
	const present = periods.at(-1);
	const last = changes.at(-1);
	const assigned = changes.findLast(
		({ changed, assigneeId, previousAssigneeId }) =>
			changed === 'assignee' && assigneeId !== previousAssigneeId,
	);
	const firstChangeAt = changes.at(0)?.entry.startTimestamp;
	return {
		item,
		now,
		statusId: present?.statusId ?? null,
		previousStatusId: periods.at(-2)?.statusId ?? null,
		enteredAt: present?.from,
		inStatusMs: present && lengthOf(present, now),
		/** From the first change on. */
		toStatusMs: present && present.from - firstChangeAt!,
		enteredCount: periods.filter(({ statusId }) => statusId === present?.statusId).length,
		assigneeId: last?.assigneeId ?? null,
		assignedAt: assigned?.entry.startTimestamp,
		firstChangeAt,
		lastChangeAt: last?.entry.startTimestamp,
		/** Rule 2. */
		hasEnded: present?.to !== undefined,
	};
}

/** @param words What the title contains, as `searchWords` gives them. */
export const wantsDeal = (filters: Filters, words: readonly string[], deal: Deal, names: Names) =>
	isChosen(filters.pipelineIds, pipelineIdOf(deal.item, deal.statusId, names)) &&
	isChosen(filters.statusIds, deal.statusId) &&
	isChosen(filters.assigneeIds, deal.assigneeId) &&
	isWithin(deal.enteredAt, filters.enteredAfter, filters.enteredBefore) &&
	isWithin(deal.lastChangeAt, filters.changedAfter, filters.changedBefore) &&
	isLongEnough(filters, deal) &&
	containsWords(deal.item.summary, words);

const isLongEnough = ({ minDaysInStatus }: Filters, { inStatusMs, hasEnded }: Deal): boolean =>
	minDaysInStatus === undefined ||
	(!hasEnded && inStatusMs !== undefined && inStatusMs >= minDaysInStatus * DAY_MS);

/** The deal as an item: what people look for first, IDs last. */
export function dealRecord(deal: Deal, { names, companyProfileId }: HistoryContext): IDataObject {
	const { item, statusId, previousStatusId, assigneeId } = deal;
	const { status, pipeline, statusColor } = statusShown(names, statusId);
	const { assignee, assigneeEmail } = assigneeShown(names, assigneeId);
	return {
		title: item.summary,
		status,
		daysInStatus: orNull(deal.inStatusMs, toDays),
		assignee,
		pipeline,
		enteredAt: orNull(deal.enteredAt, isoOf),
		daysToStatus: orNull(deal.toStatusMs, toDays),
		previousStatus: statusShown(names, previousStatusId).status,
		enteredCount: deal.enteredCount,
		assigneeEmail,
		assignedAt: orNull(deal.assignedAt, isoOf),
		firstChangeAt: orNull(deal.firstChangeAt, isoOf),
		lastChangeAt: orNull(deal.lastChangeAt, isoOf),
		statusColor,
		dealId: item.id,
		statusId,
		previousStatusId,
		assigneeId,
		pipelineId: pipelineIdOf(item, statusId, names),
		companyProfileId: companyProfileId ?? null,
	};
}

const orNull = <T>(ms: number | undefined, shown: (ms: number) => T): T | null =>
	ms === undefined ? null : shown(ms);
