import { readPage } from '../../../nodes/pagination/readPage.ts';
import { isFailedRead, isPage } from '../../../nodes/transport/answer.ts';
import { parsed } from '../spec/file.mts';
import { rowsName } from '../spec/specification.mts';

/** All that may be asked, by the operationId of openapi.yaml: nothing is written. */
export type Question =
	| `list${'Contacts' | 'Quotations' | 'History' | 'Statuses' | 'Users' | 'Subscriptions'}`
	| `getQuotation${'Info' | 'Pdf'}`
	| `login${'' | 'AtAuthenticationService'}`;

/** One question, and what became of it. */
export interface Read {
	operation: Question;
	/** Route, page and what is special about it: no other value. */
	title: string;
	/** Asked to see a refusal or the end of a list: to be refused is no failure. */
	isTrial: boolean;
	/** 0 where there was no answer. */
	status: number;
	headers: Headers;
	/** Of the answer, or why there was none. */
	text: string;
	ms: number;
	/** What else was seen of it, such as by comparing it with another. */
	remark?: string;
}

/** The JSON of an answer with data; undefined for all others. */
function dataOf({ status, text }: Read): unknown {
	const data = status > 199 && status < 300 ? parsed(text) : undefined;
	return isFailedRead(data) ? undefined : data;
}

/** So the node judges it, whatever its type says. */
const isPdf = ({ text }: Read): boolean => text.slice(0, 1024).includes('%PDF-');

/** Whether it gave data, or a PDF. */
export const isGiven = (read: Read): boolean =>
	read.operation === 'getQuotationPdf' ? isPdf(read) : dataOf(read) !== undefined;

export const isFailed = (read: Read): boolean =>
	read.status === 0 || read.status >= 500 || (!read.isTrial && !isGiven(read));

/** By its first characters, whatever the header says. */
export function typeOf(read: Read): string {
	if (isPdf(read)) return 'application/pdf';
	if (read.text === '') return 'no body';
	if (isPage(read.text)) return 'text/html';
	return parsed(read.text) === undefined ? 'text/plain' : 'application/json';
}

/** Rows of a list and what is said beside them; undefined where there is no list. */
export function pageOf(read: Read): ReturnType<typeof readPage> {
	const data = read.operation.startsWith('list') ? dataOf(read) : undefined;
	return data === undefined ? undefined : readPage(data, rowsName(read.operation));
}
