import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages } from '../pagination/list';
import { idFieldOf, recordId } from '../pagination/seenRows';
import { requestJson } from '../transport/request';
import { toIso } from '../utils/dates';
import { isObject } from '../utils/values';
import { withProfileIfNeeded } from './profiles';
import { routes } from './routes';
import { CONTACT_INFO_NAMES, type NewContact, PERSONAL_INFO_NAMES } from './types';

/** Operation `listContacts`. As described, the fields of a contact are not shown: it is read in both known shapes. */
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

/** A value may be anything. */
type ListedInfo = { name: string; value?: unknown };

const isInfo = (info: unknown): info is IDataObject & ListedInfo =>
	isObject(info) && typeof info.name === 'string';

/** What a listed contact says of the person, whatever its shape. Of two values under one name the first is shown. */
export const personalInfosOf = (contact: IDataObject): ListedInfo[] =>
	infosIn(contact).filter(isInfo);

/** Those of `standard_personal_infos`, then the fields of `contact_info` that hold something, under the same names. */
function infosIn({ standard_personal_infos: listed, contact_info: info }: IDataObject): unknown[] {
	const fields = Object.entries(isObject(info) ? info : {});
	const filled = fields.filter(([, value]) => value !== null && value !== '');
	const named = filled.map(([field, value]) => ({
		name: CONTACT_INFO_NAMES.get(field) ?? field,
		value,
	}));
	return [listed ?? [], named].flat();
}

/** Where a contact belongs: known already, for it was asked for by them. */
const BELONGS_TO = ['audience', 'audience_id', 'company_profile', 'company_profile_id'];

/**
 * A contact with the keys that all nodes use, whatever its shape: its personal infos by their names, the service's nine
 * first, then `createdAt`, `contactType` and `contactId`. Other fields stay as they are, without audience and profile.
 */
export function simplifyContact(contact: IDataObject): IDataObject {
	const { time_stamp: timestamp, contact_type: contactType = null, ...others } = contact;
	const infos = new Map<string, unknown>();
	// Another value under the same name, or what is no personal info: nothing of it is dropped.
	const left = infosIn(contact).filter((info) => {
		if (!isInfo(info)) return true;
		const { name, value } = info;
		if (!infos.has(name)) infos.set(name, value);
		return infos.get(name) !== value;
	});
	const idField = idFieldOf([contact]);
	const first = Object.keys(PERSONAL_INFO_NAMES).filter((name) => infos.has(name));
	const own = {
		createdAt: toIso(timestamp) ?? timestamp ?? null,
		contactType,
		contactId: recordId(contact) ?? contact.contactId ?? null,
	};
	const isRead = (name: string) =>
		[idField, 'standard_personal_infos', ...BELONGS_TO].includes(name) ||
		(name === 'contact_info' && isObject(contact[name]));
	const rest = Object.entries(others).filter(([name]) => !isRead(name));
	return {
		...Object.fromEntries(first.map((name) => [name, infos.get(name)])),
		...Object.fromEntries(infos),
		...own,
		...Object.fromEntries(rest.filter(([name]) => !infos.has(name) && !(name in own))),
		...(left.length > 0 && { standard_personal_infos: left }),
	} as IDataObject;
}
