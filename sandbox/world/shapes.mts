/** The records of the world, in the service's own shapes (interface.md, "Resources and their fields"). */

export interface PersonalInfo {
	name: string;
	value: string;
}

export interface Contact {
	id: string;
	contact_type: string;
	/** Milliseconds since the Unix epoch. */
	time_stamp: number;
	standard_personal_infos: PersonalInfo[];
	audience: { id: string; company_profile: { id: string } };
}

export interface Quotation {
	id: string;
	company_profile_id: string;
	number: string;
	title: string;
	customer_name: string;
	status: string;
	total: number;
	currency: string;
	created_at: string;
	valid_until: string;
	lines: Array<{ description: string; quantity: number; unit_price: number }>;
}

export interface Status {
	id: string;
	backlog_id: string;
	label: string;
	color: string;
	standard: boolean;
	status_category: string | null;
}

export interface User {
	id: string;
	name: string;
	email: string;
}

/** A pipeline. The service shows no names of them; the board page does. */
export interface Backlog {
	id: string;
	name: string;
	boardId: string;
}

export interface HistoryEntry {
	id: string;
	backlogItemId: string;
	startTimestamp: number;
	endTimestamp: number;
	type: string;
	metaData: { propertyValue?: { _id: string; type: string } };
}

export interface Deal {
	id: string;
	backlogId: string;
	summary: string;
	description: string;
	statusId: string;
	assigneeId: string;
	leadConfigurationId: string;
	house: string;
	rank: string;
	createdAt: number;
	updatedAt: number;
	history: HistoryEntry[];
}

export interface Subscription {
	id: string;
	name: string;
	url: string;
	method: string;
	headers: Record<string, string>;
	company_profile_id: string;
	events: string[];
}
