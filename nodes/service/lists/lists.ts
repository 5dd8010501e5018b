import type { IDataObject } from 'n8n-workflow';

import { type Connection, warn } from '../http/connection';
import { type ListOptions, listPages } from './pages';
import { requestJson, type RequestParts } from '../http/request';
import type { Route } from '../http/route';
import { readPage, type Page } from './rows';
import { ServiceError } from '../http/serviceError';

/** Every page of a list with `page` and `per_page` (interface.md, "Limits"). */
export function requestPages(
	connection: Connection,
	route: Route,
	name: string,
	query: RequestParts['query'],
	options: ListOptions,
): AsyncGenerator<IDataObject[]> {
	return listPages(
		async (page, perPage) => await requestPage(connection, route, name, query, page, perPage),
		{
			...options,
			onShortfall: (collected, total) =>
				warn(
					connection,
					`The service announced ${total ?? 'more'} entries but had only ${collected} to give. Entries may have been removed meanwhile, or be hidden from this account.`,
				),
		},
	);
}

export async function requestPage(
	connection: Connection,
	route: Route,
	name: string,
	query: RequestParts['query'],
	page: number,
	perPage: number,
): Promise<Page> {
	const parts = { query: { ...query, page, per_page: perPage } };
	const answer = await requestJson(connection, route, parts).catch((error) => {
		// Some services answer "not found" for a page behind the last one.
		if (page > 0 && error instanceof ServiceError && error.status === 404) return [];
		throw error;
	});
	return pageOf(answer, route, name);
}

/** A list that comes in one piece. */
export async function requestRows(
	connection: Connection,
	route: Route,
	name: string,
	parts: RequestParts,
): Promise<IDataObject[]> {
	return pageOf(await requestJson(connection, route, parts), route, name).rows;
}

function pageOf(answer: unknown, route: Route, name: string): Page {
	const page = readPage(answer, name);
	if (page) return page;
	const keys = Object.keys(Object(answer)).slice(0, 12).join(', ');
	throw new ServiceError(
		`Could not ${route.purpose}: the answer holds no list that can be recognised`,
		`The service answered with ${keys ? `the fields ${keys}` : `a ${typeof answer}`}. Please report this to the makers of the node.`,
	);
}
