import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { inPieces } from '../transport/waiting';
import { counted, pluralize, textOf, textOrNull } from '../utils/text';
import { getContactPerson, personAsCustomer, readContactPersons } from './contactPersons';
import { withProfile } from './profiles';
import type { Customer } from './quotationItem';
import { routes } from './routes';
import { readList, readPart, shown, type Source } from './source';

/**
 * The published list of quotations does not contain their customers. The overview of documents has the contact person and
 * the request of each quotation, and the list of contact persons has the names.
 */

/**
 * The overview of documents, the only list that says whose a quotation, invoice or contract is, as the service sends it.
 * @param onIncomplete As for {@link requestRows}.
 */
export async function readDocuments(
	connection: Connection,
	onIncomplete?: (why: string) => void,
): Promise<Source<IDataObject[]>> {
	const scoped = await withProfile(connection);
	const route = routes.listDocuments.published;
	const ask = async () => await requestRows(scoped, route, 'documentDatas', {}, onIncomplete);
	return await readList(scoped, 'documents', ask);
}

/** @param count How many quotations the overview lacks. */
export function hintAtUnlisted(connection: Connection, count: number, of: number): void {
	if (count === 0) return;
	const some = `${counted(count)} of ${pluralize(of, 'quotation')}`;
	warn(connection, `${some} are not in the overview of documents`);
}

export interface CustomerOf {
	(record: IDataObject): Partial<Customer>;
	/** Counts those that the lists lack, once all were looked up. */
	hintAtUnknown?(): void;
}

export const NO_CUSTOMERS: CustomerOf = () => ({});

type PersonFields = Pick<Customer, 'customer' | 'email' | 'phone' | 'address'>;
type Owner = Pick<Customer, 'contactId' | 'requestId'>;

/** The lists that contain the customers of quotations, by the ID of the contact person, and of the quotation, in lower case. */
export interface CustomerLists {
	contactPersons: Source<ReadonlyMap<string, PersonFields>>;
	documents: Source<ReadonlyMap<string, Owner>>;
}

export async function readCustomerLists(connection: Connection): Promise<CustomerLists> {
	const { signal } = connection;
	// Read one after the other, because two long lists at once would keep n8n from other work.
	const documents = await readById(await readDocuments(connection), ownerOf, signal);
	return { documents, contactPersons: await readPersons(connection) };
}

/** By the ID of the contact person, in lower case. */
export const readPersons = async (
	connection: Connection,
): Promise<CustomerLists['contactPersons']> =>
	await readById(await readContactPersons(connection), personAsCustomer, connection.signal);

/** The customers of all quotations. The part of a list that cannot be read is empty, and a hint says so. */
export function shownCustomers(
	{ documents, contactPersons }: CustomerLists,
	connection: Connection,
): CustomerOf {
	const consequence = 'Customers of quotations are left empty';
	const owners = shown(documents, new Map<string, Owner>(), connection, consequence);
	const persons = shown(contactPersons, new Map<string, PersonFields>(), connection, consequence);
	let [all, unlisted, unknown] = [0, 0, 0];
	const customerOf = ({ documentId }: IDataObject) => {
		const owner = owners.get(textOf(documentId).toLowerCase());
		const id = owner?.contactId?.toLowerCase() ?? '';
		const person = persons.get(id);
		all++;
		if (documents.is === 'read' && !owner) unlisted++;
		if (contactPersons.is === 'read' && id !== '' && !person) unknown++;
		return { ...person, ...owner };
	};
	const hintAtUnknown = () => {
		hintAtUnlisted(connection, unlisted, all);
		if (unknown === 0) return;
		const some = `${counted(unknown)} of ${pluralize(all, 'quotation')}`;
		warn(connection, `The customers of ${some} are not in the list of contact persons`);
	};
	return Object.assign(customerOf, { hintAtUnknown });
}

export const readCustomers = async (connection: Connection): Promise<CustomerOf> =>
	shownCustomers(await readCustomerLists(connection), connection);

/** @param row Of the overview of documents. */
export const ownerOf = ({ contact_person_id: contactId, itemSubject }: IDataObject) => ({
	contactId: textOrNull(contactId),
	requestId: textOrNull(Object(itemSubject).id),
});

/** Keeps of each record only what is needed, because the lists are long. */
async function readById<T>(
	source: Source<IDataObject[]>,
	read: (record: IDataObject) => T,
	signal: AbortSignal | undefined,
): Promise<Source<Map<string, T>>> {
	if (source.is !== 'read') return source;
	const byId = new Map<string, T>();
	for await (const record of inPieces(source.value, signal)) {
		byId.set(textOf(record.id).toLowerCase(), read(record));
	}
	return { is: 'read', value: byId };
}

/** The customer of a single document, which names its contact person. If that cannot be read, a hint says so. */
export async function readCustomer(
	connection: Connection,
	document: IDataObject,
): Promise<Partial<Customer>> {
	const id = textOf(Object(document.subjects).contactPerson);
	if (id === '') return {};
	const scoped = await withProfile(connection);
	const source = await readPart(async () => personAsCustomer(await getContactPerson(scoped, id)));
	const consequence = 'The customer of the document is left empty';
	return shown<Partial<Customer>>(source, {}, connection, consequence);
}
