import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { isoOf, sentMs } from '../utils/dates';
import { textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { listDocuments } from './quotationCustomers';
import { routes } from './routes';

/** A quotation of the overview of documents, which alone says to which request each belongs. */
export interface RequestQuotation {
	readonly number: string | null;
	/** `DRAFT`, `SENT`, `ACCEPTED`, `REJECTED` or another text. */
	readonly status: string | null;
	readonly total: number | null;
	/** Milliseconds since the Unix epoch; not a number if it is not known. */
	readonly createdMs: number;
	/** As {@link createdMs}. */
	readonly expiresMs: number;
	readonly quotationId: string;
	readonly requestId: string | null;
}

/**
 * All of a company profile, by two reads; the connection must have one. When they expire is said by another list: if
 * that is refused, it is null, and a hint says so.
 * @throws ServiceError, also if the overview is not offered.
 */
export async function listRequestQuotations(connection: Connection): Promise<RequestQuotation[]> {
	const [documents, expiries] = await Promise.all([
		listDocuments(connection),
		readExpiries(connection),
	]);
	return documents
		.filter(({ document_type: type }) => type === 'QUOTATION')
		.map((document) => {
			const quotationId = textOf(document.id);
			const total: unknown = Object(document.pricing).total;
			return {
				number: textOf(document.document_number) || null,
				status: textOf(document.document_status) || null,
				total: typeof total === 'number' ? total : null,
				createdMs: sentMs(document.document_creation_timestamp),
				expiresMs: expiries.get(quotationId.toLowerCase()) ?? NaN,
				quotationId,
				requestId: textOf(Object(document.itemSubject).id).toLowerCase() || null,
			};
		});
}

async function readExpiries(connection: Connection): Promise<Map<string, number>> {
	const reading = requestRows(connection, routes.listQuotations.published, 'quotationDatas', {});
	const rows = await reading.catch((error: unknown): IDataObject[] => {
		if (!(error instanceof UserError)) throw error;
		warn(connection, `${error.message}. When quotations expire is left empty.`);
		return [];
	});
	return new Map(
		rows.map((row) => [
			textOf(row.documentId).toLowerCase(),
			sentMs(row.quotationExpirationTimestamp),
		]),
	);
}

/** As an item shows it. */
export const quotationOfDeal = (quotation: RequestQuotation): IDataObject => {
	const { number, status, total, createdMs, expiresMs, quotationId } = quotation;
	const [createdAt, expiresAt] = [createdMs, expiresMs].map((ms) => (ms > 0 ? isoOf(ms) : null));
	return { number, status, total, createdAt, expiresAt, quotationId };
};
