// Made from tools/sandbox/openapi.yaml by `npm run types`: change that file, not this one.

/** Format: uuid */
export type Uuid = string;
/** @description Milliseconds since the Unix epoch, 13 digits. */
export type Milliseconds = number;
export interface PersonalInfo {
	/** @description Names in use are Voornaam, Achternaam, E-mailadres, Land, Postcode, Plaats, Straatnaam, Huisnummer and Telefoonnummer. */
	name: string;
	value: string;
}
export interface Contact {
	id?: Uuid;
	contact_type?: string;
	time_stamp?: Milliseconds;
	standard_personal_infos?: PersonalInfo[];
	audience?: {
		id?: Uuid;
		company_profile?: {
			id?: Uuid;
		};
	};
}
export interface Quotation {
	id: string;
	company_profile_id?: Uuid;
	number?: string;
	title?: string;
	customer_name?: string;
	status?: string;
	total?: number;
	currency?: string;
	created_at?: string;
	valid_until?: string;
	/** @description Answered by the info route only. */
	lines?: {
		description?: string;
		quantity?: number;
		unit_price?: number;
	}[];
}
export interface HistoryItem {
	id: Uuid;
	backlogId: Uuid;
	summary: string;
	companyProfileId: Uuid[];
	history: HistoryEntry[];
}
export interface HistoryEntry {
	id: Uuid;
	backlogItemId: Uuid;
	startTimestamp: Milliseconds;
	/** @description 0 while the entry is open; otherwise the start of the next entry. */
	endTimestamp: Milliseconds | 0;
	type: string;
	metaData: {
		propertyValue?: {
			_id: Uuid;
			type: string;
		};
	};
}
export interface Status {
	id: Uuid;
	backlog_id: Uuid;
	label: string;
	color: string;
	standard: boolean;
	status_category: string | null;
}
export interface User {
	id: Uuid;
	name: string;
	email: string;
}
export interface NewSubscription {
	name: string;
	/** Format: uri */
	url: string;
	method: string;
	/** @description Sent with each call. May be empty. */
	headers: {
		[key: string]: string;
	};
	/** @description May be left out with an API token, which is pinned to one profile. */
	company_profile_id?: Uuid;
	events: string[];
}
export interface DealStatusChange {
	id: number;
	timestamp: number;
	/** @constant */
	eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
	payload: Deal;
	metadata: {
		status_id: Uuid;
		old_status_id: Uuid;
		board_id: Uuid;
		/** @constant */
		item_type: 'DEALS';
		lead_configuration_id: Uuid;
		company_profile_id: Uuid;
		backlog_id: Uuid;
		internal_configuration: boolean;
	};
}
export interface Deal {
	id: Uuid;
	backlog_id: Uuid;
	summary: string;
	description: string;
	/** @description Custom fields by name. */
	fields: {
		[key: string]: null | {
			isoCurrency?: string;
			type?: string;
		};
	};
	labels: {
		[key: string]: unknown;
	};
	status_label: string;
	status_id: Uuid;
	status: StatusReference;
	assignee_id: Uuid;
	assignee: UserReference;
	free_fields: {
		label: string;
		value: unknown;
	}[];
	item_subject: {
		type: string;
		id: Uuid;
	};
	technical_labels: {
		timestamp: number;
		type: string;
	}[];
	rank: string;
	timestamp_created: Milliseconds;
	timestamp_updated: Milliseconds;
}
export interface StatusReference {
	/** @constant */
	type: 'STATUS';
	id: Uuid;
}
export interface UserReference {
	/** @constant */
	type: 'USER';
	id: Uuid;
}
