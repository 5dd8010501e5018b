import { readFileSync } from 'node:fs';

import { readPage } from '../../../nodes/pagination/readPage.ts';
import { isFailedRead, isPage } from '../../../nodes/transport/answer.ts';
import { isObject, parsed } from '../spec/file.mts';
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

/** Rows of a list and what is said beside them; undefined where there is no list. */
export function pageOf(read: Read): ReturnType<typeof readPage> {
	const data = read.operation.startsWith('list') ? dataOf(read) : undefined;
	return data === undefined ? undefined : readPage(data, rowsName(read.operation));
}

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Names that fields have everywhere, and those of our description: they tell nothing of an account. */
const NAMES = new Set([
	...fileOf('names.txt').split(/\s+/),
	...fileOf('../../sandbox/openapi.yaml').match(/\w+(?=:)/g)!,
]);

export type NameOf = (name: string) => string;

/** @param showsAll Whether other names are shown, as far as they look like one. */
export const naming =
	(showsAll: boolean): NameOf =>
	(name) =>
		NAMES.has(name) || (showsAll && /^[A-Za-z_$][\w$.-]{0,39}$/.test(name)) ? name : 'another';

/** Words with which services say what is wrong, in English and Dutch. */
const WORDS = new Set(fileOf('words.txt').split(/\s+/));
const MOST_WORDS = 40;

/**
 * The words of a refusal, as they may be passed on. Any of them may come from the account (a name, an address):
 * those that are on neither list read "…".
 */
export function wordsOf(text: string): string {
	if (isPage(text)) return 'a web page';
	const said = text.split(/[\s"{}[\]\\]+/).filter((word) => /[^:,.]/.test(word));
	const shown = said.map((word) => {
		const own = word.replace(/^['(]+|[').,:;!?]+$/g, '');
		return WORDS.has(own.toLowerCase()) || NAMES.has(own) ? word : '…';
	});
	const words = shown.filter((word, n) => word !== '…' || shown[n - 1] !== '…');
	return words.length > 0 ? `"${words.slice(0, MOST_WORDS).join(' ')}"` : '';
}

/** How an answer looks, by its first characters whatever its header says, in counts and names of fields. */
export function shapeOf(read: Read, nameOf: NameOf): string {
	const { status, text } = read;
	if (status === 0) return text;
	if (isPdf(read)) return 'a PDF';
	const data = parsed(text);
	if (data === undefined) return text === '' ? 'no body' : 'no JSON';
	const names = isObject(data) ? [...new Set(Object.keys(data).map(nameOf))].join(', ') : '';
	const { rows, path = [], total, more } = pageOf(read) ?? {};
	const list = path.map(nameOf).join('.') || 'a bare array';
	const said = [
		names && `{ ${names} }`,
		rows && `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} in ${list}`,
		rows && total !== undefined && `a total that is ${total > rows.length ? 'more' : 'as many'}`,
		more !== undefined && `a mark that ${more ? 'there is more' : 'this is all'}`,
	];
	return said.filter(Boolean).join(', ');
}
