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

/** The same nine as a contact with `contact_info` calls them. */
export const CONTACT_INFO_NAMES: ReadonlyMap<string, keyof typeof PERSONAL_INFO_NAMES> = new Map([
	['first_name', 'Voornaam'],
	['last_name', 'Achternaam'],
	['email', 'E-mailadres'],
	['phone', 'Telefoonnummer'],
	['address_street', 'Straatnaam'],
	['address_number', 'Huisnummer'],
	['postal_code', 'Postcode'],
	['city', 'Plaats'],
	['country', 'Land'],
]);

/** What a contact is created from (operation `createContact`). */
export interface NewContact {
	audienceId: string;
	contactType: string;
	/** Milliseconds since the Unix epoch, 13 digits. */
	timestamp: number;
	personalInfos: PersonalInfo[];
}

/** One change of a deal (operation `listHistory`). Its times are milliseconds since the Unix epoch. */
export interface HistoryEntry extends IDataObject {
	id: string;
	backlogItemId: string;
	startTimestamp: number;
	/** 0 means open. */
	endTimestamp: number;
	type: string;
	/** Names a status or a user. What an empty one means is not known. */
	metaData: { propertyValue?: { _id: string; type: string } } | null;
}

/** One deal, with all its changes. */
export interface HistoryItem extends IDataObject {
	id: string;
	/** Its pipeline. */
	backlogId: string;
	/** Its title. */
	summary: string;
	companyProfileId: string[];
	history: HistoryEntry[];
}

/** A status that a deal can have (operation `listStatuses`). */
export interface Status extends IDataObject {
	id: string;
	/** Its pipeline. */
	backlog_id: string;
	label: string;
	/** As #RRGGBB. */
	color: string;
	/** Its place in the pipeline. */
	position?: number | null;
}

/** A board, which holds pipelines (operation `listBoards`). */
export interface Board extends IDataObject {
	id: string;
	/** `DEALS`, `LEADS` or another. */
	board_type: string;
	board_name: string;
}

/** A pipeline as its board lists it (operation `listPipelines`). */
export interface BoardPipeline extends IDataObject {
	id: string;
	backlog_name: string;
	/** Texts in the order of the pipelines. */
	rank: string | null;
}

/** A user of the company profile (operation `listUsers`). */
export interface User extends IDataObject {
	id: string;
	name: string;
	email: string;
}

/** What a webhook is created from (operation `subscribe`), with the profile. */
export interface NewWebhook {
	name: string;
	url: string;
	/** Sent with each call. */
	headers: Record<string, string>;
	events: string[];
}
