import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import type { HttpResponse } from '../transport/send';
import { type ListOptions, pageRequests, requestPages } from '../pagination/list';
import { requestAnswer, requestJson } from '../transport/request';
import { routes } from './routes';
import type { FetchPage } from '../pagination/paginate';

/** interface.md, "GET /api/v1/quotations". The fields of a quotation are not shown. */
export function listQuotations(
	connection: Connection,
	options: ListOptions,
): AsyncGenerator<IDataObject[]> {
	const query = { company_profile_id: connection.profileId };
	return requestPages(connection, routes.listQuotations, 'quotations', query, options);
}

/** Pages of quotations one by one, for the editor's list. */
export function quotationPages(connection: Connection): FetchPage {
	const query = { company_profile_id: connection.profileId };
	return pageRequests(connection, routes.listQuotations, 'quotations', query);
}

/** interface.md, "GET /api/v1/quotations/info". */
export async function getQuotation(connection: Connection, id: string): Promise<unknown> {
	return await requestJson(connection, routes.getQuotation, {
		query: quotationQuery(connection, id),
	});
}

/** interface.md, "GET /api/v1/quotations/pdf". The answer's body is a stream. */
export async function openQuotationPdf(connection: Connection, id: string): Promise<HttpResponse> {
	return await requestAnswer(connection, routes.downloadQuotation, {
		query: quotationQuery(connection, id),
		encoding: 'stream',
		accept: 'application/pdf',
	});
}

const quotationQuery = ({ profileId }: Connection, id: string) => ({
	id,
	company_profile_id: profileId,
});
