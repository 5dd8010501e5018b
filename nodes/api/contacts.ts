import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages } from '../pagination/list';
import { ID_FIELDS } from '../pagination/seenRows';
import { requestJson } from '../transport/request';
import { isObject } from '../utils/json';
import { routes } from './routes';
import type { NewContact } from './types';

/** Operation `listContacts`. Which fields a contact has is not known. */
export function listContacts(
	connection: Connection,
	audienceId: string,
	options: ListOptions,
): AsyncGenerator<IDataObject[]> {
	const query = { company_profile_id: connection.profileId, audience_id: audienceId };
	return requestPages(connection, routes.listContacts, 'contacts', query, options);
}

/** Operation `createContact`. Its answer is not known: undefined when it is empty. */
export async function createContact(connection: Connection, contact: NewContact): Promise<unknown> {
	const { profileId } = connection;
	return await requestJson(connection, routes.createContact, {
		body: { contact: contactBody(contact, profileId) },
	});
}

/** The create body; without `company_profile` when the token is pinned to one. */
export function contactBody(contact: NewContact, profileId: string | undefined): IDataObject {
	const profile = profileId === undefined ? {} : { company_profile: { id: profileId } };
	return {
		standard_personal_infos: contact.personalInfos.map(({ name, value }) => ({ name, value })),
		time_stamp: contact.timestamp,
		audience: { id: contact.audienceId, ...profile },
		contact_type: contact.contactType,
	};
}

/** Where a contact belongs: known already, for it was asked for by them. */
const BELONGS_TO = new Set(['audience', 'audience_id', 'company_profile', 'company_profile_id']);

/** What people look for comes first, and ids last. */
const isIdField = ([name]: [string, unknown]) => ID_FIELDS.includes(name);

/**
 * A contact with each personal info as a field of its own (`Voornaam`, `E-mailadres`, …) in place
 * of the list of names and values, and without its audience and profile. Other fields, which are not
 * shown (operation `listContacts`), stay as they are.
 */
export function simplifyContact(contact: IDataObject): IDataObject {
	const { standard_personal_infos: listed, ...others } = contact;
	const fields = Object.entries(others).filter(([name]) => !BELONGS_TO.has(name));
	const infos = new Map<string, unknown>();
	const isTaken = (name: string) => infos.has(name) || fields.some(([field]) => field === name);
	const becomesField = (info: unknown): boolean => {
		const fits = isObject(info) && typeof info.name === 'string' && !isTaken(info.name);
		if (fits) infos.set(info.name as string, info.value);
		return fits;
	};
	// Two values under one name, or a name that is a field already: nothing of it is dropped.
	const left = Array.isArray(listed) ? listed.filter((info) => !becomesField(info)) : listed;
	const isEmpty = left === undefined || (Array.isArray(left) && left.length === 0);
	return Object.fromEntries([
		...infos,
		...fields.filter((field) => !isIdField(field)),
		...(isEmpty ? [] : [['standard_personal_infos', left] as const]),
		...fields.filter(isIdField),
	]) as IDataObject;
}
