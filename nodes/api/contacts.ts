import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages } from '../pagination/list';
import { requestJson } from '../transport/request';
import { routes } from './routes';
import { shortestList } from './webhooks';
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
		probe: shortestList(connection),
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
