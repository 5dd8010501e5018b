import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { serviceTimeMs } from '../utils/dates';
import { textOf, textOrNull } from '../utils/text';
import { withProfile } from './profiles';
import { isoOrNull } from './quotationItem';
import { routes } from './routes';
import { readList, type Source } from './source';

/** A quotation, invoice or contract in the overview, the only list that says whose it is. */
export interface DocumentSummary {
	/** `QUOTATION`, `INVOICE` or `CONTRACT`. */
	readonly type: string | null;
	readonly number: string | null;
	readonly status: string | null;
	readonly total: number | null;
	readonly currency: string | null;
	/** Milliseconds since the Unix epoch; NaN if it is not known. */
	readonly createdMs: number;
	readonly documentId: string;
	/** In lower case, like the ID of the person. */
	readonly requestId: string | null;
	readonly contactPersonId: string | null;
}

export function documentSummary(document: IDataObject): DocumentSummary {
	const total: unknown = Object(document.pricing).total;
	return {
		type: textOrNull(document.document_type)?.toUpperCase() ?? null,
		number: textOrNull(document.document_number),
		status: textOrNull(document.document_status),
		total: typeof total === 'number' ? total : null,
		currency: textOrNull(document.isoCurrency),
		createdMs: serviceTimeMs(document.document_creation_timestamp),
		documentId: textOf(document.id),
		requestId: textOrNull(Object(document.itemSubject).id)?.toLowerCase() ?? null,
		contactPersonId: textOrNull(document.contact_person_id)?.toLowerCase() ?? null,
	};
}

/** All of the profile, as the service sends them. @param onIncomplete As for {@link requestRows}. */
export async function readDocuments(
	connection: Connection,
	onIncomplete?: (why: string) => void,
): Promise<Source<IDataObject[]>> {
	const scoped = await withProfile(connection);
	const route = routes.listDocuments.published;
	const ask = async () => await requestRows(scoped, route, 'documentDatas', {}, onIncomplete);
	return await readList(scoped, 'documents', ask);
}

/** A document in the item of its person. @param idKey `quotationId` or `documentId`. */
export const documentOfPerson = (document: DocumentSummary, idKey: string): IDataObject => {
	const { number, status, total, currency, createdMs, documentId } = document;
	return { number, status, total, currency, createdAt: isoOrNull(createdMs), [idKey]: documentId };
};
