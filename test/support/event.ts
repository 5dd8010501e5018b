import type { IDataObject } from 'n8n-workflow';

import { uuid } from './uuid';

/** The event of interface.md, "Event CRM_BACKLOG_ITEM_STATUS_CHANGE", with every field it shows. */

export const DEAL = uuid(0xd1);
export const OLD = uuid(0x51);
export const NEW = uuid(0x52);
export const ASSIGNEE = uuid(0xa1);
export const BOARD = uuid(0xb0);
export const BACKLOG = uuid(0xb1);
const PROFILE = uuid(0xc0);

export const AT = Date.parse('2026-03-01T08:30:00Z');

export const eventOf = (payload: object = {}, metadata: object = {}, envelope: object = {}) =>
	({
		id: 20_001,
		timestamp: AT,
		eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE',
		payload: {
			id: DEAL,
			backlog_id: BACKLOG,
			summary: 'Zonnepanelen familie Bakker',
			description: 'Twaalf panelen',
			fields: { Omzet: { isoCurrency: 'EUR', type: 'currency' }, Bron: null },
			labels: { result: null },
			status_label: 'In gesprek',
			status_id: NEW,
			status: { type: 'STATUS', id: NEW },
			assignee_id: ASSIGNEE,
			assignee: { type: 'USER', id: ASSIGNEE },
			free_fields: [{ label: 'Type woning', value: 'hoekhuis' }],
			item_subject: { type: 'LEAD_CONFIGURATION', id: uuid(0xe1) },
			technical_labels: [{ timestamp: AT, type: 'ITEM_ACTIVE' }],
			rank: '0|i00001:',
			timestamp_created: AT - 86_400_000,
			timestamp_updated: AT,
			...payload,
		},
		metadata: {
			status_id: NEW,
			old_status_id: OLD,
			board_id: BOARD,
			item_type: 'DEALS',
			lead_configuration_id: uuid(0xe1),
			company_profile_id: PROFILE,
			backlog_id: BACKLOG,
			internal_configuration: false,
			...metadata,
		},
		...envelope,
	}) as IDataObject;
