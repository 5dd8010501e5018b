import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { inPieces } from '../transport/waiting';
import { textOf, textOrNull } from '../utils/text';
import { UserError } from '../utils/userError';
import { customerOf, getContactPerson, listContactPersons } from './contactPersons';
import { withProfile } from './profiles';
import type { Customer } from './quotationItem';
import { routes } from './routes';
import { readList, shown, type Source } from './source';

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

type Person = Pick<Customer, 'customer' | 'email' | 'phone'>;
type Owner = Pick<Customer, 'contactId' | 'requestId'>;

/** The lists that contain the customers of quotations, by the ID of the contact person, and of the quotation. */
export interface CustomerLists {
	contactPersons: Source<ReadonlyMap<string, Person>>;
	documents: Source<ReadonlyMap<string, Owner>>;
}

export async function readCustomerLists(connection: Connection): Promise<CustomerLists> {
	const scoped = await withProfile(connection);
	const { signal } = connection;
	// Read one after the other, because two long lists at once would keep n8n from other work.
	const documents = await readList(
		scoped,
		'documents',
		async () => await readById(listDocuments(scoped), ownerOf, signal),
	);
	const contactPersons = await readList(
		scoped,
		'contactPersons',
		async () => await readById(listContactPersons(scoped), customerOf, signal),
	);
	return { documents, contactPersons };
}

/** The customers of all quotations. The part of a list that cannot be read is empty, and a hint says so. */
export function shownCustomers(
	{ documents, contactPersons }: CustomerLists,
	connection: Connection,
): CustomerOf {
	const consequence = 'Customers of quotations are left empty';
	const owners = shown(documents, new Map<string, Owner>(), connection, consequence);
	const persons = shown(contactPersons, new Map<string, Person>(), connection, consequence);
	return ({ documentId }) => {
		const owner = owners.get(textOf(documentId));
		return { ...persons.get(owner?.contactId ?? ''), ...owner };
	};
}

export const readCustomers = async (connection: Connection): Promise<CustomerOf> =>
	shownCustomers(await readCustomerLists(connection), connection);

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

/** The customer of a single document, which names its contact person. If that is refused, a hint says so. */
export async function readCustomer(
	connection: Connection,
	document: IDataObject,
): Promise<Partial<Customer>> {
	const id = textOf(Object(document.subjects).contactPerson);
	if (id === '') return {};
	return await getContactPerson(connection, id).then(customerOf, (error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		warn(connection, `${error.message}. The customer of the document is left empty.`);
		return {};
	});
}
