import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import type { Route } from '../transport/types';
import { inPieces } from '../transport/waiting';
import { textOf } from '../utils/text';
import { wholeError } from '../utils/userError';
import { readDocuments } from './documentSummaries';
import { withProfile } from './profiles';
import { readPersons } from './quotationCustomers';
import { documentOfSummary, itemOfType, type Quotation, readQuotation } from './quotationItem';
import { onlyArtifact, type Pdf, requestPdf } from './quotationPdf';
import type { ListedQuotation } from './quotations';
import { routes } from './routes';
import { needed, shown } from './source';

/** What invoices and contracts differ in. The overview of documents lists both. */
export interface DocumentType {
	/** As the service calls it. */
	readonly type: string;
	readonly noun: string;
	/** Its own record, which has the names of its files. */
	readonly route: Route;
	readonly statuses: readonly string[];
}

export const INVOICE = {
	type: 'INVOICE',
	noun: 'invoice',
	route: routes.getInvoice.published,
	statuses: ['CREATED', 'SENT', 'PARTIALLY_PAID', 'PAID', 'EXPIRED'],
} as const satisfies DocumentType;

export const CONTRACT = {
	type: 'CONTRACT',
	noun: 'contract',
	route: routes.getContract.published,
	statuses: ['DRAFT', 'SENT', 'ACCEPTED', 'EXPIRED'],
} as const satisfies DocumentType;

/** The documents of a type, with their customers. @throws ServiceError */
export async function readDocumentsOf({ type, noun }: DocumentType, entered: Connection) {
	const connection = await withProfile(entered);
	const documents = needed(await readDocuments(connection), `The ${noun}s cannot be listed`);
	const consequence = `Customers of ${noun}s are left empty`;
	const persons = shown(await readPersons(connection), new Map(), connection, consequence);
	const now = Date.now();
	const listed: ListedQuotation[] = [];
	for await (const record of inPieces(documents, connection.signal)) {
		const document = documentOfSummary(record);
		if (document.documentType !== type) continue;
		const person = persons.get(textOf(record.contact_person_id).toLowerCase());
		const item = itemOfType(type, readQuotation(document, now, person) as Quotation);
		listed.push({ record, item });
	}
	return listed;
}

/** Operation `getDocumentPdf`. @param artifactName Empty for the only one that its record lists. @throws ServiceError */
export async function downloadDocument(
	{ route, noun }: DocumentType,
	entered: Connection,
	id: string,
	artifactName: string,
): Promise<Pdf> {
	const connection = await withProfile(entered);
	const name = artifactName || (await onlyArtifact(connection, route, id, noun).catch(needsName));
	const path = { id, artifactName: name };
	return await requestPdf(connection, routes.getDocumentPdf.published, { path });
}

function needsName(reason: unknown): never {
	if (!(reason instanceof ServiceError) || reason.status === undefined) throw reason;
	throw new ServiceError(
		"The name of the document's PDF could not be read",
		`${wholeError(reason)} If the ID is right, enter the name in 'Artifact Name' in the options.`,
	);
}
