import type { IDataObject } from 'n8n-workflow';

import { type Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { firstWords } from '../transport/redact';
import { requestJson } from '../transport/request';
import type { RequestParts, Route } from '../transport/types';
import { ServiceError } from '../transport/errors';
import { wholeError } from '../utils/userError';
import { type FetchPage, PAGE_REFUSALS, paginate, type PaginateOptions } from './paginate';
import { type Page, readPage } from './readPage';

export interface ListOptions extends PaginateOptions {
	/** Receives the reason why rows may be missing; by default the user gets a warning. */
	onIncomplete?: (why: string) => void;
}

/** A list with `page` and `per_page` (`listContacts`, `listQuotations`). @throws ServiceError */
export async function* requestPages(
	connection: Connection,
	route: Route,
	name: string,
	query: RequestParts['query'],
	options: ListOptions,
): AsyncGenerator<IDataObject[], void> {
	const ended = new AbortController();
	const signal = AbortSignal.any([ended.signal, connection.signal ?? ended.signal]);
	const fetchPage: FetchPage = async (page, perPage) => {
		const parts = { query: { ...query, page, per_page: perPage } };
		const answer = await requestJson({ ...connection, signal }, route, parts).catch((error) => {
			if (page > 0 && PAGE_REFUSALS.includes(error.status)) return error;
			throw error;
		});
		if (answer instanceof ServiceError) return { rows: [], refusal: wholeError(answer) };
		const read = readPage(answer, name);
		if (read) return read;
		// No bytes are no list, but an audience without contacts may be answered so.
		if (answer === undefined) return { rows: [], noListError: 'The Sales CRM returned nothing.' };
		const error = noList(connection, route, answer);
		if (page === 0) throw error;
		return { rows: [], noListError: wholeError(error) };
	};
	try {
		const reason = yield* paginate(fetchPage, options, signal);
		if (reason !== undefined) (options.onIncomplete ?? ((why) => warn(connection, why)))(reason);
	} finally {
		ended.abort();
	}
}

/** One answer with a list. An empty one may have been cut off, so it is asked for again. @throws ServiceError */
export async function requestPage(
	connection: Connection,
	route: Route,
	name: string,
	parts: RequestParts,
): Promise<Page> {
	const ask = async () => await requestJson(connection, route, parts);
	const answer = (await ask()) ?? (await ask());
	const page = readPage(answer, name);
	if (!page) throw noList(connection, route, answer);
	return page;
}

/** An unpaged list. @throws ServiceError */
export async function requestRows(
	connection: Connection,
	route: Route,
	name: string,
	parts: RequestParts,
	onIncomplete = (why: string) => warn(connection, why),
): Promise<IDataObject[]> {
	const { rows, total, more } = await requestPage(connection, route, name, parts);
	if (more === true || (total ?? 0) > rows.length) {
		onIncomplete(
			`Asked to ${route.purpose}, the Sales CRM announced ${more ? 'more' : total} entries but returned ${rows.length}. 'Request Body' in the options may ask for all.`,
		);
	}
	return rows;
}

function noList({ secrets }: Connection, route: Route, answer: unknown): ServiceError {
	const keys = firstWords(Object.keys(Object(answer)).slice(0, 12).join(', '), secrets);
	const { message } = Object(answer) as { message?: unknown };
	const shown = firstWords(answer, secrets) || 'empty';
	const said = typeof message === 'string' ? ` It says: ${firstWords(message, secrets)}.` : '';
	return new ServiceError(
		`Could not ${route.purpose}: the response contains no list that can be recognized`,
		`It is ${keys ? `an object with the fields ${keys}` : shown}.${said} Please report this to the makers of the node.`,
		{ isTemporary: true },
	);
}
