import type { Connection } from '../transport/connection';
import { requestJson } from '../transport/request';
import { inPieces } from '../transport/waiting';
import { textOf } from '../utils/text';
import { withProfile } from './profiles';
import { readDocuments, readPersons } from './quotationCustomers';
import { summaryItem, typeOfDocument } from './quotationItem';
import { onlyArtifact, type Pdf, requestPdf } from './pdf';
import type { ListedQuotation } from './quotations';
import { routes } from './routes';
import { needed, readPart, shown } from './source';

/** Documents that only the overview lists, and the routes of their own records, which have the names of their files. */
const RECORDS = {
	invoice: routes.getInvoice.published,
	contract: routes.getContract.published,
};

export type DocumentNoun = keyof typeof RECORDS;

/** All invoices or contracts, with their customers. @throws ServiceError */
export async function readDocumentsOf(
	noun: DocumentNoun,
	entered: Connection,
): Promise<ListedQuotation[]> {
	const connection = await withProfile(entered);
	const documents = needed(await readDocuments(connection), `The ${noun}s cannot be listed`);
	const consequence = `Customers of ${noun}s are left empty`;
	const persons = shown(await readPersons(connection), new Map(), connection, consequence);
	const now = Date.now();
	const listed: ListedQuotation[] = [];
	for await (const record of inPieces(documents, connection.signal)) {
		if (typeOfDocument(record) !== noun.toUpperCase()) continue;
		const person = persons.get(textOf(record.contact_person_id).toLowerCase());
		listed.push({ record, item: summaryItem(record, now, person) ?? record });
	}
	return listed;
}

/** Operation `getDocumentPdf`. @param artifactName Empty for the only one that its record lists. @throws ServiceError */
export async function downloadDocument(
	noun: DocumentNoun,
	entered: Connection,
	id: string,
	artifactName: string,
): Promise<Pdf> {
	const connection = await withProfile(entered);
	const ask = async () => await requestJson(connection, RECORDS[noun], { path: { id } });
	const unread = 'The name of the PDF could not be read';
	const advice = "If the ID is right, enter the name in 'Artifact Name' in the options.";
	const read = async () => needed(await readPart(ask), unread, advice);
	const path = { id, artifactName: artifactName || onlyArtifact(await read(), noun) };
	return await requestPdf(connection, routes.getDocumentPdf.published, { path });
}
