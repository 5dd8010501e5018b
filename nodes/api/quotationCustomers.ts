import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { inPieces } from '../transport/waiting';
import { textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { getContactPerson, listContactPersons, personNames } from './contactPersons';
import { withProfile } from './profiles';
import type { Customer } from './quotationItem';
import { routes } from './routes';

/**
 * Who quotations are for, as published, where a listed quotation does not say it: the overview of documents has the
 * contact person and the request of each, and the list of contact persons has their names.
 */

/** Quotations, invoices and contracts with what they belong to: `contact_person_id`, `itemSubject`. In one piece. */
export async function listDocuments(connection: Connection): Promise<IDataObject[]> {
	const own = await withProfile(connection);
	return await requestRows(own, routes.listDocuments.published, 'documentDatas', {});
}

export type CustomerOf = (record: IDataObject) => Partial<Customer>;

/** Those of all quotations, by two reads. Of one that is refused nothing is known, and a hint says which. */
export async function readCustomers(connection: Connection): Promise<CustomerOf> {
	const refused: UserError[] = [];
	const [documents, persons] = await Promise.all([
		orNone(listDocuments(connection), refused),
		orNone(listContactPersons(connection), refused),
	]);
	if (refused.length > 0) {
		const why = refused.map(({ message }) => message).join('. ');
		warn(connection, `${why}. Customers of quotations are left empty.`);
	}
	const { signal } = connection;
	const customers = await readById(persons, customerNames, signal);
	const owners = await readById(documents, ownerOf, signal);
	return ({ documentId }) => {
		const owner = owners.get(textOf(documentId));
		return { ...customers.get(owner?.contactId ?? ''), ...owner };
	};
}

const customerNames = (person: IDataObject) => {
	const { name: customer, email, phone } = personNames(person);
	return { customer, email, phone };
};

const ownerOf = ({ contact_person_id: contactId, itemSubject }: IDataObject) => ({
	contactId: textOf(contactId) || null,
	requestId: textOf(Object(itemSubject).id) || null,
});

async function readById<T>(
	records: IDataObject[],
	read: (record: IDataObject) => T,
	signal: AbortSignal | undefined,
): Promise<Map<string, T>> {
	const byId = new Map<string, T>();
	for await (const record of inPieces(records, signal)) byId.set(textOf(record.id), read(record));
	return byId;
}

async function orNone(reading: Promise<IDataObject[]>, refused: UserError[]) {
	return await reading.catch((error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		refused.push(error);
		return [];
	});
}

/** That of a single document, which names its contact person. Refused, nothing is known, and a hint says so. */
export async function readCustomer(
	connection: Connection,
	document: IDataObject,
): Promise<Partial<Customer>> {
	const id = textOf(Object(document.subjects).contactPerson);
	if (id === '') return {};
	return await getContactPerson(connection, id).then(customerNames, (error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		warn(connection, `${error.message}. The customer of the document is left empty.`);
		return {};
	});
}
