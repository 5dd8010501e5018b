/** Names used in `standard_personal_infos` (interface.md, "Contact"), with their English meaning. */
export const PERSONAL_INFO_NAMES = {
	Voornaam: 'First name',
	Achternaam: 'Last name',
	'E-mailadres': 'Email address',
	Telefoonnummer: 'Telephone number',
	Straatnaam: 'Street',
	Huisnummer: 'House number',
	Postcode: 'Postal code',
	Plaats: 'City',
	Land: 'Country',
} as const;

export interface PersonalInfo {
	name: string;
	value: string;
}

/** What a contact is created from (interface.md, "Contact (shape of the create body)"). */
export interface NewContact {
	audienceId: string;
	contactType: string;
	/** Milliseconds since the Unix epoch, 13 digits. */
	timestamp: number;
	personalInfos: PersonalInfo[];
}

/** interface.md, "History entry". Times are milliseconds since the Unix epoch; end 0 means open. */
export interface HistoryEntry {
	id: string;
	backlogItemId: string;
	startTimestamp: number;
	endTimestamp: number;
	type: string;
	metaData?: { propertyValue?: { _id?: string; type?: string } } | null;
}

/** interface.md, "History item": one deal. */
export interface HistoryItem {
	id: string;
	backlogId: string;
	summary: string;
	companyProfileId: string[];
	history: HistoryEntry[];
}

/** interface.md, "Status". */
export interface Status {
	id: string;
	backlog_id: string;
	label: string;
	color: string;
	standard: boolean;
	status_category: string | null;
}

/** interface.md, "User". */
export interface User {
	id: string;
	name: string;
	email: string;
}

/** interface.md, "Webhook subscription". */
export interface NewSubscription {
	name: string;
	url: string;
	method: string;
	headers: Record<string, string>;
	events: string[];
}

/** The only event name the interface shows (interface.md, "Events"). */
export const STATUS_CHANGE_EVENT = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
