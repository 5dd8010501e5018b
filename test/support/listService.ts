import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceError } from '../../nodes/transport/errors';
import { type ListOptions, requestPages } from '../../nodes/pagination/list';
import { json, script } from './scripted';

/** Reads a list with the real requests from a service that is a function, without n8n and network. */

export interface Asked {
	page: number;
	perPage: number;
	/** How many requests were sent before this one. */
	count: number;
}

/** What the service answers: any JSON, or a status with a refusal. */
export type Answering = (asked: Asked) => unknown;

export class Refused {
	constructor(
		readonly status: number,
		readonly words = 'No such page',
	) {}
}

/** More requests than the list of any test needs. */
const MAX_ASKED = 2000;

/** An answer of status 200 without a body. */
export const NOTHING = Symbol('an empty body');

export interface Listing {
	rows: IDataObject[];
	error?: ServiceError;
	hints: string[];
	asked: Asked[];
}

const route = {
	method: 'GET',
	path: '/api/v1/contacts',
	kind: 'read',
	purpose: 'list the contacts',
	subject: 'the thing',
} as const;

/** @param turns How many turns of the queue the answers take, so that they arrive in an order of their own. */
export async function listFrom(
	answering: Answering,
	options: Partial<ListOptions> = {},
	turns: number[] = [0],
): Promise<Listing> {
	const asked: Asked[] = [];
	const answer = async ({ qs }: IHttpRequestOptions) => {
		const { page, per_page: perPage } = qs as { page: number; per_page: number };
		const request = { page, perPage, count: asked.length };
		asked.push(request);
		if (asked.length > MAX_ASKED) throw new Error('The list does not end');
		const answered = answering(request);
		for (let n = turns[request.count % turns.length]; n > 0; n--) await Promise.resolve();
		if (answered instanceof Refused) return json({ message: answered.words }, answered.status);
		return answered === NOTHING ? { statusCode: 200 } : json(answered);
	};
	const { connection, hints } = await script(answer, { attempts: 1 });
	const listing: Listing = { rows: [], hints, asked };
	const pages = requestPages(connection, route, 'contacts', {}, { pageSize: 50, ...options });
	try {
		for await (const rows of pages) listing.rows.push(...rows);
	} catch (error) {
		listing.error = error as ServiceError;
	}
	return listing;
}

/** Rows with the IDs from one number up to another. */
export const numbered = (from: number, to: number): IDataObject[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, n) => ({ id: from + n }));
