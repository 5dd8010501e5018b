import type { IDataObject } from 'n8n-workflow';

import { parseJson, isFailedRead } from '../../nodes/transport/response';
import { readPage } from '../../nodes/pagination/readPage';
import { status, type Told, word } from './told';

/** A page of rows, as the nodes read it. */
export type Page = NonNullable<ReturnType<typeof readPage>>;

/** What came back to one question, as the nodes' own request brings it. Never kept. */
export interface Reply {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** Text, or undefined where nothing came. */
	body: unknown;
	/** Milliseconds from the question to the answer. */
	took: number;
}

/** The JSON of an answer that the nodes would take; undefined for all others. */
export function dataOf(reply: Reply | undefined): unknown {
	if (!reply || reply.status < 200 || reply.status > 299) return undefined;
	const parsed = parseJson(reply.body);
	return parsed.ok && !isFailedRead(parsed.value) ? parsed.value : undefined;
}

export const isTaken = (reply: Reply | undefined): boolean => dataOf(reply) !== undefined;

/** The page of rows in an answer, found as the nodes find it. */
export function pageOf(reply: Reply | undefined, name: string): Page | undefined {
	const data = dataOf(reply);
	return data === undefined ? undefined : readPage(data, name);
}

export const rowsOf = (reply: Reply | undefined, name: string): IDataObject[] | undefined =>
	pageOf(reply, name)?.rows;

/** What became of a question, in a word or two. */
export function fateOf(reply: Reply | undefined): Told {
	if (!reply) return word('no answer');
	if (isTaken(reply)) return word('taken');
	if (reply.status >= 200 && reply.status < 300) return word('status of success, but no data');
	return status(reply.status);
}
