import type * as described from './openapi';

/** Records of the service, from sandbox/openapi.yaml where it is sure of them. */
export type { NewSubscription, PersonalInfo, Status, User } from './openapi';

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
	personalInfos: described.PersonalInfo[];
}

/**
 * One change of a deal. Times are milliseconds since the Unix epoch; end 0 means open. What an empty
 * `metaData` means is not known, so nothing in it is counted on.
 */
export interface HistoryEntry extends Omit<described.HistoryEntry, 'metaData'> {
	metaData?: { propertyValue?: { _id?: string; type?: string } } | null;
}

/** One deal, with all its changes. */
export interface HistoryItem extends Omit<described.HistoryItem, 'history'> {
	history: HistoryEntry[];
}

/** The only name of an event that is known (webhook `dealStatusChange`). */
export const STATUS_CHANGE_EVENT = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
