import type { IDataObject } from 'n8n-workflow';

import { toIso } from '../utils/dates';
import { recordOf } from '../utils/records';
import type { Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { dealChanges } from './dealChanges';
import { type HistoryFilters, wantsChange } from './historyFilters';

/**
 * One record per change of a deal. Status fields belong to STATUS_CHANGED, user fields to
 * USER_CHANGED; what an entry does not say, or names cannot tell, is null.
 */
export function changesOf(deal: HistoryItem, names: Names, filters: HistoryFilters): IDataObject[] {
	const changes: IDataObject[] = [];

	for (const change of dealChanges(deal)) {
		const { entry, statusId, userId, previousStatusId, previousUserId } = change;
		if (!wantsChange(filters, change)) continue;

		const { startTimestamp: start, endTimestamp: end } = entry;
		const open = !end;
		const status = recordOf(names.statuses, statusId);
		const user = recordOf(names.users, userId);
		changes.push({
			dealId: deal.id ?? null,
			dealSummary: deal.summary ?? null,
			backlogId: deal.backlogId ?? null,
			companyProfileIds: deal.companyProfileId ?? [],
			changeId: entry.id ?? null,
			type: entry.type ?? null,
			startedAt: toIso(start),
			endedAt: open ? null : toIso(end),
			open,
			durationMs: open || !Number.isFinite(end - start) ? null : end - start,
			statusId,
			statusLabel: status?.label ?? null,
			statusColor: status?.color ?? null,
			previousStatusId,
			previousStatusLabel: recordOf(names.statuses, previousStatusId)?.label ?? null,
			userId,
			userName: user?.name ?? null,
			userEmail: user?.email ?? null,
			previousUserId,
			previousUserName: recordOf(names.users, previousUserId)?.name ?? null,
		});
	}
	return changes;
}
