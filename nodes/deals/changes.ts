import type { IDataObject } from 'n8n-workflow';

import { toIso } from '../values/moments';
import type { Names } from '../service/api/names';
import type { HistoryItem } from '../service/api/types';
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
		if (!wantsChange(filters, entry)) continue;

		const { startTimestamp: start, endTimestamp: end } = entry;
		const open = !end;
		const status = statusId === null ? undefined : names.statuses.get(statusId);
		const user = userId === null ? undefined : names.users.get(userId);
		changes.push({
			dealId: deal.id,
			dealSummary: deal.summary ?? null,
			backlogId: deal.backlogId ?? null,
			companyProfileIds: deal.companyProfileId ?? [],
			changeId: entry.id,
			type: entry.type,
			startedAt: toIso(start),
			endedAt: open ? null : toIso(end),
			open,
			durationMs: open || !Number.isFinite(end - start) ? null : end - start,
			statusId,
			statusLabel: status?.label ?? null,
			statusColor: status?.color ?? null,
			previousStatusId,
			previousStatusLabel: labelOf(names, previousStatusId),
			userId,
			userName: user?.name ?? null,
			userEmail: user?.email ?? null,
			previousUserId,
			previousUserName: nameOf(names, previousUserId),
		});
	}
	return changes;
}

const labelOf = (names: Names, id: string | null): string | null =>
	(id === null ? undefined : names.statuses.get(id)?.label) ?? null;

const nameOf = (names: Names, id: string | null): string | null =>
	(id === null ? undefined : names.users.get(id)?.name) ?? null;
