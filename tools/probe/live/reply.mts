import { readPage } from '../../../nodes/pagination/readPage.ts';
import { isFailedRead } from '../../../nodes/transport/answer.ts';
import { parsed } from '../spec/file.mts';
import { rowsName } from '../spec/specification.mts';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
}

/** The JSON of an answer with data; undefined for all others. */
export function dataOf(reply: Reply | undefined): unknown {
	if (!reply || reply.status < 200 || reply.status > 299) return undefined;
	const data = parsed(reply.text);
	return isFailedRead(data) ? undefined : data;
}

/** So the node judges it, whatever its type says. */
export const isPdf = ({ text }: Reply): boolean => text.slice(0, 1024).includes('%PDF-');
export const isPage = ({ text }: Reply): boolean => text.trimStart().startsWith('<');

/** By its first characters, whatever the header says. */
export function typeOf(reply: Reply): string {
	if (isPdf(reply)) return 'application/pdf';
	if (isPage(reply)) return 'text/html';
	return parsed(reply.text) === undefined ? 'text/plain' : 'application/json';
}

/** Rows of a list and what is said beside them; undefined where there is no list. */
export function pageOf(operation: string, reply: Reply | undefined): ReturnType<typeof readPage> {
	const data = dataOf(reply);
	return data === undefined ? undefined : readPage(data, rowsName(operation));
}
