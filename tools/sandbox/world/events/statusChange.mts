import type { DealStatusChange } from '../../openapi.ts';
import type { Profile } from '../profile.mts';
import { resultOf } from '../published/items.mts';
import type { Deal } from '../shapes.mts';

export const STATUS_CHANGE = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';

/** The event of a move as described, the only described event. Only deals have it. */
export function statusChange(
	id: number,
	profile: Profile,
	deal: Deal,
	oldStatusId: string,
	unit: 'ms' | 's',
): DealStatusChange {
	const now = deal.updatedAt;
	return {
		id,
		timestamp: unit === 's' ? Math.floor(now / 1000) : now,
		eventName: STATUS_CHANGE,
		payload: {
			id: deal.id,
			backlog_id: deal.backlogId,
			summary: deal.summary,
			description: deal.description,
			fields: { 'Verwachte omzet': { isoCurrency: 'EUR', type: 'currency' }, Bron: null },
			labels: { result: resultOf(deal) },
			status_label: profile.status(deal.statusId)?.label ?? '',
			status_id: deal.statusId,
			status: { type: 'STATUS', id: deal.statusId },
			assignee_id: deal.assigneeId,
			assignee: deal.assigneeId === null ? null : { type: 'USER', id: deal.assigneeId },
			free_fields: [{ label: 'Type woning', value: deal.house }],
			item_subject: { type: 'LEAD_CONFIGURATION', id: deal.leadConfigurationId },
			technical_labels: deal.labels,
			rank: deal.rank,
			timestamp_created: deal.createdAt,
			timestamp_updated: now,
		},
		metadata: {
			status_id: deal.statusId,
			old_status_id: oldStatusId,
			board_id: profile.backlog(deal.backlogId)?.boardId ?? '',
			item_type: 'DEALS',
			lead_configuration_id: deal.leadConfigurationId,
			company_profile_id: profile.id,
			backlog_id: deal.backlogId,
			internal_configuration: false,
		},
	};
}
