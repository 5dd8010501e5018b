import type { IDataObject } from 'n8n-workflow';

import { isChosen, recordOf } from '../utils/lists';
import { toIso } from '../utils/dates';
import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { entriesInTime, latestMoment, lengthOf, visitsIn } from './history';
import { type HistoryFilters, isInTime, isLongEnough } from './historyFilters';

/**
 * How a deal stands now: one record, or none when the filters do not want it. They look at the
 * present alone: its status, its assignee, when the status was entered and how long ago. Null is
 * what the history does not tell; a deal without a status was never entered.
 * @param now Milliseconds since the Unix epoch.
 */
export function currentStatus(
	deal: HistoryItem,
	names: Names,
	filters: HistoryFilters,
	now: number,
): IDataObject[] {
	const entries = entriesInTime(deal);
	const statuses = visitsIn(entries, 'STATUS');
	const present = statuses.at(-1);
	const assigned = visitsIn(entries, 'USER').at(-1);
	const inStatusMs = present && lengthOf(present, now);
	const statusId = present?.id ?? null;
	const userId = assigned?.id ?? null;
	const isWanted =
		isChosen(filters.statusIds, statusId) &&
		isChosen(filters.userIds, userId) &&
		isInTime(filters, present?.from) &&
		isLongEnough(filters, inStatusMs);
	if (!isWanted) return [];

	const status = recordOf(names.statuses, statusId);
	const user = recordOf(names.users, userId);
	const previousStatusId = statuses.at(-2)?.id ?? null;
	return [
		{
			dealId: deal.id ?? null,
			dealSummary: deal.summary ?? null,
			backlogId: deal.backlogId ?? null,
			companyProfileIds: deal.companyProfileId ?? [],
			statusId,
			statusLabel: status?.label ?? null,
			statusColor: status?.color ?? null,
			enteredAt: toIso(present?.from),
			inStatusMs: inStatusMs ?? null,
			enteredCount: statuses.filter(({ id }) => id === statusId).length,
			previousStatusId,
			previousStatusLabel: recordOf(names.statuses, previousStatusId)?.label ?? null,
			userId,
			userName: user?.name ?? null,
			userEmail: user?.email ?? null,
			assignedAt: toIso(assigned?.from),
			lastChangeAt: toIso(latestMoment(entries)),
		},
	];
}
