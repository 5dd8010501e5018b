import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../http/connection';
import type { Answer } from '../http/exchange';
import { requestPage, requestPages } from '../lists/lists';
import type { ListOptions } from '../lists/pages';
import { requestAnswer, requestJson } from '../http/request';
import { routes } from './routes';
import type { Page } from '../lists/rows';

/** interface.md, "GET /api/v1/quotations". The fields of a quotation are not shown. */
export function listQuotations(
	connection: Connection,
	options: ListOptions,
): AsyncGenerator<IDataObject[]> {
	const query = { company_profile_id: connection.profileId };
	return requestPages(connection, routes.listQuotations, 'quotations', query, options);
}

/** One page of quotations, for the editor's list. Pages count from 0. */
export async function quotationsPage(
	connection: Connection,
	page: number,
	perPage: number,
): Promise<Page> {
	const query = { company_profile_id: connection.profileId };
	return await requestPage(connection, routes.listQuotations, 'quotations', query, page, perPage);
}

/** interface.md, "GET /api/v1/quotations/info". */
export async function getQuotation(connection: Connection, id: string): Promise<unknown> {
	return await requestJson(connection, routes.getQuotation, {
		query: quotationQuery(connection, id),
	});
}

/** interface.md, "GET /api/v1/quotations/pdf". The answer's body is a stream. */
export async function openQuotationPdf(connection: Connection, id: string): Promise<Answer> {
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
