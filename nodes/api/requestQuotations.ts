import type { IDataObject } from 'n8n-workflow';

import { requestRows } from '../pagination/list';
import type { Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { serviceTimeMs } from '../utils/dates';
import { textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { documentSummary } from './documentSummaries';
import { listDocuments } from './quotationCustomers';
import { isoOrNull } from './quotationItem';
import { routes } from './routes';

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

/** All of the profile. Expiry times come from another list; if it is refused, a hint says so. @throws ServiceError */
export async function listRequestQuotations(connection: Connection): Promise<RequestQuotation[]> {
	const [documents, expiries] = await Promise.all([
		listDocuments(connection),
		readExpiries(connection),
	]);
	return documents
		.map(documentSummary)
		.filter(({ type }) => type === 'QUOTATION')
		.map(({ documentId: quotationId, ...summary }) => ({
			...summary,
			quotationId,
			expiresMs: expiries.get(quotationId.toLowerCase()) ?? NaN,
		}));
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
			serviceTimeMs(row.quotationExpirationTimestamp),
		]),
	);
}

/** A quotation in the item of its deal. */
export const quotationOfDeal = (quotation: RequestQuotation): IDataObject => {
	const { number, status, total, createdMs, expiresMs, quotationId } = quotation;
	const times = { createdAt: isoOrNull(createdMs), expiresAt: isoOrNull(expiresMs) };
	return { number, status, total, ...times, quotationId };
};
