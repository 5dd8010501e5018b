import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import { textOf } from '../utils/text';
import { isObject } from '../utils/values';
import { dealDetails } from './dealDetails';
import { withProfile } from './profiles';
import { routes } from './routes';

/** Contact persons: who a quotation or a deal is for. Only the published description has them. */

/** All of a company profile: the list comes in one piece. @throws ServiceError, also if it is not offered. */
export async function listContactPersons(connection: Connection): Promise<IDataObject[]> {
	const own = await withProfile(connection);
	return await requestRows(own, routes.listContactPersons.published, 'contact_persons', {});
}

/** @throws ServiceError, also if the answer contains none. */
export async function getContactPerson(connection: Connection, id: string): Promise<IDataObject> {
	const own = await withProfile(connection);
	const route = routes.getContactPerson.published;
	const answer = await requestJson(own, route, { path: { contactPersonId: id } });
	const { contact_person: person } = Object(answer) as IDataObject;
	if (isObject(person)) return person;
	throw new ServiceError(
		'Could not fetch the contact person: the response contains none',
		'Check that a contact person with this ID exists.',
	);
}

/** How all items call them; null if the record does not have it. */
export function personNames(person: IDataObject) {
	const { email, phone } = dealDetails(person);
	return { name: textOf(person.display_name).trim() || null, email, phone };
}
