import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { inPieces } from '../transport/waiting';
import { textOf, textOrNull } from '../utils/text';
import { UserError } from '../utils/userError';
import { getContactPerson, listContactPersons, personNames } from './contactPersons';
import { withProfile } from './profiles';
import type { Customer } from './quotationItem';
import { routes } from './routes';

/**
 * The published list of quotations does not contain their customers. The overview of documents has the contact person and
 * the request of each quotation, and the list of contact persons has the names.
 */

/** The overview of quotations, invoices and contracts: `contact_person_id`, `itemSubject`, … */
export async function listDocuments(connection: Connection): Promise<IDataObject[]> {
	const own = await withProfile(connection);
	return await requestRows(own, routes.listDocuments.published, 'documentDatas', {});
}

export type CustomerOf = (record: IDataObject) => Partial<Customer>;

/** The customers of all quotations, from two lists. If one is refused, its part is empty, and a hint says so. */
export async function readCustomers(connection: Connection): Promise<CustomerOf> {
	const refused: UserError[] = [];
	const { signal } = connection;
	// Read one after the other, because two long lists at once would keep n8n from other work.
	const owners = await readById(listDocuments(connection), ownerOf, signal).catch(orNone(refused));
	const customers = await readById(listContactPersons(connection), customerNames, signal).catch(
		orNone(refused),
	);
	if (refused.length > 0) {
		const why = refused.map(({ message }) => message).join('. ');
		warn(connection, `${why}. Customers of quotations are left empty.`);
	}
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
	contactId: textOrNull(contactId),
	requestId: textOrNull(Object(itemSubject).id),
});

/** Keeps of each record only what is needed, because the lists are long. */
async function readById<T>(
	listing: Promise<IDataObject[]>,
	read: (record: IDataObject) => T,
	signal: AbortSignal | undefined,
): Promise<Map<string, T>> {
	const byId = new Map<string, T>();
	for await (const record of inPieces(await listing, signal)) {
		byId.set(textOf(record.id), read(record));
	}
	return byId;
}

const orNone = (refused: UserError[]) => (error: unknown) => {
	if (!(error instanceof UserError)) throw error;
	refused.push(error);
	return new Map<string, never>();
};

/** The customer of a single document, which names its contact person. If that is refused, a hint says so. */
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
