import type { IDataObject } from 'n8n-workflow';

import { type Connection, warn } from '../http/connection';
import { firstWords } from '../http/redact';
import { requestJson } from '../http/request';
import type { RequestParts } from '../http/requestParts';
import type { Route } from '../http/route';
import { ServiceError } from '../http/serviceError';
import type { FetchPage, Page } from './page';
import { type ListOptions, listPages } from './pages';
import { readPage } from './rows';

/** Every page of a list with `page` and `per_page` (interface.md, "Limits"). */
export function requestPages(
	connection: Connection,
	route: Route,
	name: string,
	query: RequestParts['query'],
	options: ListOptions,
): AsyncGenerator<IDataObject[]> {
	return listPages(pageRequests(connection, route, name, query), {
		...options,
		onHint: (message) => warn(connection, message),
	});
}

/**
 * Requests for the pages of one list. Where the list stands in the first answer that shows it, it
 * is read in all others.
 * @param path Where it stood, if that is known from before.
 */
export function pageRequests(
	connection: Connection,
	route: Route,
	name: string,
	query: RequestParts['query'],
	path?: string[],
): FetchPage {
	let found = path;
	return async (page, perPage) => {
		const parts = { query: { ...query, page, per_page: perPage } };
		const read = async (): Promise<Page> => {
			const answer = await requestJson(connection, route, parts);
			const answered = pageOf(answer, connection, route, name, found);
			found ??= answered.path;
			return answered;
		};
		return await read().catch((error) => {
			// Some services answer "not found" or "bad request" for a page behind the last one.
			const refused = error instanceof ServiceError && [400, 404].includes(error.status ?? 0);
			if (page === 0 || !refused) throw error;
			return { rows: [], hints: {}, refused: error };
		});
	};
}

/**
 * A list that comes in one piece. An answer cut off before its first byte looks like an empty list:
 * one without a body is asked for once more, and counts when it comes twice.
 */
export async function requestRows(
	connection: Connection,
	route: Route,
	name: string,
	parts: RequestParts,
): Promise<IDataObject[]> {
	const ask = async () => await requestJson(connection, route, parts);
	return pageOf((await ask()) ?? (await ask()), connection, route, name).rows;
}

function pageOf(
	answer: unknown,
	{ secrets }: Connection,
	route: Route,
	name: string,
	path?: string[],
): Page {
	const page = readPage(answer, name, path);
	if (page) return page;
	const keys = firstWords(Object.keys(Object(answer)).slice(0, 12).join(', '), secrets);
	throw new ServiceError(
		`Could not ${route.purpose}: the answer holds no list that can be recognized`,
		`The service answered with ${keys ? `the fields ${keys}` : `a ${typeof answer}`}. Please report this to the makers of the node.`,
	);
}
