import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { serviceTimeMs } from '../utils/dates';
import { textOf, textOrNull } from '../utils/text';
import { withProfile } from './profiles';
import { hintAtUnlisted, readDocuments } from './quotationCustomers';
import { isoOrNull, numberOrNull, typeOfDocument } from './quotationItem';
import { routes } from './routes';
import { readList, shown, type Source } from './source';

/** A quotation from the overview of documents, the only list that says which request a quotation belongs to. */
export interface RequestQuotation {
	readonly number: string | null;
	readonly status: string | null;
	readonly total: number | null;
	/** Milliseconds since the Unix epoch; NaN if it is not known. */
	readonly createdMs: number;
	readonly expiresMs: number;
	readonly quotationId: string;
	readonly requestId: string | null;
}

/** All of the profile. Expiry times come from another list; if it cannot be read, a hint says so. */
export async function listRequestQuotations(
	connection: Connection,
): Promise<Source<RequestQuotation[]>> {
	const scoped = await withProfile(connection);
	const route = routes.listQuotations.published;
	const listQuotations = async () => await requestRows(scoped, route, 'quotationDatas', {});
	const [documents, listed] = await Promise.all([
		readDocuments(scoped),
		readList(scoped, 'quotations', listQuotations),
	]);
	if (documents.is !== 'read') return documents;
	const quotations = shown(listed, [], connection, 'When quotations expire is left empty');
	const expiries = new Map(
		quotations.map((row) => [
			textOf(row.documentId).toLowerCase(),
			serviceTimeMs(row.quotationExpirationTimestamp),
		]),
	);
	const value = documents.value
		.filter((row) => typeOfDocument(row) === 'QUOTATION')
		.map((row) => ({
			number: textOrNull(row.document_number),
			status: textOrNull(row.document_status),
			total: numberOrNull(Object(row.pricing).total),
			createdMs: serviceTimeMs(row.document_creation_timestamp),
			expiresMs: expiries.get(textOf(row.id).toLowerCase()) ?? NaN,
			quotationId: textOf(row.id),
			requestId: textOrNull(Object(row.itemSubject).id)?.toLowerCase() ?? null,
		}));
	const known = new Set(value.map(({ quotationId }) => quotationId.toLowerCase()));
	hintAtUnlisted(
		connection,
		[...expiries.keys()].filter((id) => !known.has(id)).length,
		expiries.size,
	);
	return { is: 'read', value };
}

/** A quotation in the item of its deal. */
export const quotationOfDeal = (quotation: RequestQuotation): IDataObject => {
	const { number, status, total, createdMs, expiresMs, quotationId } = quotation;
	const times = { createdAt: isoOrNull(createdMs), expiresAt: isoOrNull(expiresMs) };
	return { number, status, total, ...times, quotationId };
};
