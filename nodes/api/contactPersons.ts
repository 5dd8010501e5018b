import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { requestJson } from '../transport/request';
import { textOrNull } from '../utils/text';
import { isObject } from '../utils/values';
import { dealDetails } from './dealDetails';
import { withProfile } from './profiles';
import { routes } from './routes';
import { needed, readList, type Source } from './source';

/** Contact persons: the people that deals and quotations are for. Only the published description has them. */

/** All of the company profile, in one request. */
export async function readContactPersons(connection: Connection): Promise<Source<IDataObject[]>> {
	const scoped = await withProfile(connection);
	const route = routes.listContactPersons.published;
	const ask = async () => await requestRows(scoped, route, 'contact_persons', {});
	return await readList(scoped, 'contactPersons', ask);
}

/** The same where nothing else is asked for. @throws ServiceError, also if the service does not offer them */
export const listContactPersons = async (connection: Connection): Promise<IDataObject[]> =>
	needed(await readContactPersons(connection), 'Contact persons cannot be listed');

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

export function personNames(person: IDataObject) {
	const { email, phone } = dealDetails(person);
	return { name: textOrNull(person.display_name), email, phone };
}

/** The person as the customer of a document. */
export function personAsCustomer(person: IDataObject) {
	const { name: customer, email, phone } = personNames(person);
	return { customer, email, phone, address: dealDetails(person).address };
}
