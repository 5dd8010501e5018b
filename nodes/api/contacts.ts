import type { IDataObject } from 'n8n-workflow';

import { CONTACT_INFO_NAMES, PERSONAL_INFO_NAMES } from '../contacts/personalInfos';
import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages } from '../pagination/list';
import { idFieldOf, recordId } from '../pagination/seenRows';
import { requestJson } from '../transport/request';
import { toIso } from '../utils/dates';
import { isObject } from '../utils/values';
import { withProfileIfNeeded } from './profiles';
import { routes } from './routes';
import type { NewContact } from './types';

/** Operation `listContacts`. Which fields a contact has is not described, so it is read in both known shapes. */
export async function* listContacts(
	connection: Connection,
	audienceId: string,
	options: ListOptions,
) {
	const own = await withProfileIfNeeded(connection);
	const query = { company_profile_id: own.profileId, audience_id: audienceId };
	yield* requestPages(own, routes.listContacts.described, 'contacts', query, options);
}

/** Operation `createContact`. What it answers is not described; undefined for an empty answer. */
export async function createContact(connection: Connection, contact: NewContact): Promise<unknown> {
	const { profileId: id } = connection;
	const body = {
		standard_personal_infos: contact.personalInfos.map(({ name, value }) => ({ name, value })),
		time_stamp: contact.timestamp,
		// Without a profile, the one of the API token is meant.
		audience: { id: contact.audienceId, ...(id && { company_profile: { id } }) },
		contact_type: contact.contactType,
	};
	return await requestJson(connection, routes.createContact.described, { body: { contact: body } });
}

type ListedInfo = { name: string; value?: unknown };

const isInfo = (info: unknown): info is IDataObject & ListedInfo =>
	isObject(info) && typeof info.name === 'string';

export const personalInfosOf = (contact: IDataObject): ListedInfo[] =>
	infosIn(contact).filter(isInfo);

/** Those of `standard_personal_infos`, then the filled fields of `contact_info` under the same names. */
function infosIn({ standard_personal_infos: listed, contact_info: info }: IDataObject): unknown[] {
	const fields = Object.entries(isObject(info) ? info : {});
	const filled = fields.filter(([, value]) => value !== null && value !== '');
	const named = filled.map(([field, value]) => ({
		name: CONTACT_INFO_NAMES.get(field) ?? field,
		value,
	}));
	return [listed ?? [], named].flat();
}

/** Left out of items, because whoever lists contacts knows their audience and profile. */
const BELONGS_TO = ['audience', 'audience_id', 'company_profile', 'company_profile_id'];

/**
 * A contact as all nodes show it: its personal infos by name, the nine known ones first, then `createdAt`, `contactType`
 * and `contactId`, then all other fields as they are. Of two values with the same name, the first is shown.
 */
export function simplifyContact(contact: IDataObject): IDataObject {
	const { time_stamp: timestamp, contact_type: contactType = null, ...others } = contact;
	const infos = new Map<string, unknown>();
	// So that nothing is lost, a list keeps second values and entries that are not personal infos.
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
