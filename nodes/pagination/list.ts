import type { IDataObject } from 'n8n-workflow';

import { type Connection } from '../transport/connection';
import { warn } from '../transport/hints';
import { firstWords } from '../transport/redact';
import { requestJson } from '../transport/request';
import type { RequestParts, Route } from '../transport/types';
import { ServiceError } from '../transport/errors';
import { pause } from '../transport/waiting';
import { paginate, type PaginateOptions } from './paginate';
import { holdsRows, isMereWords, readPage } from './readPage';
import type { FetchPage } from './types';

export interface ListOptions extends Omit<PaginateOptions, 'wait'> {
	/** Told why rows may be missing. Left out, the user is told by a hint. */
	onIncomplete?: (why: string) => void;
}

/** Behind the last page some services refuse what is asked. */
const PAGE_REFUSALS = [400, 404, 410, 416, 422];

/**
 * Every page of a list with `page` and `per_page` (operations `listContacts`, `listQuotations`). Where the
 * list stands in the first answer that holds rows, it is read in all others.
 */
export async function* requestPages(
	connection: Connection,
	route: Route,
	name: string,
	query: RequestParts['query'],
	options: ListOptions,
): AsyncGenerator<IDataObject[], void> {
	const ended = new AbortController();
	const signal = AbortSignal.any([ended.signal, connection.signal ?? ended.signal]);
	let path: string[] | undefined;
	const fetchPage: FetchPage = async (page, perPage) => {
		const parts = { query: { ...query, page, per_page: perPage } };
		const answer = await requestJson({ ...connection, signal }, route, parts).catch((error) => {
			if (page > 0 && PAGE_REFUSALS.includes(error.status)) return error;
			throw error;
		});
		if (answer instanceof ServiceError) return { rows: [], refused: answer };
		const read = readPage(answer, name, path);
		// An empty list may stand for anything.
		if (read && read.rows.length > 0) path ??= read.path;
		if (read) return read;
		if (path ? holdsRows(answer) : !isMereWords(answer)) return noList(connection, route, answer);
		const words = firstWords(answer, connection.secrets) || 'nothing';
		return { rows: [], said: `The response contained no list: ${words}. There may be none.` };
	};
	const wait = async (ms: number) => await pause(ms, signal);
	let reason: string | undefined;
	try {
		reason = yield* paginate(fetchPage, { ...options, wait });
	} finally {
		// Pages that were asked for ahead are not tried again.
		ended.abort();
	}
	if (reason !== undefined) (options.onIncomplete ?? ((why) => warn(connection, why)))(reason);
}

/**
 * A list that comes in one piece. An answer cut off before its first byte looks like an empty list:
 * one without a body is asked for once more, and counts when it comes twice. A list that announces
 * more than it holds is told by a hint.
 */
export async function requestRows(
	connection: Connection,
	route: Route,
	name: string,
	parts: RequestParts,
	onIncomplete = (why: string) => warn(connection, why),
): Promise<IDataObject[]> {
	const ask = async () => await requestJson(connection, route, parts);
	const answer = (await ask()) ?? (await ask()) ?? [];
	const { rows, total, more } = readPage(answer, name) ?? noList(connection, route, answer);
	if (more === true || (total ?? 0) > rows.length) {
		onIncomplete(
			`Asked to ${route.purpose}, the Sales CRM announced ${more ? 'more' : total} entries but returned ${rows.length}. 'Request Body' in the options may ask for all.`,
		);
	}
	return rows;
}

function noList({ secrets }: Connection, route: Route, answer: unknown): never {
	const keys = firstWords(Object.keys(Object(answer)).slice(0, 12).join(', '), secrets);
	const { message } = Object(answer) as { message?: unknown };
	const said = typeof message === 'string' ? ` It says: ${firstWords(message, secrets)}.` : '';
	throw new ServiceError(
		`Could not ${route.purpose}: the response contains no list that can be recognized`,
		`It is ${keys ? `an object with the fields ${keys}` : `a ${typeof answer}`}.${said} Please report this to the makers of the node.`,
	);
}
