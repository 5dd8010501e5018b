import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages } from '../pagination/list';
import { idFieldOf, recordId } from '../pagination/seenRows';
import { requestJson } from '../transport/request';
import { toIso } from '../utils/dates';
import { isObject } from '../utils/values';
import { withProfileIfNeeded } from './profiles';
import { routes } from './routes';
import { type NewContact, PERSONAL_INFO_NAMES } from './types';

/** Operation `listContacts`. Which fields a contact has is not known. */
export async function* listContacts(
	connection: Connection,
	audienceId: string,
	options: ListOptions,
) {
	const own = await withProfileIfNeeded(connection);
	const query = { company_profile_id: own.profileId, audience_id: audienceId };
	yield* requestPages(own, routes.listContacts.described, 'contacts', query, options);
}

/** Operation `createContact`. Its answer is not known: undefined when it is empty. */
export async function createContact(connection: Connection, contact: NewContact): Promise<unknown> {
	const { profileId: id } = connection;
	const body = {
		standard_personal_infos: contact.personalInfos.map(({ name, value }) => ({ name, value })),
		time_stamp: contact.timestamp,
		// A token is pinned to its profile.
		audience: { id: contact.audienceId, ...(id && { company_profile: { id } }) },
		contact_type: contact.contactType,
	};
	return await requestJson(connection, routes.createContact.described, { body: { contact: body } });
}

/** Where a contact belongs: known already, for it was asked for by them. */
const BELONGS_TO = ['audience', 'audience_id', 'company_profile', 'company_profile_id'];

/**
 * A contact with the keys that all nodes use: its personal infos by their names, the service's nine first, then
 * `createdAt`, `contactType` and `contactId`. Other fields, which are not shown (operation `listContacts`), stay
 * as they are, without audience and profile.
 */
export function simplifyContact(contact: IDataObject): IDataObject {
	const {
		standard_personal_infos: listed,
		time_stamp: timestamp,
		contact_type: contactType = null,
		...others
	} = contact;
	const infos = new Map<string, unknown>();
	// Two values under one name, or what is no personal info: nothing of it is dropped.
	const left = [listed ?? []].flat().filter((info) => {
		const isField = isObject(info) && typeof info.name === 'string' && !infos.has(info.name);
		if (isField) infos.set(info.name as string, info.value);
		return !isField;
	});
	const idField = idFieldOf([contact]);
	const first = Object.keys(PERSONAL_INFO_NAMES).filter((name) => infos.has(name));
	const own = {
		createdAt: toIso(timestamp) ?? timestamp ?? null,
		contactType,
		contactId: recordId(contact) ?? contact.contactId ?? null,
	};
	const rest = Object.entries(others).filter(
		([name]) => name !== idField && !BELONGS_TO.includes(name),
	);
	return {
		...Object.fromEntries(first.map((name) => [name, infos.get(name)])),
		...Object.fromEntries(infos),
		...own,
		...Object.fromEntries(rest.filter(([name]) => !infos.has(name) && !(name in own))),
		...(left.length > 0 && { standard_personal_infos: left }),
	} as IDataObject;
}
