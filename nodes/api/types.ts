import type * as described from './openapi';

/** Records the service answers as interface.md shows them, so they are as described. */
export type { NewSubscription, PersonalInfo, Status, User } from './openapi';

/** Names used in `standard_personal_infos` (interface.md, "Contact"), with their English meaning. */
export const PERSONAL_INFO_NAMES = {
	Voornaam: 'First name',
	Achternaam: 'Last name',
	'E-mailadres': 'Email',
	Telefoonnummer: 'Phone',
	Straatnaam: 'Street',
	Huisnummer: 'House number',
	Postcode: 'Postal code',
	Plaats: 'City',
	Land: 'Country',
} as const;

/** What a contact is created from (interface.md, "Contact (shape of the create body)"). */
export interface NewContact {
	audienceId: string;
	contactType: string;
	/** Milliseconds since the Unix epoch, 13 digits. */
	timestamp: number;
	personalInfos: described.PersonalInfo[];
}

/**
 * interface.md, "History entry". Times are milliseconds since the Unix epoch; end 0 means open. What
 * an empty `metaData` means is not shown, so nothing in it is counted on.
 */
export interface HistoryEntry extends Omit<described.HistoryEntry, 'metaData'> {
	metaData?: { propertyValue?: { _id?: string; type?: string } } | null;
}

/** interface.md, "History item": one deal. */
export interface HistoryItem extends Omit<described.HistoryItem, 'history'> {
	history: HistoryEntry[];
}

/** The only event name the interface shows (interface.md, "Events"). */
export const STATUS_CHANGE_EVENT = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
