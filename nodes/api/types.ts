import type { IDataObject } from 'n8n-workflow';

/** Records of the service, as tools/sandbox/openapi.yaml describes them. */

export interface PersonalInfo {
	name: string;
	value: string;
}

/** Names used in `standard_personal_infos` (schema `PersonalInfo`), with their English meaning. */
export const PERSONAL_INFO_NAMES = {
	Voornaam: 'First Name',
	Achternaam: 'Last Name',
	'E-mailadres': 'Email',
	Telefoonnummer: 'Phone',
	Straatnaam: 'Street',
	Huisnummer: 'House Number',
	Postcode: 'Postal Code',
	Plaats: 'City',
	Land: 'Country',
} as const;

/** What a contact is created from (operation `createContact`). */
export interface NewContact {
	audienceId: string;
	contactType: string;
	/** Milliseconds since the Unix epoch, 13 digits. */
	timestamp: number;
	personalInfos: PersonalInfo[];
}

/**
 * What a service may leave out. Ids and other texts are texts here, whatever they came as, and an id that
 * is missing is an empty one.
 */
type Text = string | null | undefined;

/** One change of a deal (operation `listHistory`). */
export interface HistoryEntry extends IDataObject {
	id: string;
	backlogItemId?: Text;
	/** A moment, whose unit its size tells; where a service leaves it out, the deals' rules make it NaN. */
	startTimestamp: number;
	/** 0 means open. */
	endTimestamp: number;
	type?: Text;
	/** What an empty one means is not known, so nothing in it is counted on. */
	metaData?: { propertyValue?: { _id?: Text; type?: Text } | null } | null;
}

/** One deal, with all its changes. */
export interface HistoryItem extends IDataObject {
	id: string;
	backlogId?: Text;
	summary?: Text;
	companyProfileId?: string[] | null;
	history: HistoryEntry[];
}

/** A status that a deal can have (operation `listStatuses`). */
export interface Status extends IDataObject {
	id: string;
	backlog_id?: Text;
	label?: Text;
	color?: Text;
}

/** A user of the company profile (operation `listUsers`). */
export interface User extends IDataObject {
	id: string;
	name?: Text;
	email?: Text;
}

/** What a webhook is created from (operation `subscribe`), with the profile. */
export interface NewWebhook {
	name: string;
	url: string;
	/** Sent with each call. */
	headers: Record<string, string>;
	events: string[];
}

/** The only name of an event that is known (webhook `dealStatusChange`). */
export const STATUS_CHANGE_EVENT = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
